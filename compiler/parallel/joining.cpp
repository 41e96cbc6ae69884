// Takes in the text of the library. Where nodes begin with their own numbers and the smallest is looked for, the
// property itself holds the trees; else they have an array of their own, and their roots carry the reduction.
#include "compiler/parallel/joining.h"

#include <algorithm>
#include <cassert>

namespace maxwarp::parallel {
namespace {

using ir::BinaryOp;
using ir::Scalar;
using ir::StmtKind;

/// What readers of the generated text are told of the regions of the library, by their labels.
constexpr std::pair<const char*, const char*> purposes[] = {
    {"own", "each node is a tree of its own"},
    {"sample", "joins the trees along the first edges of each node"},
    {"shorten", "each node finds its root"},
    {"look", "the roots of some nodes"},
    {"vote", "the root of many of them is that of the giant tree"},
    {"join", "joins the trees along the edges that are left"},
    {"flatten", "each node gets its root"},
};

const char* purpose_of(const std::string& label) {
  for (const auto& [name, purpose] : purposes)
    if (label == name) return purpose;
  assert(false && "each region of the library has a purpose");
  return "";
}

// What the loop is called in a mapping, be it by its name, goes for all regions that take its place.
std::string label_of(const checked::Stmt* loop, const std::string& name) {
  return loop->loop.label.empty() ? name : loop->loop.label;
}

Expr* copy_of(ir::Arena& arena, const Expr* expr) {
  Expr* copy = arena.expr(expr->kind, expr->scalar, expr->location);
  *copy = *expr;
  return copy;
}

class TakingIn {
 public:
  TakingIn(Controls& controls, const checked::Stmt* loop, const Joining& joining, const Symbol* root)
      : controls_(controls), arena_(controls.arena()), loop_(loop), joining_(joining), root_(root) {
    const checked::Algorithm& library = joins_of(*controls.program_->algorithm, joining);
    result_ = library.results.front();
    parameter_ = library.parameters.empty() ? nullptr : library.parameters.front();
  }

  void run(Sequence& sequence, const std::string& name) {
    for (Control* control : sequence) {
      control->location = loop_->location;
      for (const Expr** expr : {&control->target, &control->value, &control->condition}) *expr = known(*expr);
      if (control->kind == ControlKind::Region) region(control->region, name);
      run(control->body, name);
    }
  }

 private:
  void region(Region& region, const std::string& name) {
    region.purpose = purpose_of(region.label);
    region.name = controls_.unique_name(name + "_" + region.label);
    region.label = label_of(loop_, name);
    region.location = loop_->location;
    if (region.separate.erase(result_) != 0) region.separate.insert(root_);
    for (const Expr** expr : {&region.low, &region.high, &region.step}) *expr = known(*expr);
    region.body = ir::clone(arena_, region.body, [this](const Expr* e) { return replaced(e); });
  }

  const Expr* known(const Expr* expr) {
    return expr ? ir::rewrite(arena_, expr, [this](const Expr* e) { return replaced(e); }) : nullptr;
  }

  const Expr* replaced(const Expr* expr) {
    if (!expr->symbol) return nullptr;
    if (expr->symbol == parameter_) return arena_.integer(joining_.sample);
    if (expr->symbol != result_) return nullptr;
    Expr* element = copy_of(arena_, expr);
    element->symbol = root_;
    for (const Expr*& operand : element->operands) operand = known(operand);
    return element;
  }

  Controls& controls_;
  ir::Arena& arena_;
  const checked::Stmt* loop_;
  const Joining& joining_;
  const Symbol* root_;
  const Symbol *result_, *parameter_;
};

/// `foreach node v { let r = root[v]; if r != v { … } }`; roots have nothing to do.
class ByRoots {
 public:
  ByRoots(Controls& controls, const checked::Stmt* loop, const Joining& joining, const Symbol* root)
      : controls_(controls), arena_(controls.arena()), loop_(loop), joining_(joining), root_(root) {}

  /// Roots get the reduction of all values of their trees (`up`), or all nodes are offered what their root has.
  void pass(bool up, const std::string& name, Sequence& into) {
    const Symbol* node = arena_.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
    const Symbol* above = arena_.local("r", Scalar::Node);
    ir::Stmt* find = arena_.stmt(StmtKind::Declare, loop_->location);
    find->symbol = above;
    find->value = arena_.element(root_, arena_.reference(node));
    ir::Stmt* offer = arena_.stmt(StmtKind::Reduce, loop_->location);
    offer->reduction = joining_.reduction;
    offer->target = at(up ? above : node);
    offer->value = latest(up ? node : above);
    ir::Stmt* guard = arena_.stmt(StmtKind::If, loop_->location);
    guard->condition = arena_.binary(BinaryOp::Ne, arena_.reference(above), arena_.reference(node), Scalar::Bool);
    guard->body = {offer};
    Region& region = controls_.region(loop_, name, node, into);
    region.purpose = up ? "roots get what the nodes of their trees have" : "nodes get what their roots have";
    region.body = {find, guard};
  }

 private:
  const Expr* at(const Symbol* node) { return arena_.element(joining_.property, arena_.reference(node)); }

  // Others change elements of the property meanwhile, this one too as far as the compiler knows.
  const Expr* latest(const Symbol* node) {
    Expr* element = copy_of(arena_, at(node));
    element->latest = true;
    return element;
  }

  Controls& controls_;
  ir::Arena& arena_;
  const checked::Stmt* loop_;
  const Joining& joining_;
  const Symbol* root_;
};

}  // namespace

const checked::Algorithm& joins_of(const checked::Algorithm& algorithm, const Joining& joining) {
  const auto& list = algorithm.program->replacements;
  const auto found = std::ranges::find(list, joining.sample > 0 ? "joined_samples" : "joined_edges",
                                       [](const auto& one) { return std::string_view(one->name); });
  assert(found != list.end() && "a program with an `iterate` has what may take its place");
  return **found;
}

void finish_union(Controls& controls, const checked::Stmt* loop, const Joining& joining, Control& made) {
  const Body operation = lower_operator(controls.arena(), loop, loop->loop.variable, controls.surroundings());
  const std::string name = controls.unique_name(region_name(loop, operation));
  made.region.name = name;
  made.region.label = loop->loop.label;
  made.region.location = loop->location;
  if (!joining.own && !controls.root_) controls.root_ = controls.property("root", Scalar::Node);
  const Symbol* root = joining.own ? joining.property : controls.root_;
  if (joining.own)  // every node has its own number there
    std::erase_if(made.body, [](const Control* control) { return control->region.label == "own"; });
  // All elements of the library's arrays are written before they are read.
  std::erase_if(made.body, [](const Control* control) { return control->kind == ControlKind::Fill; });
  TakingIn(controls, loop, joining, root).run(made.body, name);
  if (joining.own) return;
  const std::size_t before = made.body.size();
  ByRoots by_roots(controls, loop, joining, root);
  by_roots.pass(true, name + "_carry", made.body);
  by_roots.pass(false, name + "_hand_out", made.body);
  for (std::size_t i = before; i < made.body.size(); ++i) made.body[i]->region.label = label_of(loop, name);
}

}  // namespace maxwarp::parallel
