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
      if (cells_.count(result)) program_.body.push_back(read(result));
  }

 private:
  Control *read(const Symbol *cell) {
    Control *control = program_.control(ControlKind::ReadBack);
    control->symbol = cell;
    control->list = cell;
    return control;
  }

  // The read-backs of the cells that an expression names.
  Sequence reads_of(const Expr *expr) {
    Sequence reads;
    std::set<const Symbol *> seen;
    ir::walk(expr, [&](const Expr *e) {
      if (e->kind == ExprKind::Reference && cells_.count(e->symbol) && seen.insert(e->symbol).second)
        reads.push_back(read(e->symbol));
    });
    return reads;
  }

  static void append(Sequence &to, const Sequence &from) { to.insert(to.end(), from.begin(), from.end()); }

  void sequence(Sequence &controls) {
    Sequence result;
    for (Control *control : controls) {
      sequence(control->body);
      sequence(control->other);
      const Sequence condition = reads_of(control->condition);
      if (control->kind == ControlKind::If || control->kind == ControlKind::While) append(result, condition);
      if (control->kind != ControlKind::If) append(control->body, condition);  // asked at the end of each round
      append(result, reads_of(control->value));
      result.push_back(control);
    }
    controls = std::move(result);
  }

  mapped::Program &program_;
  std::set<const Symbol *> cells_;
};

}  // namespace

void read_cells(mapped::Program &program) { ReadCells(program).run(); }

}  // namespace maxwarp::mapping
