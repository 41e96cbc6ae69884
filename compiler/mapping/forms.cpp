// The graph forms that the stages of a mapped program read.
#include <maxwarp/sizes.h>

#include <algorithm>

#include "compiler/mapping/lower.h"
#include "dsl/check/row_order.h"

namespace maxwarp::mapping {
namespace {

// Collects the forms that stages read, each with the first place.
class Forms {
 public:
  void stage(const mapped::Stage& stage) {
    source(stage);
    ir::walk(stage.body, [&](const ir::Stmt* stmt) {
      const Location place = stmt->location.valid() ? stmt->location : stage.location;
      const bool in = stmt->direction == ir::Direction::In;
      if (in && (stmt->kind == ir::StmtKind::NeighborLoop || stmt->kind == ir::StmtKind::ScanDegrees ||
                 stmt->kind == ir::StmtKind::ScanPieces))
        add(FormColumns, place);
      for (const ir::Expr* expr : ir::expressions_of(stmt)) expression(expr, place);
    });
  }

  /// An observer counts the edges of the nodes that it is told, also where the stage has single edges.
  void control(const mapped::Control& control) {
    if (control.kind == mapped::ControlKind::Observe && control.observed.told && control.observed.in)
      add(FormColumns, control.location);
  }

  std::vector<FormUse> uses;

 private:
  void source(const mapped::Stage& stage) {
    const mapped::Source& source = stage.source;
    const bool in = source.direction == ir::Direction::In;
    if (source.kind == mapped::SourceKind::Edges && !source.entry && !(source.list && in))
      add(FormEdgeSources, stage.location);
    if (source.kind == mapped::SourceKind::Edges && source.list && in) add(FormColumns, stage.location);
    if (source.kind == mapped::SourceKind::EdgeBalanced && in) add(FormColumns, stage.location);
    for (const ir::Expr* bound : {source.low, source.high, source.step}) expression(bound, stage.location);
  }

  void expression(const ir::Expr* expr, Location place) {
    if (!expr) return;
    ir::walk(expr, [&](const ir::Expr* e) {
      if (e->kind == ir::ExprKind::Call) add(form_of(e->builtin), e->location.valid() ? e->location : place);
    });
  }

  static unsigned form_of(ir::Builtin builtin) {
    switch (builtin) {
      case ir::Builtin::Indegree:
      case ir::Builtin::ColumnBegin:
      case ir::Builtin::ColumnEnd: return FormColumns;
      case ir::Builtin::Source: return FormEdgeSources;
      case ir::Builtin::Twin: return FormTwins;
      case ir::Builtin::HasEdge:
      case ir::Builtin::FindEdge:
      case ir::Builtin::Repeats: return FormSortedRows;
      case ir::Builtin::OwnNumber:
      case ir::Builtin::NumberedNode: return FormOwnNumbers;
      default: return 0;
    }
  }

  void add(unsigned form, Location place) {
    if (form != 0 && std::ranges::count(uses, form, &FormUse::form) == 0) uses.push_back({form, place});
  }
};

bool reads_graph(const ir::Stmt* stmt) {
  if (stmt->kind == ir::StmtKind::NeighborLoop || stmt->kind == ir::StmtKind::ScanDegrees ||
      stmt->kind == ir::StmtKind::AddBlockOffsets || stmt->kind == ir::StmtKind::ScanPieces ||
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
    case Kind::Variables:
    case Kind::Steps: return false;
    case Kind::Property:
    case Kind::Cell:
    case Kind::Sum: return belongs_to_graph(storage.symbol);
    case Kind::Scratch: return belongs_to_graph(storage.of);
    case Kind::Worklist:
    case Kind::EdgeList:
    case Kind::Pieces:
    case Kind::Marks:
    case Kind::Bits:
    case Kind::EdgeBits:
    case Kind::Offsets:
    case Kind::Links:
    case Kind::Slots:
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

std::vector<FormUse> used_forms(const mapped::Program& program) {
  Forms forms;
  for (const mapped::Stage& stage : program.stages) forms.stage(stage);
  for (const mapped::Control& control : program.controls) forms.control(control);
  return forms.uses;
}

unsigned required_forms(const mapped::Program& program) {
  if (!reads_graph(program)) return 0;
  unsigned forms = program.own_numbers ? FormRows | FormOwnNumbers : FormRows;
  const checked::Algorithm& algorithm = *program.algorithm;
  const bool told = algorithm.requirements.sorted || checked::tells_row_order(algorithm);
  if (told && checked::has_ascending_rows(algorithm)) forms |= FormSortedRows;
  for (const FormUse& use : used_forms(program)) forms |= use.form;
  if (program.index == mapped::Index::Auto) forms |= FormNarrow;
  return forms;
}

}  // namespace maxwarp::mapping
