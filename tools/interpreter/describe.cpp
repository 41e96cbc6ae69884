// The runner calls plain functions, which know nothing of a program: they find what they are for by their number.
#include "tools/interpreter/describe.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "compiler/support/sources.h"
#include "dsl/check/choices.h"
#include "dsl/check/print.h"
#include "dsl/check/raised.h"
#include "dsl/check/row_order.h"
#include "tools/interpreter/value.h"

namespace maxwarp::interpreter {

using checked::Space;
using checked::Symbol;

namespace {

/// The tables of one form of a program that its description points into.
struct Form {
  const checked::Algorithm* algorithm = nullptr;
  std::vector<ParameterInfo> parameters;
  std::vector<ResultInfo> results;
  std::vector<RequirementInfo> requirements;
  std::vector<ChoiceInfo> choices;
  Variant variant{};
  maxwarp::Algorithm description{};
};

/// A number of the run: the product of some expressions.
struct Product {
  const checked::Algorithm* algorithm;
  std::vector<const checked::Expr*> factors;
};

struct Current {
  std::array<Form, 2> forms;
  std::vector<Product> products;
  std::deque<std::vector<ExtentInfo>> tables;
  std::deque<std::string> texts;
  std::vector<std::pair<const checked::Algorithm*, const checked::Condition*>> conditions;
  std::deque<std::vector<int>> named;  // by each condition: places of parameters; by each choice: places of results
  Order order;
};

Current current;

template <std::size_t Number>
Status run(Call& call) {
  return interpret(*current.forms[Number].algorithm, call, current.order);
}

using Function = std::int64_t (*)(const Call&);

template <std::size_t Number>
std::int64_t product(const Call& call) {
  const Product& product = current.products[Number];
  std::int64_t value = 1;
  for (const checked::Expr* factor : product.factors) value *= value_of(*product.algorithm, *factor, call).integer;
  return value;
}

template <std::size_t Number>
std::int64_t fault(const Call& call, std::int64_t begin, std::int64_t end) {
  return first_fault(*current.conditions[Number].first, *current.conditions[Number].second, call, begin, end);
}

using FaultFunction = std::int64_t (*)(const Call&, std::int64_t, std::int64_t);

template <std::size_t... Numbers>
constexpr std::array<Function, sizeof...(Numbers)> functions(std::index_sequence<Numbers...>) {
  return {product<Numbers>...};
}
template <std::size_t... Numbers>
constexpr std::array<FaultFunction, sizeof...(Numbers)> fault_functions(std::index_sequence<Numbers...>) {
  return {fault<Numbers>...};
}

/// A function that gives the product. Beyond the number of functions that there are: null, and the runner takes no such
/// array.
Function function_for(Product product) {
  constexpr std::size_t most = 64;
  static constexpr auto by_number = functions(std::make_index_sequence<most>());
  current.products.push_back(std::move(product));
  return current.products.size() <= most ? by_number[current.products.size() - 1] : nullptr;
}

ValueSpace space(const Symbol& symbol) {
  if (symbol.type.is_set || symbol.type.is_marks) return ValueSpace::NodeSet;
  switch (symbol.type.space) {
    case Space::Node: return ValueSpace::Node;
    case Space::Edge: return ValueSpace::Edge;
    case Space::Array: return ValueSpace::Array;
    default: return ValueSpace::Global;
  }
}

const ExtentInfo* extent_table(const checked::Algorithm& algorithm, const Symbol& symbol) {
  std::vector<ExtentInfo>& table = current.tables.emplace_back();
  for (std::size_t i = 0; i < symbol.type.extents.size(); ++i) {
    const checked::Expr* expr = symbol.type.extents[i];
    table.push_back({current.texts.emplace_back(print_expression(*expr)).c_str(), function_for({&algorithm, {expr}}),
                     static_cast<ScalarType>(symbol.type.indices[i])});
  }
  return table.data();
}

ScalarType scalar(const Symbol& symbol) { return static_cast<ScalarType>(symbol.type.scalar); }

ParameterInfo parameter(const checked::Algorithm& algorithm, const Symbol& symbol) {
  const ScalarValue initial = symbol.initial ? value_of(algorithm, *symbol.initial, {}) : ScalarValue{};
  return {symbol.name.c_str(),
          scalar(symbol),
          space(symbol),
          symbol.initial != nullptr,
          initial,
          extent_table(algorithm, symbol),
          static_cast<int>(symbol.type.extents.size())};
}

ResultInfo result(const checked::Algorithm& algorithm, const Symbol& symbol) {
  const bool is_array = symbol.type.space == Space::Array;
  return {symbol.name.c_str(),
          scalar(symbol),
          space(symbol),
          is_array ? function_for({&algorithm, symbol.type.extents}) : nullptr,
          is_array ? extent_table(algorithm, symbol) : nullptr,
          static_cast<int>(symbol.type.extents.size()),
          !is_array && checked::is_raised(algorithm, symbol)};
}

void find_parameters(const checked::Algorithm& algorithm, const checked::Expr& expr, std::vector<int>& found) {
  for (std::size_t i = 0; i < algorithm.parameters.size(); ++i)
    if (algorithm.parameters[i] == expr.symbol) found.push_back(static_cast<int>(i));
  for (const checked::Expr* operand : expr.operands) find_parameters(algorithm, *operand, found);
}

/// What the head requires, as far as there are functions for it.
void fill_requirements(Form& form, const checked::Algorithm& algorithm) {
  constexpr std::size_t most = 16;
  static constexpr auto by_number = fault_functions(std::make_index_sequence<most>());
  for (const checked::Condition& condition : algorithm.requirements.conditions) {
    const std::size_t number = current.conditions.size();
    if (number == most) return;
    current.conditions.emplace_back(&algorithm, &condition);
    std::vector<int>& named = current.named.emplace_back();
    find_parameters(algorithm, *condition.holds, named);
    const ValueSpace space = condition.space == Space::Node   ? ValueSpace::Node
                             : condition.space == Space::Edge ? ValueSpace::Edge
                                                              : ValueSpace::Global;
    form.requirements.push_back({current.texts.emplace_back(print_expression(*condition.holds)).c_str(), space,
                                 named.data(), static_cast<int>(named.size()), by_number[number]});
  }
}

void fill_choices(Form& form, const checked::Algorithm& algorithm) {
  for (const checked::Choice& choice : checked::choices_of(algorithm)) {
    std::vector<int>& results = current.named.emplace_back();
    for (const Symbol* result : choice.results)
      results.push_back(static_cast<int>(std::ranges::find(algorithm.results, result) - algorithm.results.begin()));
    form.choices.push_back({static_cast<ChoiceKind>(choice.kind), current.texts.emplace_back(choice.name).c_str(),
                            static_cast<int>(choice.location.line), results.data(), static_cast<int>(results.size())});
  }
}

void fill(Form& form, const checked::Algorithm& algorithm, Status (*run)(Call&), bool needs_graph) {
  form.algorithm = &algorithm;
  for (const Symbol* symbol : algorithm.parameters) form.parameters.push_back(parameter(algorithm, *symbol));
  for (const Symbol* symbol : algorithm.results) form.results.push_back(result(algorithm, *symbol));
  const unsigned rows = checked::has_ascending_rows(algorithm) ? FormRows | FormSortedRows : FormRows;
  form.variant = {"interpreter", "sequential", needs_graph ? rows | FormColumns : 0u,
                  [](const Call&) { return std::size_t{0}; }, run};
  maxwarp::Algorithm& made = form.description;
  made.name = algorithm.name.c_str();
  made.documentation = algorithm.documentation.c_str();
  made.engine = "interpret";
  made.source = current.texts.emplace_back(algorithm.sources->of(algorithm.location).name()).c_str();
  made.parameters = form.parameters.data();
  made.parameter_count = static_cast<int>(form.parameters.size());
  made.results = form.results.data();
  made.result_count = static_cast<int>(form.results.size());
  made.variants = &form.variant;
  made.variant_count = 1;
  fill_requirements(form, algorithm);
  made.requirements = form.requirements.data();
  made.requirement_count = static_cast<int>(form.requirements.size());
  fill_choices(form, algorithm);
  made.choices = form.choices.data();
  made.choice_count = static_cast<int>(form.choices.size());
  made.requires_symmetric = algorithm.requirements.symmetric;
  made.requires_simple = algorithm.requirements.simple;
  made.requires_tree = algorithm.requirements.tree;
}

bool is_of_graph(const checked::Type& type) {
  const bool in_graph = type.space == Space::Node || type.space == Space::Edge || type.is_set || type.is_marks;
  return in_graph || type.scalar == checked::Scalar::Node || type.scalar == checked::Scalar::Edge;
}

}  // namespace

bool looks_at_graph(const checked::Program& program) {
  using checked::Builtin;
  for (const Symbol& symbol : program.symbols)
    if (is_of_graph(symbol.type)) return true;
  for (const checked::Expr& expr : program.expressions)
    if (expr.kind == checked::ExprKind::Call && expr.builtin < Builtin::First && expr.builtin != Builtin::Round)
      return true;
  return false;
}

const maxwarp::Algorithm& describe(const checked::Algorithm& algorithm, const checked::Algorithm* reals,
                                   bool needs_graph, Order order) {
  current = {};
  current.order = order;
  fill(current.forms[0], algorithm, run<0>, needs_graph);
  if (reals) fill(current.forms[1], *reals, run<1>, needs_graph);
  if (reals) current.forms[0].description.reals = &current.forms[1].description;
  return current.forms[0].description;
}

}  // namespace maxwarp::interpreter
