// `gdsl graph info|convert|generate|contract`: looks at graphs and brings them into other formats.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "llvm/Support/raw_ostream.h"
#include "runtime/graph/contract.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/write/write.h"
#include "runtime/runner/graph_cli.h"
#include "runtime/system/output_file.h"
#include "runtime/system/progress.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/graph_info.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

struct GraphCommand {
  GraphOptions options;
  std::string output, json, plot;
  std::string split;                           // `auto`, a number of edges, or empty
  std::string groups;                          // contract: the file
  Duplicates group_weights = Duplicates::Sum;  // contract
  bool metrics = false;
};

llvm::Expected<int> print_info(const GraphCommand& command) {
  for (const std::string& file : files_of(command.options.graph))
    for (const auto& [option, output] : {std::pair("--json", command.json), std::pair("--plot", command.plot)})
      if (std::error_code error; std::filesystem::equivalent(file, output, error))
        return fail("{}: `{}` is part of the graph; write into another file", option, output);
  if (!command.plot.empty() && canonical_path(command.plot) == canonical_path(command.json))
    return fail("--json and --plot: both into `{}`; write each into a file of its own", command.plot);
  const auto loaded = read_graph(command.options);
  if (!loaded) return fail("{}", loaded.error());
  const GraphInfo info = [&] {
    const Progress progress("looking at " + command.options.graph);
    return describe(loaded->graph);
  }();
  Extras extras;
  if (!command.split.empty())
    extras.split = describe_split(loaded->graph, command.split == "auto" ? 0 : std::stoll(command.split));
  if (command.metrics) extras.lane_use = lane_use_of(loaded->graph);
  if (!command.json.empty())
    if (llvm::Error failed = write_text(command.json, info_json(*loaded, info, extras))) return failed;
  if (!command.plot.empty())
    if (llvm::Error failed = write_text(command.plot, degrees_plot(*loaded, info))) return failed;
  if (command.json == "-" || command.plot == "-") return Done;  // nothing else stands on the output then
  std::string text = info_text(*loaded, info);
  if (extras.split) text += split_text(info, *extras.split);
  if (command.metrics) text += lane_use_text(extras.lane_use);
  if (llvm::Error failed = print_text(text)) return failed;
  return Done;
}

llvm::Expected<int> convert(const GraphCommand& command, bool quiet) {
  if (llvm::Error failed = convert_graph(command.options, command.output, quiet)) return failed;
  if (!quiet) tell("wrote `" + command.output + "`");
  return Done;
}

llvm::Expected<int> generate(const GraphCommand& command, bool quiet) {
  if (!is_generator(command.options.graph))
    return fail("`{}` is not a generator; write one of {}", command.options.graph, generator_help());
  return convert(command, quiet);
}

llvm::Expected<int> contract_groups(const GraphCommand& command, bool quiet) {
  const auto loaded = read_graph(command.options);
  if (!loaded) return fail("{}", loaded.error());
  const auto groups = read_groups(command.groups, loaded->graph);
  if (!groups) return fail("--labels: {}", groups.error());
  const Progress progress("contracting " + command.options.graph);
  const auto contracted = contract(loaded->graph, {groups->data(), groups->size()}, command.group_weights);
  if (!contracted) return fail("{}", contracted.error());
  if (auto failure = write_graph(command.output, *contracted)) return fail("{}", failure->message);
  if (quiet) return Done;
  tell(loaded->summary);
  tell(fmt::format("wrote `{}`: {} nodes, {} edges", command.output, contracted->nodes, contracted->edges()));
  return Done;
}

/// A sub-command that takes a graph first (a file, or a generator, called `what`).
CLI::App* add_command(CLI::App& group, const char* name, const char* help, const char* what,
                      const std::shared_ptr<GraphCommand>& command, CommandLine& line) {
  CLI::App* app = group.add_subcommand(name, help);
  app->add_option(what, command->options.graph, "graph file, or a generator such as rmat:16:16")->required();
  runner::add_graph_options(*app, command->options, /*with_graph=*/false);
  add_quiet_flag(*app, line);
  return app;
}

void add_contract_command(CLI::App& group, const char* endings, const std::shared_ptr<GraphCommand>& command,
                          CommandLine& line) {
  CLI::App* app = add_command(group, "contract", "Make one node of each group of nodes", "GRAPH", command, line);
  app->add_option("OUTPUT", command->output, endings)->required();
  app->add_option("--labels", command->groups, "file with lines `label group`: the group of each node")->required();
  // The weights of the file are what is put together.
  app->remove_option(app->get_option("--weights"));
  const auto set = [command](const std::string& way) {
    const std::map<std::string, Duplicates> ways = {
        {"sum", Duplicates::Sum}, {"min", Duplicates::Min}, {"first", Duplicates::First}};
    const auto found = ways.find(way);
    if (found == ways.end()) throw CLI::ValidationError("--weights=" + way + "; expected sum, min or first");
    command->group_weights = found->second;
  };
  app->add_option_function<std::string>("--weights", set,
                                        "of the edges between two groups: sum (default), min or first; an edge without "
                                        "a weight counts 1")
      ->type_name("");
  app->footer(
      "Groups become nodes in the order of their numbers, which are their labels; edges within a group, self-loops.\n"
      "  gdsl graph contract web.mwg groups.mwg --labels=community.txt --weights=sum\n");
  app->callback([command, &line] { line.action = [command, &line] { return contract_groups(*command, line.quiet); }; });
}

}  // namespace

void add_graph_command(CLI::App& app, CommandLine& line) {
  CLI::App* group = app.add_subcommand("graph", "Inspect, convert, contract and generate graphs");
  group->require_subcommand(1);
  group->footer(
      "Examples:\n"
      "  gdsl graph info ny.gr.xz\n"
      "  gdsl graph convert web.txt.gz web.mwg --symmetrize --duplicates=first --self-loops=drop\n"
      "  gdsl graph generate rmat:20:16 rmat.mwg --seed=7 --weights=random:1:255\n");
  auto command = std::make_shared<GraphCommand>();
  CLI::App* info = add_command(*group, "info", "Print the facts of a graph", "GRAPH", command, line);
  info->add_option("--json", command->json, "file for the same facts as JSON; `-`: standard output, without the text");
  info->add_option("--plot", command->plot,
                   "file for the degrees as a chart in SVG; `-`: standard output, without the text");
  info->add_flag("--split{auto}", command->split,
                 "also the degrees after `split`: at this many edges (default: the histogram rule)")
      ->check([](const std::string& text) {
        const bool number = !text.empty() && text.size() < 10 &&
                            text.find_first_not_of("0123456789") == std::string::npos;
        return text == "auto" || (number && std::stoll(text) > 0)
                   ? ""
                   : "`" + text + "`; expected a number of edges, of 1 at least";
      });
  info->add_flag("--metrics", command->metrics,
                 "how well the lanes of warps are used by groups of 1 to 32 lanes per node");
  info->callback([command, &line] { line.action = [command] { return print_info(*command); }; });
  const char* endings =
      "file to write: .mwg (binary), .mtx, .gr, .graph, .el, .wel, .txt, .sg, .wsg, .v; each also .gz, .xz, "
      ".zst";
  CLI::App* to = add_command(*group, "convert", "Read a graph and write it in another format", "GRAPH", command, line);
  to->add_option("OUTPUT", command->output, endings)->required();
  to->callback([command, &line] { line.action = [command, &line] { return convert(*command, line.quiet); }; });
  add_contract_command(*group, endings, command, line);
  CLI::App* make = add_command(*group, "generate", "Write a synthetic graph", "GENERATOR", command, line);
  make->add_option("OUTPUT", command->output, endings)->required();
  make->footer(std::string("Generators:\n") + generator_details());
  make->callback([command, &line] { line.action = [command, &line] { return generate(*command, line.quiet); }; });
}

}  // namespace maxwarp::workbench
