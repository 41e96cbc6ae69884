// Statements other than loops, and the way from arguments to results.
#include "tools/interpreter/machine.h"

namespace maxwarp::interpreter {

using checked::Expr;
using checked::Reduction;
using checked::Scalar;
using checked::Space;
using checked::Stmt;
using checked::StmtKind;
using checked::Symbol;

namespace {

template <typename T>
Value read(const void* data, std::int64_t i) {
  return whole(static_cast<const T*>(data)[i]);
}

Value stored(Scalar scalar, const void* data, std::int64_t i) {
  switch (scalar) {
    case Scalar::Long:
    case Scalar::Bits:
    case Scalar::Edge: return read<std::int64_t>(data, i);
    case Scalar::Float: return real(static_cast<const float*>(data)[i]);
    case Scalar::Double: return real(static_cast<const double*>(data)[i]);
    default: return read<std::int32_t>(data, i);
  }
}

void put(Scalar scalar, void* data, std::int64_t i, const Value& value) {
  switch (scalar) {
    case Scalar::Long:
    case Scalar::Bits:
    case Scalar::Edge: static_cast<std::int64_t*>(data)[i] = value.first.integer; return;
    case Scalar::Float: static_cast<float*>(data)[i] = static_cast<float>(value.first.real); return;
    case Scalar::Double: static_cast<double*>(data)[i] = value.first.real; return;
    default: static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(value.first.integer); return;
  }
}

}  // namespace

Value reduced(Reduction reduction, Scalar scalar, const Value& old, const Value& value, bool parallel) {
  switch (reduction) {
    case Reduction::Min: return lowered(scalar, old, value);
    case Reduction::Max: return raised(scalar, old, value);
    case Reduction::Add: return binary(checked::BinaryOp::Add, scalar, old, value);
    case Reduction::Mul:
      if (parallel) return multiplied(scalar, old, value);
      return binary(checked::BinaryOp::Mul, scalar, old, value);
    case Reduction::Or: return binary(checked::BinaryOp::Or, scalar, old, value);
    case Reduction::And: return binary(checked::BinaryOp::And, scalar, old, value);
    default: return value;  // Any, Exchange
  }
}

void Machine::take_arguments() {
  for (std::size_t i = 0; i < algorithm_.parameters.size(); ++i) {
    const Symbol& symbol = *algorithm_.parameters[i];
    const Argument& argument = call_.arguments[i];
    Place& place = places_[&symbol];
    if (symbol.type.space == Space::Global && !symbol.type.is_set) {
      place.values = {{{argument.scalar.integer, argument.scalar.real}, {}}};
      continue;
    }
    for (std::int64_t k = 0; k < argument.count; ++k)
      place.values.push_back(stored(symbol.type.scalar, argument.data, k));
    for (std::size_t d = 0; d < symbol.type.extents.size(); ++d) place.extents.push_back(argument.extents[d]);
  }
  for (const Symbol* length : algorithm_.lengths) {
    const checked::LengthBinding binding = algorithm_.bindings.at(length);
    places_[length].values = {whole(call_.arguments[binding.parameter].extents[binding.dimension])};
  }
}

void Machine::run() {
  for (const Symbol* result : algorithm_.results) fill(*result, nullptr);
  block(algorithm_.body);
}

void Machine::give_results() {
  for (std::size_t i = 0; i < algorithm_.results.size(); ++i) {
    const Symbol& symbol = *algorithm_.results[i];
    const std::vector<Value>& values = places_[&symbol].values;
    if (symbol.type.space == Space::Global && !symbol.type.is_marks) {
      call_.scalar_results[i] = {values[0].first.integer, values[0].first.real};
      continue;
    }
    for (std::size_t k = 0; k < values.size(); ++k)
      put(symbol.type.scalar, call_.result_data[i], static_cast<std::int64_t>(k), values[k]);
  }
}

Value& Machine::single(const Symbol& symbol) {
  Place& place = places_[&symbol];
  if (place.values.empty()) place.values = {zero_of(symbol.type.scalar)};
  return place.values[0];
}

Flow Machine::block(const checked::Block& statements) {
  for (const Stmt* stmt : statements)
    if (statement(*stmt) == Flow::Break) return Flow::Break;
  return Flow::On;
}

Flow Machine::statement(const Stmt& stmt) {
  tick();
  switch (stmt.kind) {
    case StmtKind::Declare: declare(stmt); break;
    case StmtKind::Fill: fill(*stmt.symbol, stmt.value); break;
    case StmtKind::Assign: {
      const Value value = evaluate(*stmt.value);
      store(element(*stmt.target), value);
      break;
    }
    case StmtKind::Reduce: stmt.target->symbol->type.is_tally ? count(stmt) : reduce(stmt); break;
    case StmtKind::If: return block(evaluate(*stmt.condition).first.integer ? stmt.body : stmt.other);
    case StmtKind::Foreach: stmt.loop.after ? ordered_loop(stmt) : foreach_loop(stmt); break;
    case StmtKind::Iterate: iterate(stmt); break;
    case StmtKind::Repeat: return repeat(stmt);
    case StmtKind::While: while_loop(stmt); break;
    case StmtKind::For: for_loop(stmt); break;
    case StmtKind::Activate: activate(node(*stmt.value)); break;
    case StmtKind::Break: return Flow::Break;
    case StmtKind::Assert:
      if (!evaluate(*stmt.condition).first.integer) assertion_failed(stmt);
      break;
  }
  return Flow::On;
}

void Machine::declare(const Stmt& stmt) {
  const Symbol& symbol = *stmt.symbol;
  if (symbol.type.is_tally) {
    places_[&symbol].counts.clear();
    return;
  }
  const bool is_single = symbol.type.space == Space::Global || symbol.type.space == Space::Local;
  if (!is_single || symbol.type.is_marks) return fill(symbol, stmt.value);
  const Value value = stmt.value ? evaluate(*stmt.value) : zero_of(symbol.type.scalar);
  places_[&symbol].values = {value};
  depth_[&symbol] = parallel_;
}

/// How many values the symbol has; sets the extents of an array.
std::int64_t Machine::length(const Symbol& symbol, Place& place) {
  switch (symbol.type.space) {
    case Space::Node: return graph_.nodes;
    case Space::Edge: return graph_.edges;
    case Space::Array: break;
    default: return symbol.type.is_marks ? graph_.nodes : 1;
  }
  std::int64_t count = 1;
  place.extents.clear();
  for (const Expr* extent : symbol.type.extents) {
    const std::int64_t one = std::max<std::int64_t>(0, place.extents.emplace_back(evaluate(*extent).first.integer));
    if (__builtin_mul_overflow(count, one, &count)) wrong_at(symbol.location, "`" + symbol.name + "` is too large");
  }
  return count;
}

/// Every element by the value at its own place: the values are all found before the first is written.
void Machine::fill(const Symbol& symbol, const Expr* value) {
  const std::int64_t count = length(symbol, places_[&symbol]);
  std::vector<Value> values(static_cast<std::size_t>(count), zero_of(symbol.type.scalar));
  for (filled_ = 0; value && filled_ < count; ++filled_) values[static_cast<std::size_t>(filled_)] = evaluate(*value);
  places_[&symbol].values = std::move(values);
}

void Machine::reduce(const Stmt& stmt) {
  const Value value = evaluate(*stmt.value);
  const Value payload = stmt.payload ? evaluate(*stmt.payload) : Value{};
  if (collect(stmt, value)) return;
  const Element target = element(*stmt.target),
                payload_target = stmt.payload ? element(*stmt.payload_target) : Element{};
  const Value old = update({stmt, target, value, payload_target, payload});
  const Scalar scalar = stmt.target->scalar;
  if (stmt.changed) {
    const Value now = reduced(stmt.reduction, scalar, old, value, parallel_ > 0);
    places_[stmt.changed].values = {whole(differ(scalar, old, now))};
  }
  if (stmt.old) places_[stmt.old].values = {old};
}

Value Machine::update(const Update& update) {
  const Scalar scalar = update.stmt.target->scalar;
  Value& target = at(update.target);
  const Value old = target;
  target = reduced(update.stmt.reduction, scalar, old, update.value, parallel_ > 0);
  if (update.stmt.payload && differ(scalar, old, target)) at(update.payload_target) = update.payload;
  return old;
}

/// Whether the value is one of a sum that is exact until its loop is done: of a single integer from outside of the
/// loop, where nobody asks for the value before.
bool Machine::collect(const Stmt& stmt, const Value& value) {
  const Symbol& symbol = *stmt.target->symbol;
  const bool integer = symbol.type.scalar == Scalar::Int || symbol.type.scalar == Scalar::Long;
  const bool sum = stmt.reduction == Reduction::Add && stmt.target->kind == checked::ExprKind::Reference && integer;
  if (!sum || stmt.changed || stmt.old || parallel_ == depth_[&symbol]) return false;
  Collected& collected = collected_[&symbol];
  if (value.first.integer == infinity_of(symbol.type.scalar).first.integer)
    collected.infinite = true;
  else
    collected.sum += value.first.integer;
  return true;
}

/// A parallel loop is done: what it has collected for names from outside of it.
void Machine::settle() {
  std::erase_if(collected_, [&](const auto& entry) {
    const auto& [symbol, collected] = entry;
    if (depth_[symbol] != parallel_) return false;
    Value& place = single(*symbol);
    place = collected.infinite ? infinity_of(symbol->type.scalar) : added(symbol->type.scalar, place, collected.sum);
    return true;
  });
}

void Machine::count(const Stmt& stmt) {
  const std::int64_t key = evaluate(*stmt.target->operands[0]).first.integer;
  count(*stmt.target->symbol, key, evaluate(*stmt.value));
}

void Machine::count(const Symbol& tally, std::int64_t key, const Value& amount) {
  const Scalar scalar = sum_type(tally);
  Value& counted = places_[&tally].counts.try_emplace(key, zero_of(scalar)).first->second;
  counted = binary(checked::BinaryOp::Add, scalar, counted, amount);
}

/// Expressions and statements are counted: a program of small loops that goes on for this long never ends.
void Machine::tick() {
  if (--steps_left_ < 0)
    throw Stop{{StatusCode::TooManyRounds, 0, "400 steps of the interpreter for each, a million unless given"}};
}

bool Machine::holds(const Expr& condition, std::int64_t element) {
  filled_ = element;
  return evaluate(condition).first.integer != 0;
}

Status interpret(const checked::Algorithm& algorithm, Call& call, Order order) {
  Machine machine(algorithm, call, order);
  try {
    machine.take_arguments();
    machine.run();
  } catch (const Stop& stop) {
    return stop.status;
  }
  machine.give_results();
  call.rounds = machine.rounds();
  return {};
}

ScalarValue value_of(const checked::Algorithm& algorithm, const Expr& expr, const Call& call) {
  Machine machine(algorithm, call, {});
  if (call.arguments) machine.take_arguments();
  const Value value = machine.evaluate(expr);
  return {value.first.integer, value.first.real};
}

std::int64_t first_fault(const checked::Algorithm& algorithm, const checked::Condition& condition, const Call& call,
                         std::int64_t begin, std::int64_t end) {
  Machine machine(algorithm, call, {});
  machine.take_arguments();
  for (std::int64_t i = begin; i < end; ++i)
    if (!machine.holds(*condition.holds, i)) return i;
  return -1;
}

}  // namespace maxwarp::interpreter
