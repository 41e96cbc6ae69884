// What is ignored in silence misleads: options that do not go together are errors.
#include "runtime/runner/option_rules.h"

#include <algorithm>
#include <map>
#include <set>

#include "runtime/runner/variants.h"
#include "runtime/system/file_column.h"
#include "runtime/system/output_file.h"

namespace maxwarp::runner {
namespace {

/// The file that an argument `@FILE` names.
std::string file_of(const ParameterInfo& parameter, const std::string& text) {
  const bool column = parameter.space == ValueSpace::Node || parameter.space == ValueSpace::Edge;
  return column ? file_column(std::string_view(text).substr(1)).file : text.substr(1);
}

/// The first tool option given that is none of these. Empty: none.
std::string not_among(const CLI::App& app, const std::set<std::string>& regarded) {
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0 && option->get_group() != "Arguments" && regarded.count(option->get_name()) == 0)
      return option->get_name();
  return "";
}

}  // namespace

std::string check_files(const Algorithm& algorithm, const RunnerOptions& options) {
  std::set<std::string> read;
  for (const std::string& file : files_of(options.graph.graph)) read.insert(canonical_path(file));
  for (int i = 0; i < algorithm.parameter_count; ++i)
    if (const auto& text = options.arguments[static_cast<std::size_t>(i)]; text && text->starts_with("@"))
      read.insert(canonical_path(file_of(algorithm.parameters[i], *text)));
  std::map<std::string, std::string> written;  // file → the option that names it
  if (options.explain_memory) written["-"] = "--explain-memory";
  if (options.explain) written["-"] = "--explain";
  std::vector<std::pair<std::string, std::string>> wishes;
  for (const std::string& output : options.outputs)
    wishes.emplace_back("--output", output.substr(output.find('=') + 1));
  wishes.emplace_back("--json", options.json);
  wishes.emplace_back("--plot", options.plot);
  wishes.emplace_back("--agree", options.agree);
  wishes.emplace_back("--ledger", options.ledger);
  for (const auto& [option, path] : wishes) {
    if (path.empty()) continue;
    const std::string file = canonical_path(path);
    if (read.count(file)) return option + ": `" + path + "` is read by this run; write into another file";
    const auto [other, first] = written.emplace(file, option);
    if (first || (path == "-" && option == "--output")) continue;
    if (path == "-")
      return other->second + " and " + option + ": both on the standard output; write " + option + "=FILE";
    const std::string both = other->second == option ? option + ": two results"
                                                     : other->second + " and " + option + ": both";
    return both + " into `" + path + "`; write each into a file of its own";
  }
  return "";
}

std::string wrong_for_selftest(const CLI::App& app) {
  const std::string ignored = not_among(app, {"--selftest", "--selftest-edges", "--variant", "--quiet", "--order",
                                              "--orders", "--expected-results", "-P", "--write-expected-results"});
  return ignored.empty() ? "" : "--selftest makes its own graphs and runs; leave " + ignored + " out";
}

std::string complete_tuning(const CLI::App& app, const Algorithm& algorithm, RunnerOptions& options) {
  if (!(options.tune_seconds > 0 && options.tune_seconds <= most_seconds))
    return "--tune: a search needs seconds, 1000000 at most; write e.g. --tune=60";
  if (options.ledger.empty()) options.ledger = std::string(algorithm.name) + ".ledger";
  if (options.ledger == "-") return "--ledger: a ledger has to be a file; write its path";
  std::set<std::string> regarded = {"--tune",      "--ledger",     "--recorded", "--variant",          "--repeat",
                                    "--quiet",     "--max-rounds", "--verify",   "--expected-results", "-P",
                                    "--allow-nan", "--keep-orders"};
  for (const CLI::Option* option : app.get_options())
    if (const std::string& name = option->get_name(); name.starts_with("--") && is_graph_option(name.substr(2)))
      regarded.insert(name);
  if (const std::string ignored = not_among(app, regarded); !ignored.empty())
    return "--tune decides what is run and how often; leave " + ignored + " out";
  if (options.variant.empty()) options.variant = "all";
  const auto variants = chosen_variants(algorithm, options.variant);
  if (variants && variants->size() < 2)
    return std::string("--tune: there is one variant, `") + variants->front()->name +
           "`; name several by --variant, or build the program with more mappings";
  if (!options.repeat_given) options.repeat = 11;
  return "";
}

}  // namespace maxwarp::runner
