// The host cannot look into device memory: a condition or assignment that names a cell is preceded by a
// read-back into a host variable of the same name. One that reads an element, a set or the graph is evaluated on
// the device, into a cell.
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
  explicit ReadCells(mapped::Program& program) : program_(program) {
    for (const mapped::Storage& storage : program.storages)
      if (storage.kind == mapped::StorageKind::Cell) cells_.insert(storage.symbol);
  }

  void run() {
    sequence(program_.body);
    for (const Symbol* result : program_.algorithm->results)
      if (cells_.count(result)) program_.body.push_back(read(result));
  }

 private:
  Control* read(const Symbol* cell) {
    Control* control = program_.control(ControlKind::ReadBack);
    control->symbol = cell;
    control->list = cell;
    return control;
  }

  // The read-backs of the cells that an expression names.
  Sequence reads_of(const Expr* expr) {
    Sequence reads;
    std::set<const Symbol*> seen;
    ir::walk(expr, [&](const Expr* e) {
      if (e->kind == ExprKind::Reference && cells_.count(e->symbol) && seen.insert(e->symbol).second)
        reads.push_back(read(e->symbol));
    });
    return reads;
  }

  static bool reads_memory(const Expr* expr) {
    bool found = false;
    ir::walk(expr, [&](const Expr* e) { found = found || ir::reads_memory(e); });
    return found;
  }

  // What makes `expr` known to the host, which then asks for a variable where it reads memory.
  Sequence fetch(const Expr*& expr, Location location) {
    if (!expr || !reads_memory(expr)) return reads_of(expr);
    ir::Type type;
    type.scalar = expr->scalar;
    const Symbol* cell = program_.arena->symbol("looked_up", type);
    program_.add({mapped::StorageKind::Cell, mapped::StorageOwner::Workspace, cell});
    cells_.insert(cell);
    Control* run = program_.control(ControlKind::Run, location);
    run->stage = program_.stage("look_up", "one thread copies a value for the host");
    ir::Stmt* store = program_.arena->stmt(ir::StmtKind::Store, location);
    store->target = program_.arena->reference(cell);
    store->value = expr;
    store->access = ir::Access::Plain;
    run->stage->body.push_back(store);
    expr = store->target;
    return {run, read(cell)};
  }

  static void append(Sequence& to, const Sequence& from) { to.insert(to.end(), from.begin(), from.end()); }

  void sequence(Sequence& controls) {
    Sequence result;
    for (Control* control : controls) {
      sequence(control->body);
      sequence(control->other);
      const Sequence condition = fetch(control->condition, control->location);
      const bool once = control->kind == ControlKind::If || control->kind == ControlKind::Expect;
      if (once || control->kind == ControlKind::While) append(result, condition);
      if (!once) append(control->body, condition);  // asked at the end of each round
      if (control->kind != ControlKind::Expect)
        append(result, fetch(control->value, control->location));  // it is part of the condition
      result.push_back(control);
    }
    controls = std::move(result);
  }

  mapped::Program& program_;
  std::set<const Symbol*> cells_;
};

}  // namespace

void read_cells(mapped::Program& program) { ReadCells(program).run(); }

}  // namespace maxwarp::mapping
