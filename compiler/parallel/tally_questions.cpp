// `most`: the highest count, then the smallest key that has it. `absent`: the smallest number without a mark.
// `h_index`: halving, each half counted by a parallel loop, so that every entry is looked at once or twice.
#include "compiler/parallel/tally_questions.h"

#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

using ir::BinaryOp;
using ir::Builtin;
using ir::ExprKind;
using ir::Reduction;
using ir::Scalar;
using ir::Tally;

Control* TallyQuestions::add(ControlKind kind, Location location, Sequence& into) {
  program_.controls.push_back(Control{});
  Control* node = &program_.controls.back();
  node->kind = kind;
  node->location = location;
  into.push_back(node);
  return node;
}

void TallyQuestions::set(const Symbol* symbol, const Expr* value, Location location, Sequence& into) {
  const bool cell = cells_.count(symbol) != 0;
  Control* node = add(cell ? ControlKind::Set : ControlKind::Let, location, into);
  node->symbol = symbol;
  node->target = cell ? arena_.reference(symbol) : nullptr;
  node->value = value;
}

const Symbol* TallyQuestions::variable(const std::string& name) {
  ir::Type type;
  type.scalar = Scalar::Long;
  return arena_.symbol(name, type);
}

const Symbol* TallyQuestions::cell(const std::string& name, Scalar scalar) {
  ir::Type type;
  type.scalar = scalar;
  const Symbol* symbol = arena_.symbol(name, type);
  cells_.insert(symbol);
  program_.cells.push_back(symbol);
  return symbol;
}

std::pair<Control*, const Expr*> TallyQuestions::range(const std::string& name, const Expr* low, const Expr* high,
                                                       Location location, Sequence& into) {
  Control* loop = add(ControlKind::Region, location, into);
  Region& region = loop->region;
  region.domain = Domain::Range;
  region.name = unique_name_(name);
  region.location = location;
  region.item = arena_.local("i", Scalar::Long, ir::SymbolKind::LoopIndex);
  region.low = low;
  region.high = high;
  return {loop, arena_.reference(region.item)};
}

void TallyQuestions::reduce(Control* loop, const Expr* condition, const Symbol* target, Reduction reduction,
                            const Expr* value) {
  ir::Stmt* update = arena_.stmt(ir::StmtKind::Reduce, loop->location);
  update->target = arena_.reference(target);
  update->reduction = reduction;
  update->value = value;
  update->sum.within = true;  // counts add up to no more than there are entries
  loop->region.body = {update};
  if (!condition) return;
  ir::Stmt* test = arena_.stmt(ir::StmtKind::If, loop->location);
  test->condition = condition;
  test->body = {update};
  loop->region.body = {test};
}

void TallyQuestions::clear(const Tally& tally, Location location, Sequence& into) {
  for (const Symbol* array : {tally.keys, tally.counts}) {
    if (!array) continue;
    Control* fill = add(ControlKind::Fill, location, into);
    fill->symbol = array;
    fill->value = array == tally.keys ? no_key(arena_, array->type.scalar) : zero(arena_, array->type.scalar);
  }
}

const Expr* TallyQuestions::ask(const Expr* question, const Tally& tally, const Expr* otherwise, Sequence& into) {
  switch (question->builtin) {
    case Builtin::Most: return most(question, tally, otherwise, into);
    case Builtin::Absent: return absent(question, tally, into);
    case Builtin::SumOf: return sum_of(question, tally, otherwise, into);
    default: return h_index(question, tally, into);
  }
}

const Expr* TallyQuestions::most(const Expr* question, const Tally& tally, const Expr* otherwise, Sequence& into) {
  const std::string& name = question->operands[0]->symbol->name;
  const Scalar key_type = tally.keys->type.scalar, count_type = tally.counts->type.scalar;
  const Symbol *highest = cell(name + "_highest", count_type), *winner = cell("most_" + name, key_type);
  const Expr *none = no_key(arena_, count_type), *zero = arena_.integer(0, Scalar::Long);
  set(highest, none, question->location, into);
  set(winner, arena_.expr(ExprKind::Infinity, key_type), question->location, into);
  const auto counted = [&](const Expr* i) {
    return arena_.binary(BinaryOp::Ne, arena_.element(tally.keys, i), no_key(arena_, key_type), Scalar::Bool);
  };
  const auto [count, i] = range("find_" + name + "_highest", zero, tally.size, question->location, into);
  reduce(count, counted(i), highest, Reduction::Max, arena_.element(tally.counts, i));
  const auto [find, k] = range("find_most_" + name, zero, tally.size, question->location, into);
  const Expr* wins = arena_.binary(BinaryOp::Eq, arena_.element(tally.counts, k), arena_.reference(highest),
                                   Scalar::Bool);
  const Expr* key = arena_.element(tally.keys, k);
  if (key_type == Scalar::Int || key_type == Scalar::Long) {
    // The last entry is that of the smallest key, whatever stands there.
    const Expr* last = arena_.binary(BinaryOp::Sub, tally.size, arena_.integer(1, Scalar::Long), Scalar::Long);
    ir::Expr* own = arena_.expr(ExprKind::Conditional, key_type);
    own->operands = {arena_.binary(BinaryOp::Eq, k, last, Scalar::Bool), no_key(arena_, key_type), key};
    key = own;
  }
  reduce(find, arena_.binary(BinaryOp::And, counted(k), wins, Scalar::Bool), winner, Reduction::Min, key);
  ir::Expr* answer = arena_.expr(ExprKind::Conditional, key_type, question->location);
  answer->operands = {arena_.binary(BinaryOp::Ne, arena_.reference(highest), none, Scalar::Bool),
                      arena_.reference(winner), otherwise};
  return answer;
}

const Expr* TallyQuestions::sum_of(const Expr* question, const Tally& tally, const Expr* key, Sequence& into) {
  const std::string name = question->operands[0]->symbol->name + "_sum";
  const Symbol* answer = cell(name, question->scalar);
  const Location place = question->location;
  const auto [once, i] = range("find_" + name, arena_.integer(0, Scalar::Long), arena_.integer(1, Scalar::Long), place,
                               into);
  ir::Stmt* look = arena_.stmt(ir::StmtKind::Ask, place);
  look->tally = &tally;
  look->symbol = arena_.local(name, question->scalar);
  look->value = arena_.call(Builtin::SumOf, question->scalar, {arena_.reference(tally.view), key});
  ir::Stmt* keep = arena_.stmt(ir::StmtKind::Store, place);
  keep->target = arena_.reference(answer);
  keep->value = arena_.reference(look->symbol);
  once->region.body = {look, keep};
  return arena_.reference(answer);
}

const Expr* TallyQuestions::narrowed(const Expr* value, Scalar scalar) {
  if (scalar == Scalar::Long) return value;
  return arena_.convert(arena_.call(Builtin::Min, Scalar::Long, {value, arena_.integer(2147483647, Scalar::Long)}),
                        scalar);
}

const Expr* TallyQuestions::absent(const Expr* question, const Tally& tally, Sequence& into) {
  const std::string name = "absent_" + question->operands[0]->symbol->name;
  const Symbol* least = cell(name, Scalar::Long);
  set(least, arena_.expr(ExprKind::Infinity, Scalar::Long), question->location, into);
  const auto [loop, i] = range("find_" + name, arena_.integer(0, Scalar::Long), tally.size, question->location, into);
  const Expr* free = arena_.binary(BinaryOp::Eq, arena_.element(tally.counts, i), arena_.integer(0), Scalar::Bool);
  reduce(loop, free, least, Reduction::Min, i);
  return narrowed(arena_.reference(least), question->scalar);
}

const Expr* TallyQuestions::h_index(const Expr* question, const Tally& tally, Sequence& into) {
  const std::string name = "h_index_" + question->operands[0]->symbol->name;
  const Location place = question->location;
  const Expr* one = arena_.integer(1, Scalar::Long);
  const auto sum = [&](const Expr* a, const Expr* b) { return arena_.binary(BinaryOp::Add, a, b, Scalar::Long); };
  const auto difference = [&](const Expr* a, const Expr* b) {
    return arena_.binary(BinaryOp::Sub, a, b, Scalar::Long);
  };
  const Symbol *low = variable(name), *high = variable(name + "_high"), *above = variable(name + "_above");
  const Symbol *middle = variable(name + "_middle"), *from_middle = cell(name + "_from_middle", Scalar::Long);
  set(low, arena_.integer(0, Scalar::Long), place, into);
  set(high, difference(tally.size, one), place, into);
  set(above, arena_.integer(0, Scalar::Long), place, into);  // keys above `high`
  Control* halving = add(ControlKind::While, place, into);
  halving->condition = arena_.binary(BinaryOp::Lt, arena_.reference(low), arena_.reference(high), Scalar::Bool);
  Sequence& body = halving->body;
  const Expr* length = sum(difference(arena_.reference(high), arena_.reference(low)), one);
  set(middle,
      sum(arena_.reference(low), arena_.binary(BinaryOp::Div, length, arena_.integer(2, Scalar::Long), Scalar::Long)),
      place, body);
  set(from_middle, arena_.reference(above), place, body);
  const auto [loop, i] = range("find_" + name, arena_.reference(middle), sum(arena_.reference(high), one), place, body);
  reduce(loop, nullptr, from_middle, Reduction::Add, arena_.element(tally.counts, i));
  Control* choice = add(ControlKind::If, place, body);
  choice->condition = arena_.binary(BinaryOp::Ge, arena_.reference(from_middle), arena_.reference(middle),
                                    Scalar::Bool);
  set(low, arena_.reference(middle), place, choice->body);
  set(above, arena_.reference(from_middle), place, choice->other);
  set(high, difference(arena_.reference(middle), one), place, choice->other);
  return narrowed(arena_.reference(low), question->scalar);
}

}  // namespace maxwarp::parallel
