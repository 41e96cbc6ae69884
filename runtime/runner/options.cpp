// Builds the command line with CLI11. A parameter that has the name of a tool option is reached by -P only;
// `-P name=value` always means the parameter.
#include "runtime/runner/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>

#include "runtime/runner/graph_cli.h"
#include "runtime/runner/option_rules.h"
#include "runtime/runner/random_array.h"
#include "runtime/runner/verify.h"
#include "runtime/system/shown_text.h"
#include "runtime/system/words.h"

namespace maxwarp::runner {
namespace {

std::string default_text(const ParameterInfo& parameter) {
  return short_text(default_value(parameter).scalar, parameter.type, Labels{});
}

std::string array_help(const ParameterInfo& parameter) {
  if (parameter.dimensions < 2) return ": `a,b,…`, `@FILE` or ";
  switch (parameter.extents[0].index) {
    case ScalarType::Node: return ": `@FILE` of lines `label value value …`, or ";
    case ScalarType::Edge: return ": `@FILE` of lines `source target value value …`, or ";
    default: return ": `@FILE`, one row per line, or ";
  }
}

/// The help of a parameter's option: its type, and where its value comes from.
std::string parameter_help(const ParameterInfo& parameter) {
  std::string text = type_text(parameter.type, parameter.space);
  if (parameter.space == ValueSpace::Edge)
    return text +
           ": the weights of the graph (see --weights), or `@FILE` of lines `source target value` "
           "(`@FILE:colN`: their N-th column); of several also one value for all edges, or `weights`";
  if (parameter.space == ValueSpace::NodeSet)
    text += ": nodes `a,b`, `all`, `@FILE` or `random:COUNT:SEED`";
  else if (parameter.space == ValueSpace::Node)
    text += ": a value for all nodes, or `@FILE` of lines `label value` (`@FILE:colN`: their N-th column)";
  else if (parameter.space == ValueSpace::Array)
    text += array_help(parameter) + random_array_form(parameter);
  else if (parameter.type == ScalarType::Node)
    text += ": a node of the graph, or `random:COUNT:SEED` (one run each)";
  return parameter.has_default ? text + ", default " + default_text(parameter) : text;
}

/// The names of all parameters, for messages.
std::string parameter_names(const Algorithm& algorithm) {
  std::string names;
  for (int i = 0; i < algorithm.parameter_count; ++i)
    names += std::string(i ? ", " : "") + algorithm.parameters[i].name;
  return names.empty() ? "it has none" : "they are " + names;
}

/// An argument as a word of the command line.
std::string argument_word(const std::string& name, const std::string& value) {
  return (is_tool_option(name) ? " -P " : " --") + name + "=" + value;
}

std::string example(const Algorithm& algorithm, const std::string& program) {
  std::string text = program + (needs_graph(algorithm) ? " --graph=rmat:10:16" : "");
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    if (parameter.space == ValueSpace::Edge)
      text += " --weights=random:1:100";
    else if (parameter.space == ValueSpace::NodeSet)
      text += std::string(" -P ") + parameter.name + "=random:4:1";
    else if (parameter.space == ValueSpace::Array)
      text += argument_word(parameter.name, "@FILE");
    else if (!parameter.has_default && parameter.type == ScalarType::Node)
      text += argument_word(parameter.name, "random:1:1");
    else if (!parameter.has_default)
      text += std::string(" -P ") + parameter.name + "=VALUE";
  }
  return text;
}

/// What stands below the options: results, variants, examples, exit status.
std::string footer(const Algorithm& algorithm, const std::string& program) {
  std::ostringstream out;
  out << "Results:\n";
  for (int i = 0; i < algorithm.result_count; ++i)
    out << "  " << algorithm.results[i].name << "  " << type_text(algorithm.results[i].type, algorithm.results[i].space)
        << "\n";
  out << "\nVariants (--variant):\n";
  for (int i = 0; i < algorithm.variant_count; ++i)
    out << "  " << algorithm.variants[i].name << "  " << algorithm.variants[i].mapping << "\n";
  const std::string call = example(algorithm, program);
  out << "\nExamples:\n  " << call << "\n  " << call << " --repeat=5 --json=times.json"
      << (has_reference(algorithm) ? " --verify\n" : "\n");
  if (algorithm.result_count) out << "  " << call << " --output=" << algorithm.results[0].name << "=result.txt\n";
  out << "\nExit status: 0 done; 1 wrong usage, bad input, too little memory, no device, no reference to "
         "verify with,\n"
         "a file that cannot be written, a result that is nan or depends on the order of threads; 2 the run failed, or "
         "its "
         "result differs from the reference; 130 "
         "Ctrl-C.\n";
  return out.str();
}

void add_parameters(CLI::App& app, const Algorithm& algorithm, ArgumentTexts& texts) {
  for (int i = 0; i < algorithm.parameter_count; ++i) {
    const ParameterInfo& parameter = algorithm.parameters[i];
    const std::string flag = std::string("--") + parameter.name;
    // A name that a tool option has already is left to -P.
    if (app.get_option_no_throw(flag)) continue;
    app.add_option_function<std::string>(
           flag, [&texts, i](const std::string& text) { texts[i] = text; }, parameter_help(parameter))
        ->group("Arguments")
        ->type_name("");
  }
}

void add_order_options(CLI::App& app, RunnerOptions& options) {
  CLI::Option* orders = app.add_option(
      "--orders", options.orders,
      "run in N orders of threads that differ, half of them with stale reads, and compare the results (SIMT engine)");
  orders->check(CLI::Range(2, 1000000))->excludes("--repeat")->excludes("--warmup")->group("Running");
  app.add_option("--order", options.order,
                 "run in this order of threads, such as reverse or random:7+stale:3 (SIMT engine)")
      ->excludes(orders)
      ->group("Running");
}

void add_tuning_options(CLI::App& app, RunnerOptions& options) {
  CLI::Option* tune = app.add_option("--tune", options.tune_seconds,
                                     "search for the fastest variant within so many SECONDS, by halving: all run "
                                     "once, the better half more, and so on");
  tune->group("Running");
  app.add_option("--ledger", options.ledger,
                 "file of measurements, read and appended to, so that a search goes on (default: PROGRAM.ledger)")
      ->needs(tune)
      ->group("Running");
}

/// What `gdsl run` and the packs tell the programs that they start; no user needs these.
void add_inner_options(CLI::App& app, RunnerOptions& options) {
  app.add_option("--variant-report", options.variant_reports)->allow_extra_args(false)->group("");
  app.add_option("--keep-orders", options.orders_folder)->group("");
  app.add_option("--variant-seconds", options.variant_seconds)->group("");
  app.add_option("--recorded", options.recorded)->group("");
  app.add_option("--expected-results", options.expected_results)->group("");
  app.add_option("--write-expected-results", options.write_expected_results)->group("");
  app.add_flag("--has-reference", options.has_reference)->group("");
}

void add_flags(CLI::App& app, RunnerOptions& options) {
  app.add_flag("--allow-nan", options.allow_nan, "accept results that are nan, which are an error otherwise")
      ->group("Running");
  app.add_flag(
         "--metrics", options.metrics,
         "run once more and report, for each stage and round, the nodes, their edges and the use of lanes, or the "
         "time, as the program was built for")
      ->group("Running");
  app.add_flag("--explain", options.explain, "print why this variant was chosen (--map=auto)")->group("Running");
  app.add_flag("--explain-memory", options.explain_memory,
               "print what each array takes in the engine's memory before the run, and what was allocated "
               "for it")
      ->group("Running");
  app.add_flag("--dry-run", options.dry_run,
               "check graph, arguments and memory, and run nothing; with --explain-memory the forecast alone")
      ->group("Running");
  app.add_flag("--quiet", options.quiet, "print only errors and what was asked for")->group("Running");
}

void add_tool_options(CLI::App& app, RunnerOptions& options, std::vector<std::string>& assignments) {
  const auto option = [&](const char* name, auto& value, const char* help) {
    return app.add_option(name, value, help)->group("Running");
  };
  option("-P", assignments, "argument NAME=VALUE, whatever its name is (repeatable)")->allow_extra_args(false);
  option("--variant", options.variant,
         "variants to run: NAME, NAME,NAME,… or `all` (default: with --map=auto that chosen for the graph, else the "
         "first; "
         "--selftest: all)");
  option("--repeat", options.repeat, "timed runs, after one that is not timed")->check(CLI::Range(1, 1000000));
  option("--warmup", options.warm_up, "runs before the timed ones (default: 1 with --repeat, else none)")
      ->check(CLI::Range(0, 1000000));
  add_tuning_options(app, options);
  add_order_options(app, options);
  option("--max-rounds", options.max_rounds,
         "rounds after which a loop is an error (default: nodes + 1; a million more where sums or the round "
         "decide what runs again, and for `while` and `repeat`)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 62));
  option("--output", options.outputs, "write result NAME to FILE as NAME=FILE (repeatable)")->allow_extra_args(false);
  option("--json", options.json, "write times, facts and scalar results to FILE (- for the output)");
  option("--plot", options.plot,
         "write edges and time of each round as SVG to FILE (- for the output); runs with --metrics");
  option("--agree", options.agree,
         "compare the results with those in FILE, written by another mapping; create FILE "
         "if it does not exist");
  option("--selftest", options.selftest,
         "run every variant on all graphs of up to N nodes, with the scalar arguments that are given, then "
         "leave")
      ->check(CLI::Range(0, 4));
  option("--selftest-edges", options.selftest_edges, "exclude graphs with more edges from the self-test")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 62))
      ->needs("--selftest");
  app.add_option("--verify", options.verify_program,
                 "compare the results with a reference, or with those of another program (`gdsl run` only)")
      ->expected(0, 1)
      ->type_name("[=PROGRAM]")
      ->group("Running");
  add_flags(app, options);
  add_inner_options(app, options);
}

/// Whether this run is the other program of `--verify=PROGRAM`: it gets all arguments of the one that is compared,
/// which refuses what neither has.
bool is_other_program(const RunnerOptions& options) {
  return !options.write_expected_results.empty() && !options.verify_program.empty();
}

/// Takes the `NAME=VALUE` of -P into the arguments. An empty result is success.
std::string apply_assignments(const Algorithm& algorithm, const std::vector<std::string>& assignments,
                              RunnerOptions& options) {
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) return "-P " + assignment + ": write -P NAME=VALUE";
    const std::string name = assignment.substr(0, equals);
    const auto* end = algorithm.parameters + algorithm.parameter_count;
    const auto* found = std::find_if(algorithm.parameters, end, [&](const auto& p) { return name == p.name; });
    if (found == end && is_other_program(options)) continue;
    if (found == end) return "no argument `" + name + "`; " + parameter_names(algorithm);
    auto& text = options.arguments[static_cast<std::size_t>(found - algorithm.parameters)];
    if (text) return "argument `" + name + "` is given twice; write it once";
    text = assignment.substr(equals + 1);
  }
  return "";
}

/// What an unknown option is about: the one that was meant, if one is close; else it may be a key of mappings, which
/// `gdsl run` takes elsewhere. The keys are the compiler's: no program knows them.
std::string unknown_text(const CLI::App& app, const Algorithm& algorithm, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const auto guess = nearest_word(word.substr(0, word.find('=')), names);
  const bool may_be_mapping = !guess && word.starts_with("--") && word.find('=') != std::string::npos;
  return "unknown option `" + word + "`" + (guess ? " (did you mean `" + *guess + "`?)" : "") + "; the arguments of `" +
         algorithm.name + "`: " + parameter_names(algorithm) + "; --help shows all options" +
         (may_be_mapping ? "; a mapping is written `gdsl run --map=" + word.substr(2) + "`" : "");
}

bool has_variant(const Algorithm& algorithm, const std::string& name) {
  return std::any_of(algorithm.variants, algorithm.variants + algorithm.variant_count,
                     [&](const Variant& variant) { return variant.name == name; });
}

/// What is wrong with the options, once each is known; takes the `NAME=VALUE` of -P. An empty result is success.
std::string what_is_wrong(const CLI::App& app, const Algorithm& algorithm, const std::vector<std::string>& assignments,
                          RunnerOptions& options) {
  const std::vector<std::string> extras = app.remaining();
  if (!extras.empty() && !is_other_program(options)) return unknown_text(app, algorithm, extras.front());
  if (std::string message = apply_assignments(algorithm, assignments, options); !message.empty()) return message;
  if (app.count("--tune") > 0 && options.write_expected_results.empty())
    if (std::string message = complete_tuning(app, algorithm, options); !message.empty()) return message;
  if (std::string message = check_files(algorithm, options); !message.empty()) return message;
  if (!(options.variant_seconds >= 0 && options.variant_seconds <= most_seconds))
    return "--variant-seconds: not a number of seconds from 0 to 1000000";
  for (const std::string& report : options.variant_reports)
    if (const auto equals = report.find('=');
        equals == std::string::npos || !has_variant(algorithm, report.substr(0, equals)))
      return "--variant-report: `" + report + "` does not begin with a variant and `=`";
  return options.selftest < 0 ? "" : wrong_for_selftest(app);
}

/// With --write-expected-results the results are all that this run is for: the run that is compared does the rest.
void leave_results_only(RunnerOptions& options) {
  RunnerOptions only;
  only.graph = options.graph;
  only.arguments = options.arguments;
  only.warm_up = 0;
  only.allow_nan = options.allow_nan;
  only.dry_run = options.dry_run;
  only.quiet = true;
  only.max_rounds = options.max_rounds;
  only.selftest = options.selftest;
  only.selftest_edges = options.selftest_edges;
  only.verify_program = options.verify_program;
  only.write_expected_results = options.write_expected_results;
  only.program = options.program;
  options = only;
}

ParsedOptions failed(const std::string& message) {
  ParsedOptions result;
  result.leave = true;
  result.exit_status = 1;
  result.text = message;
  return result;
}

}  // namespace

bool is_tool_option(const std::string& name) {
  // `gdsl run` takes these before the program sees them.
  if (std::set<std::string>{"engine", "map", "arch", "pack"}.count(name)) return true;
  RunnerOptions options;
  std::vector<std::string> assignments;
  CLI::App app;
  add_tool_options(app, options, assignments);
  add_graph_options(app, options.graph);
  return app.get_option_no_throw("--" + name) != nullptr;
}

bool needs_graph(const Algorithm& algorithm) {
  const Variant* end = algorithm.variants + algorithm.variant_count;
  return std::any_of(algorithm.variants, end, [](const Variant& variant) { return variant.forms != 0; });
}

ParsedOptions parse_options(const Algorithm& algorithm, int argc, const char* const* argv) {
  ParsedOptions result;
  RunnerOptions& options = result.options;
  options.arguments.resize(static_cast<std::size_t>(algorithm.parameter_count));
  std::vector<std::string> assignments;
  CLI::App app(algorithm.documentation, algorithm.name);
  app.option_defaults()->always_capture_default(false);
  app.allow_extras();  // what_is_wrong names them
  options.program = *algorithm.source ? algorithm.source : algorithm.name;
  add_tool_options(app, options, assignments);
  add_graph_options(app, options.graph);
  add_parameters(app, algorithm, options.arguments);
  app.footer(footer(algorithm, argc > 0 ? shown(argv[0]) : algorithm.name));
  if (const auto empty = option_without_value({argv, argv + argc})) return failed("`" + *empty + "` has no value");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    result.leave = true;
    result.text = app.help();
    return result;
  } catch (const CLI::ParseError& error) {
    return failed(error.what());
  }
  options.verify = app.count("--verify") > 0;
  options.metrics = options.metrics || !options.plot.empty();
  options.repeat_given = app.count("--repeat") > 0;
  if (options.warm_up < 0) options.warm_up = options.repeat_given ? 1 : 0;
  const std::string message = what_is_wrong(app, algorithm, assignments, options);
  if (!message.empty()) return failed(message);
  if (!options.write_expected_results.empty()) leave_results_only(options);
  return result;
}

}  // namespace maxwarp::runner
