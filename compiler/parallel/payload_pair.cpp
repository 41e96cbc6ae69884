// PayloadPairs become pairs: reads take their part, writes keep the other part, neighboring fills become one.
#include "compiler/parallel/payload_pair.h"

#include <algorithm>

#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {
namespace {

using ir::Arena;
using ir::Builtin;
using ir::ExprKind;
using ir::Space;

void find(Arena& arena, const checked::Block& block, PayloadPairs& couples) {
  for (const checked::Stmt* stmt : block) {
    find(arena, stmt->body, couples);
    find(arena, stmt->other, couples);
    if (!stmt->payload || couples.count(stmt->target->symbol)) continue;
    const Symbol *value = stmt->target->symbol, *payload = stmt->payload_target->symbol;
    ir::Type type = value->type;
    type.scalar = pair_of(value->type.scalar, payload->type.scalar);
    const PayloadPair couple{value, payload, arena.symbol(value->name + "_" + payload->name, type)};
    couples[value] = couples[payload] = couple;
  }
}

class Keeper {
 public:
  Keeper(Program& program, const PayloadPairs& couples) : program_(program), couples_(couples) {}

  void run() {
    sequence(program_.body);
    for (const auto& [symbol, couple] : couples_)
      if (symbol == couple.value) begin(couple);
    for (Control& control : program_.controls) rewrite_control(control);
    for (const auto& [symbol, couple] : couples_)
      if (symbol == couple.value) store(couple);
  }

 private:
  Arena& arena() { return *program_.arena; }

  const PayloadPair* couple_of(const Symbol* symbol) const {
    const auto found = couples_.find(symbol);
    return found == couples_.end() ? nullptr : &found->second;
  }

  // ---- Expressions ----

  const Expr* reading(const Expr* expr) {
    return ir::rewrite(arena(), expr, [&](const Expr* e) -> const Expr* {
      const PayloadPair* couple = e->kind == ExprKind::Element || e->kind == ExprKind::Reference ? couple_of(e->symbol)
                                                                                                 : nullptr;
      return couple ? part(e, e->symbol == couple->value) : nullptr;
    });
  }

  const Expr* part(const Expr* place, bool first) {
    return arena().call(first ? Builtin::First : Builtin::Second, place->scalar, {pair_at(place)});
  }

  const Expr* pair_at(const Expr* place) {
    ir::Expr* pair = arena().expr(place->kind, couple_of(place->symbol)->pair->type.scalar, place->location);
    pair->symbol = couple_of(place->symbol)->pair;
    pair->latest = place->latest;
    for (const Expr* operand : place->operands) pair->operands.push_back(reading(operand));
    return pair;
  }

  // `place = value` of one part keeps the other.
  void write(const Expr*& place, const Expr*& value) {
    const Expr* written = reading(value);
    const PayloadPair* couple = couple_of(place->symbol);
    const Expr* whole = pair_at(place);
    const auto other = [&](Builtin which, const Symbol* symbol) {
      return arena().call(which, symbol->type.scalar, {whole});
    };
    value = place->symbol == couple->value ? arena().pair(written, other(Builtin::Second, couple->payload))
                                           : arena().pair(other(Builtin::First, couple->value), written);
    place = whole;
  }

  void rewrite_body(const ir::Body& body) {
    for (ir::Stmt* stmt : body) {
      if (stmt->kind == ir::StmtKind::Store && couple_of(stmt->target->symbol)) {
        write(stmt->target, stmt->value);
        stmt->uniform = false;
      }
      for (const Expr** slot : ir::expression_slots(stmt)) *slot = reading(*slot);
      rewrite_body(stmt->body);
      rewrite_body(stmt->other);
    }
  }

  // ---- Control ----

  void rewrite_control(Control& control) {
    if (control.kind == ControlKind::Set && couple_of(control.target->symbol)) write(control.target, control.value);
    for (const Expr** expr : {&control.target, &control.value, &control.condition, &control.from_where, &control.by,
                              &control.region.low, &control.region.high, &control.region.step})
      *expr = reading(*expr);
    for (const Expr*& node : control.from) node = reading(node);
    rewrite_body(control.region.body);
  }

  Control* make(ControlKind kind, Location location) {
    program_.controls.push_back(Control{});
    program_.controls.back().kind = kind;
    program_.controls.back().location = location;
    return &program_.controls.back();
  }

  // Fills of the two beside each other fill the pairs; a fill of one alone is a loop that keeps the other.
  void sequence(Sequence& controls) {
    for (std::size_t i = 0; i < controls.size(); ++i) {
      sequence(controls[i]->body);
      sequence(controls[i]->other);
      Control* fill = controls[i];
      const PayloadPair* couple = fill->kind == ControlKind::Fill ? couple_of(fill->symbol) : nullptr;
      if (!couple) continue;
      const Control* next = i + 1 < controls.size() ? controls[i + 1] : nullptr;
      const bool both = next && next->kind == ControlKind::Fill && next->symbol != fill->symbol &&
                        couple_of(next->symbol) && couple_of(next->symbol)->pair == couple->pair;
      if (!both) {
        fill_part(*fill, *couple);
        continue;
      }
      const bool value_first = fill->symbol == couple->value;
      fill->value = arena().pair(value_first ? fill->value : next->value, value_first ? next->value : fill->value);
      fill->symbol = couple->pair;
      controls.erase(controls.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  void fill_part(Control& fill, const PayloadPair& couple) {
    ir::Stmt* store = arena().stmt(ir::StmtKind::Store, fill.location);
    each_node(fill, "fill_" + fill.symbol->name, {store});
    store->target = arena().element(fill.symbol, arena().reference(fill.region.item));
    store->value = fill.value;
    fill.value = nullptr;
    fill.symbol = couple.pair;
  }

  void each_node(Control& control, const std::string& name, ir::Body body) {
    control.kind = ControlKind::Region;
    control.region.domain = Domain::Nodes;
    control.region.name = name;
    control.region.location = control.location;
    control.region.item = arena().local("v", ir::Scalar::Node, ir::SymbolKind::LoopNode);
    control.region.body = std::move(body);
  }

  // ---- Storage ----

  static bool is_result(const Symbol* symbol) { return symbol->kind == ir::SymbolKind::Result; }

  // A write of one part reads the other, so the pairs have to be there before the first.
  void begin(const PayloadPair& couple) {
    for (const Control* control : program_.body) {
      if (control->kind == ControlKind::Fill && control->symbol == couple.pair) return;
      if (control->kind != ControlKind::Fill && control->kind != ControlKind::Set && control->kind != ControlKind::Let)
        break;
      if (control->symbol && couples_.count(control->symbol)) break;
    }
    const bool single = couple.pair->type.space == Space::Global;
    Control* first = make(single ? ControlKind::Set : ControlKind::Fill, program_.algorithm->location);
    first->symbol = couple.pair;
    first->target = single ? arena().reference(couple.pair) : nullptr;
    first->value = zero(arena(), couple.pair->type.scalar);
    program_.body.insert(program_.body.begin(), first);
  }

  void store(const PayloadPair& couple) {
    const bool single = couple.pair->type.space == Space::Global;
    auto& list = single ? program_.cells : program_.properties;
    std::erase_if(list, [&](const Symbol* symbol) { return symbol == couple.value || symbol == couple.payload; });
    list.push_back(couple.pair);
    if (is_result(couple.value) || is_result(couple.payload)) single ? take_apart_value(couple) : take_apart(couple);
  }

  void take_apart(const PayloadPair& couple) {
    Control* control = make(ControlKind::Region, program_.algorithm->location);
    each_node(*control, "take_apart_" + couple.pair->name, {});
    for (const Symbol* symbol : {couple.value, couple.payload}) {
      if (!is_result(symbol)) continue;
      ir::Stmt* store = arena().stmt(ir::StmtKind::Store, control->location);
      store->target = arena().element(symbol, arena().reference(control->region.item));
      store->value = reading(store->target);
      control->region.body.push_back(store);
    }
    program_.body.push_back(control);
  }

  void take_apart_value(const PayloadPair& couple) {
    for (const Symbol* symbol : {couple.value, couple.payload}) {
      if (!is_result(symbol)) continue;
      Control* control = make(ControlKind::Let, program_.algorithm->location);
      control->symbol = symbol;
      control->value = reading(arena().reference(symbol));
      program_.body.push_back(control);
    }
  }

  Program& program_;
  const PayloadPairs& couples_;
};

}  // namespace

PayloadPairs find_couples(Arena& arena, const checked::Block& algorithm) {
  PayloadPairs couples;
  find(arena, algorithm, couples);
  return couples;
}

const Expr* place_of_pair(Arena& arena, const PayloadPairs& couples, const Expr* place) {
  const auto found = couples.find(place->symbol);
  if (found == couples.end()) return place;
  ir::Expr* pair = arena.expr(place->kind, found->second.pair->type.scalar, place->location);
  pair->symbol = found->second.pair;
  pair->operands = place->operands;
  return pair;
}

void keep_as_pairs(Program& program, const PayloadPairs& couples) { Keeper(program, couples).run(); }

}  // namespace maxwarp::parallel
