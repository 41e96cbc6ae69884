// The host cannot look into device memory: a condition or assignment that names a cell is preceded by a
// read-back into a host variable of the same name.
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;

class ReadCells {
 public:
  explicit ReadCells(mapped::Program &program) : program_(program) {
    for (const mapped::Storage &storage : program.storages)
      if (storage.kind == mapped::StorageKind::Cell) cells_.insert(storage.symbol);
  }

  void run() {
    sequence(program_.body);
    for (const Symbol *result : program_.algorithm->results)
      if (cells_.count(result)) program_.body.push_back(read(host(result), result));
  }

 private:
  Control *read(const Symbol *host, const Symbol *cell) {
    Control *control = program_.control(ControlKind::ReadBack);
    control->symbol = host;
    control->list = cell;
    return control;
  }

  const Symbol *host(const Symbol *cell) {
    const Symbol *&symbol = mirrors_[cell];
    if (!symbol) symbol = program_.arena->local(cell->name, cell->type.scalar, ir::SymbolKind::Variable);
    return symbol;
  }

  // Rewrites the expression to name host variables and appends their read-backs.
  const Expr *through_host(const Expr *expr, Sequence &reads) {
    if (!expr) return nullptr;
    std::set<const Symbol *> seen;
    return ir::rewrite(*program_.arena, expr, [&](const Expr *e) -> const Expr * {
      if (e->kind != ExprKind::Reference || !cells_.count(e->symbol)) return nullptr;
      if (seen.insert(e->symbol).second) reads.push_back(read(host(e->symbol), e->symbol));
      return program_.arena->reference(host(e->symbol));
    });
  }

  void sequence(Sequence &controls) {
    Sequence result;
    for (Control *control : controls) {
      Sequence reads;
      sequence(control->body);
      sequence(control->other);
      if (control->kind == ControlKind::Let || control->kind == ControlKind::If) {
        control->value = through_host(control->value, reads);
        control->condition = through_host(control->condition, reads);
        result.insert(result.end(), reads.begin(), reads.end());
      } else if (control->condition) {  // asked at the end of each round
        control->condition = through_host(control->condition, reads);
        control->body.insert(control->body.end(), reads.begin(), reads.end());
        if (control->kind == ControlKind::While) result.insert(result.end(), reads.begin(), reads.end());
      }
      if (control->value && control->kind == ControlKind::Repeat) {
        Sequence limit_reads;
        control->value = through_host(control->value, limit_reads);
        result.insert(result.end(), limit_reads.begin(), limit_reads.end());
      }
      result.push_back(control);
    }
    controls = std::move(result);
  }

  mapped::Program &program_;
  std::set<const Symbol *> cells_;
  std::map<const Symbol *, const Symbol *> mirrors_;
};

}  // namespace

void read_cells(mapped::Program &program) { ReadCells(program).run(); }

}  // namespace maxwarp::mapping
