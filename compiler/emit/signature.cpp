// Header and signature: the arguments in the order of the program, then the results, then the run options.
#include "compiler/emit/signature.h"

#include <fmt/format.h>
#include <maxwarp/sizes.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/emit/names.h"
#include "compiler/emit/requirement.h"
#include "compiler/emit/text.h"
#include "compiler/emit/words.h"
#include "dsl/check/print.h"

namespace maxwarp::emit {

using checked::Algorithm;
using ir::Space;
using ir::Symbol;

namespace {

std::string documented(const std::string& text) {
  std::string comment;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    comment += "/// " + in_comment(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return comment;
}

// `n` values; `n` x `m` values, row by row.
std::string array_of(const Symbol* symbol) {
  std::string extents;
  for (const ir::Expr* extent : symbol->type.extents)
    extents += (extents.empty() ? "`" : " x `") + print_expression(*extent) + "`";
  const std::string values = symbol->type.extents.size() == 1 ? extents + " values" : extents + " values, row by row";
  return symbol->kind == ir::SymbolKind::Result ? fmt::format("{} (`{}`)", values, length_function(*symbol)) : values;
}

std::string space_of(const Symbol* symbol) {
  switch (symbol->type.space) {
    case Space::Node:
      return symbol->type.is_marks ? "one value per node, 1 for the members of the set, else 0" : "one value per node";
    case Space::Edge: return "one value per edge";
    case Space::Array: return array_of(symbol);
    default: return "";
  }
}

std::string document(const Algorithm& algorithm, const Symbol* parameter) {
  const std::string space = parameter->type.is_set ? "distinct nodes, in device memory" : space_of(parameter);
  std::string text = fmt::format("/// `{}`: argument{}{}\n", parameter->name, space.empty() ? "" : ", ", space);
  for (const Symbol* length : lengths_of(algorithm, parameter))
    text += fmt::format("/// `{}`: a length of `{}`, not negative\n", length->name, parameter->name);
  return text;
}

std::string document(const Algorithm& algorithm) {
  std::string text = documented(algorithm.documentation) + "///\n";
  for (const Symbol* parameter : algorithm.parameters) text += document(algorithm, parameter);
  for (const Symbol* result : algorithm.results) {
    const std::string space = space_of(result);
    text += fmt::format("/// `{}`: result, {}\n", result->name,
                        space.empty() ? "one value, set when the call returns" : space);
  }
  return text + requirement_comments(algorithm) +
         "///\n/// Arrays are in device memory and belong to the caller. `options` brings the workspace and takes the "
         "number\n"
         "/// of rounds. Returns after all work on the stream is done. Calls with workspaces and results of their own\n"
         "/// may run at the same time.\n";
}

// What a CUDA graph costs, and how to pay for it once.
std::string launch_comment(const mapped::Program& program) {
  if (!runs_graphs(program)) return "";
  return "///\n/// Loops run as CUDA graphs. Where `options.graphs` keeps them (maxwarp/kept_graphs.h), one is made in "
         "the first call\n"
         "/// and serves all calls with the same view, workspace, arrays and results; else each call makes and "
         "destroys it,\n"
         "/// which takes about as long as some rounds. The driver takes memory of its own for it either way. Needs "
         "CUDA 12.4.\n";
}

// How the nodes have to be numbered for the mapping to be what it says.
std::string numbering_comment(const mapped::Program& program) {
  if (program.numbering == mapped::Numbering::Given) return "";
  if (program.own_numbers)
    return fmt::format(
        "///\n/// Meant for nodes numbered by node_order(graph, {}) of maxwarp/numbering.h. Nodes as values, in\n"
        "/// arguments and results too, are given by their original numbers, which the view maps; sets are of nodes of "
        "the graph that is passed.\n",
        numbering_text(program.numbering));
  return fmt::format(
      "///\n/// Meant for nodes numbered by node_order(graph, {}) of maxwarp/numbering.h,\n"
      "/// right for all others. Arguments and results have the numbers of the graph that is passed.\n",
      numbering_text(program.numbering));
}

std::string length_functions(const mapped::Program& program, Names& names) {
  std::string text;
  for (const Symbol* result : program.algorithm->results)
    if (result->type.space == Space::Array)
      text += fmt::format("/// Number of elements of `{}`.\nstd::int64_t {}({});\n\n", result->name,
                          length_function(*result), shape_list(program, names, true));
  return text;
}

std::string parameter_text(const Symbol* symbol, Names& names, bool result) {
  const std::string& own = names.of(symbol);
  const std::string type = element_type(symbol->type.scalar);
  if (symbol->type.is_set) return "NodeSet " + own;
  if (symbol->type.space == Space::Global) return value_type(symbol->type.scalar) + (result ? " &" : " ") + own;
  return (result ? "" : "const ") + type + " *" + own;
}

}  // namespace

bool runs_graphs(const mapped::Program& program) {
  return std::ranges::any_of(program.controls, [](const mapped::Control& control) {
    return control.kind == mapped::ControlKind::LaunchGraph;
  });
}

bool is_observed(const mapped::Program& program) {
  return std::ranges::any_of(
      program.controls, [](const mapped::Control& control) { return control.kind == mapped::ControlKind::Observe; });
}

bool grows(const mapped::Program& program) {
  return std::ranges::any_of(program.storages,
                             [](const mapped::Storage& storage) { return storage.room == mapped::Room::Growing; });
}

std::optional<std::size_t> place_of(const Algorithm& algorithm, const Symbol* symbol) {
  const auto found = std::ranges::lower_bound(algorithm.parameters, symbol->id, {}, &Symbol::id);  // in their order
  if (found == algorithm.parameters.end() || *found != symbol) return std::nullopt;
  return static_cast<std::size_t>(found - algorithm.parameters.begin());
}

std::vector<const Symbol*> lengths_of(const Algorithm& algorithm, const Symbol* parameter) {
  std::vector<const Symbol*> lengths;
  for (std::size_t k = 0; k < parameter->type.extents.size(); ++k) {
    const auto binding = algorithm.bindings.find(parameter->type.extents[k]->symbol);
    if (binding == algorithm.bindings.end() || binding->second.dimension != k) continue;
    if (algorithm.parameters[binding->second.parameter] == parameter) lengths.push_back(binding->first);
  }
  return lengths;
}

const ir::Expr* elements_of(const mapped::Program& program, const Symbol* array) {
  const ir::Expr* product = nullptr;
  for (const ir::Expr* extent : array->type.extents)
    product = product ? program.arena->binary(ir::BinaryOp::Mul, product, extent, ir::Scalar::Long) : extent;
  return product;
}

std::vector<const Symbol*> shape_parameters(const mapped::Program& program) {
  std::vector<const Symbol*> parameters;
  std::set<const Symbol*> seen;
  const auto add = [&](const ir::Expr* e) {
    if (e->symbol && seen.insert(e->symbol).second) parameters.push_back(e->symbol);
  };
  for (const mapped::Storage& storage : program.storages)
    if (storage.symbol->kind != ir::SymbolKind::Parameter)  // the caller has laid that out already
      for (const ir::Expr* extent : storage.symbol->type.extents) ir::walk(extent, add);
  std::ranges::sort(parameters, {}, &Symbol::id);
  return parameters;
}

std::string shape_list(const mapped::Program& program, Names& names, bool types, bool maybe, const char* view) {
  const std::string unused = maybe ? "[[maybe_unused]] " : "";
  std::string list = unused + (types ? fmt::format("const {} &graph", view) : "graph");
  for (const Symbol* symbol : shape_parameters(program))
    list += ", " + unused + (types ? value_type(symbol->type.scalar) + " " : "") + names.of(symbol);
  return list;
}

std::string run_signature(const Algorithm& algorithm, Names& names, Target target, bool defaults, const char* name,
                          const char* view) {
  std::vector<std::string> list{fmt::format("const {} &graph", view)};
  for (const Symbol* parameter : algorithm.parameters) {
    list.push_back(parameter_text(parameter, names, false));
    for (const Symbol* length : lengths_of(algorithm, parameter)) list.push_back(parameter_text(length, names, false));
  }
  for (const Symbol* result : algorithm.results) list.push_back(parameter_text(result, names, true));
  list.push_back("RunOptions &options");
  if (target == Target::Cuda) list.push_back(std::string("cudaStream_t stream") + (defaults ? " = nullptr" : ""));
  return fmt::format("Status {}({})", name, fmt::join(list, ", "));
}

std::string run_arguments(const Algorithm& algorithm, Names& names) {
  std::string list;
  for (const Symbol* parameter : algorithm.parameters) {
    list += names.of(parameter) + ", ";
    for (const Symbol* length : lengths_of(algorithm, parameter)) list += names.of(length) + ", ";
  }
  for (const Symbol* result : algorithm.results) list += names.of(result) + ", ";
  return list + "options, stream";
}

std::string banner(const std::vector<Variant>& variants, const Options& options) {
  std::string text = fmt::format("// {} from {}, by gdslc {}.\n", variants[0].program->algorithm->name,
                                 in_comment(std::filesystem::path(options.source_name).filename().string()),
                                 MAXWARP_VERSION);
  const bool named = !variants[0].name.empty();
  if (named) text += "// Mappings:\n";  // as a list, of which the formatter keeps the lines apart
  for (const Variant& variant : variants)
    if (!variant.reals || variants[0].reals)
      text += fmt::format("// {}: {}\n", named ? "- " + variant.name : "Mapping", variant.program->mapping);
  if (!options.reason.empty()) text += fmt::format("// ({})\n", options.reason);
  return text;
}

std::string variant_namespace(const Variant& variant) {
  const std::string base = "gdsl::" + safe_name(variant.program->algorithm->name) + (variant.reals ? "::reals" : "");
  return variant.name.empty() ? base : base + "::" + safe_name(variant.name);
}

std::string numbering_text(mapped::Numbering numbering) {
  static constexpr const char* names[] = {"Given", "Neighbors", "Degree", "BreadthFirst"};
  return std::string("Numbering::") + names[static_cast<int>(numbering)];
}

std::string forms_expression(unsigned forms) {
  static constexpr const char* names[] = {"FormRows",  "FormColumns",    "FormEdgeSources", "FormSortedRows",
                                          "FormTwins", "FormOwnNumbers", "FormNarrow"};
  static_assert(FormRows == 1 && FormColumns == 2 && FormEdgeSources == 4 && FormSortedRows == 8 && FormTwins == 16 &&
                FormOwnNumbers == 32 && FormNarrow == 64);
  if (forms == 0) return "0";
  std::vector<std::string> list;
  for (unsigned bit = 0; bit < std::size(names); ++bit)
    if (forms & (1u << bit)) list.push_back(names[bit]);
  return fmt::format("{}", fmt::join(list, " | "));
}

namespace {

// Using-declarations for what the text takes from the runtime: a header brings no other name into the program's space.
std::string used_types(const std::string& text) {
  static constexpr const char* types[] = {
      "FormColumns", "FormEdgeSources", "FormNarrow", "FormOwnNumbers", "FormRows", "FormSortedRows", "FormTwins",
      "GraphView",   "NodeSet",         "RunOptions", "Status",         "edge_t",   "node_t"};
  const auto words = words_of(text);
  std::string used;
  for (const char* type : types)
    if (words.contains(type)) used += fmt::format("using maxwarp::{};\n", type);
  return used + "\n";
}

}  // namespace

std::string header(const std::vector<Variant>& variants, const Options& options) {
  std::string text = banner(variants, options) +
                     "#pragma once\n\n#include <maxwarp/graph_view.h>\n#include <maxwarp/worklist.h>\n\n";
  if (options.target == Target::Cuda) text += "#include <cuda_runtime.h>\n\n";
  for (const Variant& variant : variants) {
    const Algorithm& algorithm = *variant.program->algorithm;
    Names names;
    std::string declared = fmt::format(
        "/// The forms of the graph that this mapping reads{}.\ninline constexpr unsigned forms = {};\n\n",
        variant.program->forms == 0 ? ": none, `graph` may be empty" : "", forms_expression(variant.program->forms));
    declared += fmt::format(
        "/// Bytes of device memory that `run` needs for itself{}.\nstd::size_t workspace_bytes({});\n\n",
        grows(*variant.program) ? " at first; it asks `options.more` for more" : "",
        shape_list(*variant.program, names, true));
    declared += length_functions(*variant.program, names);
    declared += document(algorithm) + numbering_comment(*variant.program) + launch_comment(*variant.program) +
                run_signature(algorithm, names, options.target, true) + ";\n\n";
    const std::string space = variant_namespace(variant);
    text += fmt::format("namespace {} {{\n\n{}{}}}  // namespace {}\n\n", space, used_types(declared), declared, space);
  }
  return text;
}

}  // namespace maxwarp::emit
