// The graph forms that the stages of a mapped program read.
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

// The GraphForm bits of maxwarp/graph_view.h, which the compiler does not include.
constexpr unsigned rows = 1, columns = 2, edge_sources = 4, sorted_rows = 8, twins = 16;

unsigned forms_of(const ir::Expr *expr) {
  unsigned forms = 0;
  ir::walk(expr, [&](const ir::Expr *e) {
    if (e->kind != ir::ExprKind::Call) return;
    if (e->builtin == ir::Builtin::Indegree) forms |= columns;
    if (e->builtin == ir::Builtin::Source) forms |= edge_sources;
    if (e->builtin == ir::Builtin::Twin) forms |= twins;
    if (e->builtin == ir::Builtin::ColumnBegin || e->builtin == ir::Builtin::ColumnEnd) forms |= columns;
    if (e->builtin == ir::Builtin::HasEdge || e->builtin == ir::Builtin::Repeats) forms |= sorted_rows;
  });
  return forms;
}

}  // namespace

unsigned required_forms(const mapped::Program &program) {
  unsigned forms = rows;
  for (const mapped::Stage &stage : program.stages) {
    if (stage.source.kind == mapped::SourceKind::Edges) forms |= edge_sources;
    ir::walk(stage.body, [&](const ir::Stmt *stmt) {
      const bool in = stmt->direction == ir::Direction::In;
      if (in && (stmt->kind == ir::StmtKind::NeighborLoop || stmt->kind == ir::StmtKind::ScanDegrees)) forms |= columns;
      for (const ir::Expr *expr : ir::expressions_of(stmt)) forms |= forms_of(expr);
    });
  }
  return forms;
}

}  // namespace maxwarp::mapping
