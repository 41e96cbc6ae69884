// The graph forms that the stages of a mapped program read.
#include <algorithm>

#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

// The GraphForm bits of maxwarp/graph_view.h, which the compiler does not include.
constexpr unsigned rows = 1, columns = 2, edge_sources = 4, sorted_rows = 8, twins = 16;

unsigned forms_of(const ir::Expr* expr) {
  unsigned forms = 0;
  if (!expr) return forms;
  ir::walk(expr, [&](const ir::Expr* e) {
    if (e->kind != ir::ExprKind::Call) return;
    if (e->builtin == ir::Builtin::Indegree) forms |= columns;
    if (e->builtin == ir::Builtin::Source) forms |= edge_sources;
    if (e->builtin == ir::Builtin::Twin) forms |= twins;
    if (e->builtin == ir::Builtin::ColumnBegin || e->builtin == ir::Builtin::ColumnEnd) forms |= columns;
    if (e->builtin == ir::Builtin::HasEdge || e->builtin == ir::Builtin::Repeats) forms |= sorted_rows;
  });
  return forms;
}

bool reads_graph(const ir::Stmt* stmt) {
  if (stmt->kind == ir::StmtKind::NeighborLoop || stmt->kind == ir::StmtKind::ScanDegrees ||
      stmt->kind == ir::StmtKind::JoinSums || stmt->kind == ir::StmtKind::ScanPieces ||
      stmt->kind == ir::StmtKind::WritePieces)
    return true;
  const auto expressions = ir::expressions_of(stmt);
  return std::any_of(expressions.begin(), expressions.end(),
                     [](const ir::Expr* expr) { return ir::reads_graph(expr); });
}

bool reads_graph(const mapped::Stage& stage) {
  const mapped::Source& source = stage.source;
  if (source.kind != mapped::SourceKind::Once && source.kind != mapped::SourceKind::Range) return true;
  bool reads = ir::reads_graph(source.low) || ir::reads_graph(source.high) || ir::reads_graph(source.step);
  ir::walk(stage.body, [&](const ir::Stmt* stmt) { reads = reads || reads_graph(stmt); });
  return reads;
}

bool reads_graph(const mapped::Sequence& sequence) {
  return std::any_of(sequence.begin(), sequence.end(), [](const mapped::Control* control) {
    return ir::reads_graph(control->value) || ir::reads_graph(control->condition) || reads_graph(control->body) ||
           reads_graph(control->other);
  });
}

// Nodes and edges as values, properties and sets are of a graph, whether the program looks at it or not.
bool belongs_to_graph(const ir::Symbol* symbol) {
  const ir::Type& type = symbol->type;
  if (type.is_set || type.space == ir::Space::Node || type.space == ir::Space::Edge) return true;
  if (type.scalar == ir::Scalar::Node || type.scalar == ir::Scalar::Edge) return true;
  return std::any_of(type.extents.begin(), type.extents.end(),
                     [](const ir::Expr* extent) { return ir::reads_graph(extent); });
}

// What stages hold between them: values of the program are as their symbols are, lists and marks are of nodes or edges.
bool is_of_graph(const mapped::Storage& storage) {
  using Kind = mapped::StorageKind;
  switch (storage.kind) {
    case Kind::Variables: return false;
    case Kind::Property:
    case Kind::Cell:
    case Kind::Sum: return belongs_to_graph(storage.symbol);
    case Kind::Worklist:
    case Kind::EdgeList:
    case Kind::Marks:
    case Kind::Bits:
    case Kind::Offsets:
    case Kind::Counts: return true;
  }
  return true;
}

bool reads_graph(const mapped::Program& program) {
  for (const auto* list : {&program.algorithm->parameters, &program.algorithm->results})
    if (std::any_of(list->begin(), list->end(), belongs_to_graph)) return true;
  if (std::any_of(program.storages.begin(), program.storages.end(), is_of_graph)) return true;
  const auto& needed = program.algorithm->requirements;
  if (needed.symmetric || needed.simple || needed.sorted) return true;
  for (const checked::Condition& condition : needed.conditions)
    if (ir::reads_graph(condition.holds)) return true;
  return reads_graph(program.body) || std::any_of(program.stages.begin(), program.stages.end(),
                                                  [](const mapped::Stage& stage) { return reads_graph(stage); });
}

}  // namespace

unsigned required_forms(const mapped::Program& program) {
  if (!reads_graph(program)) return 0;
  unsigned forms = rows;
  for (const mapped::Stage& stage : program.stages) {
    const mapped::Source& source = stage.source;
    const bool in = source.direction == ir::Direction::In;
    if (source.kind == mapped::SourceKind::Edges && !source.entry && !(source.list && in)) forms |= edge_sources;
    if (source.kind == mapped::SourceKind::Edges && source.list && in) forms |= columns;
    if (source.kind == mapped::SourceKind::EvenShares && in) forms |= columns;
    for (const ir::Expr* bound : {source.low, source.high, source.step}) forms |= forms_of(bound);
    ir::walk(stage.body, [&](const ir::Stmt* stmt) {
      const bool in = stmt->direction == ir::Direction::In;
      if (in && (stmt->kind == ir::StmtKind::NeighborLoop || stmt->kind == ir::StmtKind::ScanDegrees ||
                 stmt->kind == ir::StmtKind::ScanPieces))
        forms |= columns;
      for (const ir::Expr* expr : ir::expressions_of(stmt)) forms |= forms_of(expr);
    });
  }
  return forms;
}

}  // namespace maxwarp::mapping
