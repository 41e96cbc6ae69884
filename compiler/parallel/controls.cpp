// Constructors of control nodes.
#include "compiler/parallel/controls.h"

namespace maxwarp::parallel {

namespace {

std::unique_ptr<Program> make_program(const checked::Algorithm& algorithm) {
  auto program = std::make_unique<Program>();
  program->algorithm = &algorithm;
  program->arena = std::make_shared<ir::Arena>();
  return program;
}

}  // namespace

Controls::Controls(const checked::Algorithm& algorithm)
    : program_(make_program(algorithm)), text_(&algorithm), tallies_(arena(), algorithm) {}

Control* Controls::control(ControlKind kind, Location location, Sequence& into) {
  program_->controls.push_back(Control{});
  Control* node = &program_->controls.back();
  node->kind = kind;
  node->location = location;
  into.push_back(node);
  return node;
}

void Controls::add_cell(const Symbol* symbol) {
  if (cells_.insert(symbol).second) program_->cells.push_back(symbol);
}

void Controls::fill(const Symbol* symbol, const Expr* value, Location location, Sequence& into) {
  Control* node = control(ControlKind::Fill, location, into);
  node->symbol = symbol;
  node->value = value;
}

void Controls::set(const Symbol* symbol, const Expr* value, Location location, Sequence& into) {
  if (!value) value = zero(arena(), symbol->type.scalar);
  const bool cell = cells_.count(symbol) != 0;
  Control* node = control(cell ? ControlKind::Set : ControlKind::Let, location, into);
  node->symbol = symbol;
  node->target = cell ? arena().reference(symbol) : nullptr;
  node->value = with_round(value);
}

Region& Controls::region(const checked::Stmt* from, const std::string& name, const Symbol* item, Sequence& into) {
  Region& region = control(ControlKind::Region, from->location, into)->region;
  region.label = from->loop.label;
  region.name = unique_name(name);
  region.location = from->location;
  region.item = item;
  return region;
}

std::string Controls::unique_name(const std::string& name) {
  const int count = ++names_[name];
  return count == 1 ? name : name + "_" + std::to_string(count);
}

const Expr* Controls::with_round(const Expr* expr) {
  const Expr* known = replace_builtin(arena(), answered(arena(), expr, answers_), ir::Builtin::Round, round_);
  return replace_builtin(arena(), known, ir::Builtin::Active, active_);
}

Surroundings Controls::surroundings() const { return {*text_, couples_, cells_, tallies_, answers_, round_}; }

const Symbol* Controls::scalar(const std::string& name, ir::Scalar type) {
  ir::Type global;
  global.scalar = type;
  return arena().symbol(name, global);
}

const Symbol* Controls::property(const std::string& name, ir::Scalar type) {
  ir::Type node;
  node.scalar = type;
  node.space = checked::Space::Node;
  program_->properties.push_back(arena().symbol(name, node));
  return program_->properties.back();
}

void note_findings(const checked::Algorithm& algorithm, const checked::Stmt* loop, Region& region) {
  if (const auto found = algorithm.separate.find(loop); found != algorithm.separate.end())
    region.separate = found->second;
  if (const auto found = algorithm.remembered.find(loop); found != algorithm.remembered.end())
    region.remembered = found->second;
  if (const auto found = algorithm.unordered.find(loop); found != algorithm.unordered.end())
    region.unordered = found->second;
  if (const auto found = algorithm.earlier.find(loop); found != algorithm.earlier.end()) region.earlier = found->second;
  if (const auto found = algorithm.unproved.find(loop); found != algorithm.unproved.end())
    region.unproved = found->second;
}

namespace {

bool relaxes(const ir::Stmt* stmt) {
  return stmt->kind == ir::StmtKind::Reduce && stmt->target->kind == ir::ExprKind::Element &&
         (stmt->reduction == ir::Reduction::Min || stmt->reduction == ir::Reduction::Max);
}

// The first statement that changes a property, else the first that changes a scalar of all, else null.
const ir::Stmt* main_effect(const Body& body) {
  const ir::Stmt *element = nullptr, *cell = nullptr;
  ir::walk(body, [&](const ir::Stmt* stmt) {
    const bool changes = stmt->kind == ir::StmtKind::Store || stmt->kind == ir::StmtKind::Reduce;
    if (!changes || ir::is_local(stmt->target)) return;
    const ir::Stmt*& first = stmt->target->kind == ir::ExprKind::Element ? element : cell;
    if (!first) first = stmt;
  });
  return element ? element : cell;
}

}  // namespace

std::string region_name(const checked::Stmt* loop, const Body& body) {
  if (!loop->loop.label.empty()) return loop->loop.label;
  if (loop->kind == checked::StmtKind::Iterate) {
    bool relaxing = false;
    ir::walk(body, [&](const ir::Stmt* stmt) { relaxing = relaxing || relaxes(stmt); });
    return relaxing ? "relax" : "expand";
  }
  const ir::Stmt* effect = main_effect(body);
  if (!effect) return "count";  // into a tally of the run
  const bool element = effect->target->kind == ir::ExprKind::Element;
  return (element ? "compute_" : "reduce_") + effect->target->symbol->name;
}

}  // namespace maxwarp::parallel
