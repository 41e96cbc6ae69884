// The entry file: the algorithm as the runner calls it, by names and untyped pointers.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "compiler/emit/choice_table.h"
#include "compiler/emit/entry_arrays.h"
#include "compiler/emit/expression.h"
#include "compiler/emit/function.h"
#include "compiler/emit/names.h"
#include "compiler/emit/requirement.h"
#include "compiler/emit/signature.h"
#include "compiler/emit/text.h"
#include "dsl/check/print.h"
#include "dsl/check/raised.h"

namespace maxwarp::emit {

using ir::Scalar;
using ir::Space;
using ir::Symbol;

namespace {

bool real(const Symbol* symbol) {
  return symbol->type.scalar == Scalar::Float || symbol->type.scalar == Scalar::Double;
}

std::string real_literal(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// A literal with or without a minus, as a value of the parameter's type.
std::string default_text(const Symbol* parameter, const ir::Expr* expr, bool negated = false) {
  switch (expr->kind) {
    case ir::ExprKind::Unary: return default_text(parameter, expr->operands[0], !negated);
    case ir::ExprKind::Convert: return default_text(parameter, expr->operands[0], negated);
    case ir::ExprKind::Infinity:
      return fmt::format("{}infinity<{}>()", negated ? "-" : "", element_type(parameter->type.scalar));
    case ir::ExprKind::Real: return real_literal(negated ? -expr->real : expr->real);
    default: break;
  }
  const std::int64_t value = negated ? -expr->integer : expr->integer;
  return real(parameter) ? real_literal(static_cast<double>(value)) : std::to_string(value);
}

std::string default_value(const Symbol* parameter) {
  if (!parameter->initial) return "{}";
  const std::string text = default_text(parameter, parameter->initial);
  return real(parameter) ? "{0, " + text + "}" : "{" + text + "}";
}

std::string argument(const Symbol* symbol, std::size_t index) {
  const std::string argument = fmt::format("call.arguments[{}]", index);
  const std::string type = element_type(symbol->type.scalar);
  if (symbol->type.is_set) return fmt::format("NodeSet{{static_cast<const node_t *>({0}.data), {0}.count}}", argument);
  if (symbol->type.space == Space::Global)
    return fmt::format("static_cast<{}>({}.scalar.{})", value_type(symbol->type.scalar), argument,
                       real(symbol) ? "real" : "integer");
  return fmt::format("static_cast<const {} *>({}.data)", type, argument);
}

// Where a length comes from: `call.arguments[0].extents[1]`.
std::string length_argument(const checked::Algorithm& algorithm, const Symbol* length) {
  const checked::LengthBinding binding = algorithm.bindings.at(length);
  return fmt::format("call.arguments[{}].extents[{}]", binding.parameter, binding.dimension);
}

std::string variant_name(const Variant& variant) { return variant.name.empty() ? "default" : variant.name; }

std::string function_name(const Variant& variant) {
  return (variant.reals ? "reals_run_" : "run_") + variant_name(variant);
}

// What the host keeps or gives besides, where the program asks for it.
std::string rare_options(const mapped::Program& program) {
  std::string text;
  if (runs_graphs(program)) text += "options.graphs = call.graphs;\n";
  if (grows(program)) text += "options.more = call.more;\noptions.owner = call.owner;\n";
  if (is_observed(program)) text += "options.observer = call.observer;\n";
  return text;
}

std::string run_function(const Variant& variant, const Options& options) {
  const checked::Algorithm& algorithm = *variant.program->algorithm;
  std::string before, after;
  std::vector<std::string> list{"call.graph"};
  for (std::size_t i = 0; i < algorithm.parameters.size(); ++i) {
    list.push_back(argument(algorithm.parameters[i], i));
    for (const Symbol* length : lengths_of(algorithm, algorithm.parameters[i]))
      list.push_back(length_argument(algorithm, length));
  }
  for (std::size_t i = 0; i < algorithm.results.size(); ++i) {
    const Symbol* result = algorithm.results[i];
    if (result->type.space != Space::Global) {
      list.push_back(fmt::format("static_cast<{} *>(call.result_data[{}])", element_type(result->type.scalar), i));
      continue;
    }
    const std::string own = "result_" + result->name;
    before += fmt::format("{} {}{{}};\n", value_type(result->type.scalar), own);
    after += fmt::format("call.scalar_results[{}].{} = {};\n", i, real(result) ? "real" : "integer", own);
    list.push_back(own);
  }
  list.push_back("options");
  if (options.target == Target::Cuda) list.push_back("static_cast<cudaStream_t>(call.stream)");
  return fmt::format(
      "Status {}(Call &call) {{\nRunOptions options{{call.workspace, call.workspace_bytes, call.max_rounds, 0}};\n{}{}"
      "const Status status = {}::run({});\n{}call.rounds = options.rounds;\nreturn status;\n}}\n\n",
      function_name(variant), rare_options(*variant.program), before, variant_namespace(variant), fmt::join(list, ", "),
      after);
}

// Whether the program can end by an `assert`, whose place is in the program's file.
bool asserts(const mapped::Sequence& controls) {
  return std::ranges::any_of(controls, [](const mapped::Control* control) {
    const bool own = control->kind == mapped::ControlKind::Expect && !control->value;
    return own || asserts(control->body) || asserts(control->other);
  });
}

// The members of a description that most programs leave as they are.
std::string rare_members(const std::vector<Variant>& variants, const Options& options, const std::string& prefix,
                         std::size_t choices) {
  const checked::Algorithm& algorithm = *variants[0].program->algorithm;
  const std::size_t conditions = algorithm.requirements.conditions.size();
  const bool source = asserts(variants[0].program->body);
  const std::size_t selection = options.selection.size();
  if (conditions == 0 && !source && choices == 0 && selection == 0) return "";
  std::string text = conditions == 0 ? ", nullptr, 0" : fmt::format(", {}requirements, {}", prefix, conditions);
  if (source || choices != 0 || selection != 0) text += ", " + quoted(source ? options.source_name : "");
  if (choices != 0) text += fmt::format(", {}choices, {}", prefix, choices);
  if (selection == 0) return text;
  return text + (choices == 0 ? ", nullptr, 0, selection" : ", selection");
}

// The tree that chooses a variant; both forms of the program have it.
std::string selection_table(const std::vector<SelectionNode>& tree) {
  if (tree.empty()) return "";
  static constexpr const char* facts[] = {"Nodes",           "Arcs",     "MeanDegree", "MaxDegree",
                                          "DegreeDeviation", "HubShare", "Depth"};
  std::string rows;
  for (const SelectionNode& node : tree)
    rows += node.variant >= 0 ? fmt::format("{{{}}},\n", node.variant)
                              : fmt::format("{{-1, GraphFact::{}, {}, {}, {}}},\n", facts[static_cast<int>(node.fact)],
                                            node.bound, node.less, node.other);
  return "const SelectionNode selection[] = {\n" + rows + "};\n\n";
}

// What lengths take: the graph and the parameters that they are made of.
std::string shape_arguments(const Variant& variant) {
  std::string list = "call.graph";
  for (const Symbol* symbol : shape_parameters(*variant.program))
    list += ", " + argument_of_call(*variant.program->algorithm, symbol);
  return list;
}

// The value of an extent, from the graph and the arguments that it names.
std::string extent_function(const mapped::Program& program, const ir::Expr* extent) {
  Names names;
  names.reserve("call");
  const Expressions expressions(program, names, nullptr);
  std::set<const Symbol*> named;
  std::string before;
  ir::walk(extent, [&](const ir::Expr* e) {
    if (e->symbol && named.insert(e->symbol).second)
      before += fmt::format("const {} {} = {};\n", value_type(e->symbol->type.scalar), names.of(e->symbol),
                            argument_of_call(*program.algorithm, e->symbol));
  });
  if (ir::reads_graph(extent)) before += "const GraphView &graph = call.graph;\n";
  const char* call = before.empty() ? "" : "call";
  if (extent->kind == ir::ExprKind::Reference)
    return fmt::format("[](const Call &call) -> std::int64_t {{ return {}; }}",
                       argument_of_call(*program.algorithm, extent->symbol));
  return fmt::format("[](const Call &{}) -> std::int64_t {{\n{}return {};\n}}", call, before,
                     expressions.print(extent));
}

// Whether some extent is more than a name or a number.
bool has_computed_extents(const checked::Algorithm& algorithm) {
  bool found = false;
  for (const auto* list : {&algorithm.parameters, &algorithm.results})
    for (const Symbol* symbol : *list)
      for (const ir::Expr* extent : symbol->type.extents) found = found || !extent->operands.empty();
  return found;
}

// The tables of the extents of all arrays of a list.
std::string extent_tables(const mapped::Program& program, const std::vector<const Symbol*>& symbols,
                          const std::string& prefix) {
  std::string text;
  for (const Symbol* symbol : symbols) {
    if (symbol->type.space != Space::Array) continue;
    text += fmt::format("const ExtentInfo {}extents_{}[] = {{\n", prefix, symbol->name);
    for (std::size_t i = 0; i < symbol->type.extents.size(); ++i) {
      const ir::Expr* extent = symbol->type.extents[i];
      const ir::Scalar index = symbol->type.indices[i];
      text += fmt::format("{{{}, {}{}}},\n", quoted(print_expression(*extent)), extent_function(program, extent),
                          index == ir::Scalar::Long ? "" : ", " + scalar_type(index));
    }
    text += "};\n\n";
  }
  return text;
}

// The last members of a row of parameters or results.
std::string extents_of(const Symbol* symbol, const std::string& prefix) {
  if (symbol->type.space != Space::Array) return "";
  return fmt::format(", {}extents_{}, {}", prefix, symbol->name, symbol->type.extents.size());
}

std::string parameter_table(const mapped::Program& program, const std::string& prefix) {
  const checked::Algorithm& algorithm = *program.algorithm;
  if (algorithm.parameters.empty()) return "";
  std::string text = extent_tables(program, algorithm.parameters, prefix) + "const ParameterInfo " + prefix +
                     "parameters[] = {\n";
  for (const Symbol* symbol : algorithm.parameters)
    text += fmt::format("{{\"{}\", {}, {}, {}, {}{}}},\n", symbol->name, scalar_type(symbol->type.scalar),
                        value_space(symbol), symbol->initial != nullptr, default_value(symbol),
                        extents_of(symbol, prefix));
  return text + "};\n\n";
}

std::string result_table(const Variant& variant, const std::string& prefix) {
  std::string text = extent_tables(*variant.program, variant.program->algorithm->results, prefix) +
                     "const ResultInfo " + prefix + "results[] = {\n";
  for (const Symbol* symbol : variant.program->algorithm->results) {
    const bool array = symbol->type.space == Space::Array;
    const std::string length = fmt::format("[](const Call &call) {{ return {}::{}({}); }}", variant_namespace(variant),
                                           length_function(*symbol), shape_arguments(variant));
    const bool rises = !array && checked::is_raised(*variant.program->algorithm, *symbol);
    text += fmt::format("{{\"{}\", {}, {}, {}{}{}}},\n", symbol->name, scalar_type(symbol->type.scalar),
                        value_space(symbol), array ? length : "nullptr", extents_of(symbol, prefix),
                        rises ? ", nullptr, 0, true" : "");
  }
  return text + "};\n\n";
}

// The names of the arrays of a workspace, as Workspace takes them: a list has its length after it.
std::string workspace_table(const Variant& variant, const std::string& name, int& count) {
  std::string names;
  count = 0;
  const auto add = [&](const std::string& array) { names += (count++ ? ", " : "") + quoted(array); };
  for (const mapped::Storage& storage : variant.program->storages) {
    if (storage.owner != mapped::StorageOwner::Workspace) continue;
    add(storage.symbol->name);
    if (*list_type(storage)) add(storage.symbol->name + ", its length");
  }
  return count == 0 ? "" : fmt::format("const char *const {}[] = {{{}}};\n\n", name, names);
}

// The tables of a variant, which go into `tables`, and its row. What most variants leave as it is comes last.
std::string variant_row(const Variant& variant, const Options& options, const std::string& prefix,
                        std::string& tables) {
  const std::string name = variant_name(variant);
  int names = 0, arrays = 0, shared = 0;
  tables += workspace_table(variant, prefix + "workspace_" + name, names);
  if (options.target == Target::Cuda) {
    tables += array_table(*variant.program, prefix + "arrays_" + name, arrays);
    tables += sharing_table(*variant.program, prefix + "sharing_" + name, shared);
  }
  const auto table = [&](const char* kind, int size) {
    return size > 0 ? fmt::format(", {}{}_{}, {}", prefix, kind, name, size) : ", nullptr, 0";
  };
  const mapped::Program& program = *variant.program;
  const std::pair<bool, std::string> members[] = {
      {names > 0, table("workspace", names)},
      {program.numbering != mapped::Numbering::Given, ", " + numbering_text(program.numbering)},
      {arrays > 0, table("arrays", arrays)},
      {shared > 0, table("sharing", shared)},
      {program.instrument != mapped::Instrument::None, ", true"},
      {program.host_starts, program.host_starts ? ", true" : ", false"},
      {program.instrument == mapped::Instrument::Timed, ", true"}};
  std::string rest;
  for (const auto& [is_given, member] : std::views::reverse(members))
    if (!rest.empty() || is_given) rest = member + rest;
  return fmt::format(
      "{{\"{0}\", {1}, {2}::forms, [](const Call &call) {{ return {2}::workspace_bytes({3}); }}, {4}{5}}},\n", name,
      quoted(variant.program->mapping), variant_namespace(variant), shape_arguments(variant), function_name(variant),
      rest);
}

// The tables of one form of the program and its description; `next` is the form for real weights, if there is one.
std::string description(const std::vector<Variant>& variants, const Options& options, const std::string& prefix,
                        const std::string& next) {
  const checked::Algorithm& algorithm = *variants[0].program->algorithm;
  std::string text = parameter_table(*variants[0].program, prefix) + result_table(variants[0], prefix);
  text += requirement_table(*variants[0].program, prefix);
  std::size_t choices = 0;
  text += choice_table(algorithm, prefix, choices);
  std::string rows;
  for (const Variant& variant : variants) rows += variant_row(variant, options, prefix, text);
  text += "const Variant " + prefix + "variants[] = {\n" + rows + "};\n\n";
  return text + fmt::format(
                    "const Algorithm {0}algorithm = {{\n\"{1}\", {2}, \"{3}\", {4}, {5}, {0}results, {6}, {0}variants, "
                    "{7}, {8}, {9}, {10}, {11}{12}}};\n\n",
                    prefix, algorithm.name, quoted(algorithm.documentation),
                    options.target == Target::Cuda ? "cuda" : "openmp",
                    algorithm.parameters.empty() ? "nullptr" : prefix + "parameters", algorithm.parameters.size(),
                    algorithm.results.size(), variants.size(), algorithm.requirements.symmetric,
                    algorithm.requirements.simple, next, algorithm.requirements.tree,
                    rare_members(variants, options, prefix, choices));
}

}  // namespace

std::string argument_of_call(const checked::Algorithm& algorithm, const Symbol* symbol) {
  if (symbol->kind == ir::SymbolKind::Length) return length_argument(algorithm, symbol);
  return argument(symbol, *place_of(algorithm, symbol));
}

std::string entry(const std::vector<Variant>& variants, const Options& options) {
  std::string text = banner(variants, options);
  text += fmt::format(
      "// The description by which the runner calls it.\n#include \"{}\"\n\n#include <maxwarp/algorithm.h>\n",
      options.header_name);
  const checked::Algorithm& algorithm = *variants[0].program->algorithm;
  text += has_computed_extents(algorithm) || requirements_compute(algorithm) ? "#include <maxwarp/value.h>\n\n" : "\n";
  text += "namespace {\n\nusing namespace maxwarp;\n\n";
  for (const Variant& variant : variants) text += run_function(variant, options);
  std::vector<Variant> plain, reals;
  for (const Variant& variant : variants) (variant.reals ? reals : plain).push_back(variant);
  if (plain.empty()) plain.swap(reals);  // compiled for real weights alone
  text += selection_table(options.selection);
  if (!reals.empty()) text += description(reals, options, "reals_", "nullptr");
  text += description(plain, options, "", reals.empty() ? "nullptr" : "&reals_algorithm") + "}  // namespace\n\n";
  return text + "extern \"C\" const maxwarp::Algorithm *maxwarp_algorithm() { return &algorithm; }\n";
}

}  // namespace maxwarp::emit
