// `gdsl advise`: what `--map=auto` would choose for a graph, and why; nothing is compiled or run.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "runtime/graph/shape.h"
#include "runtime/runner/graph_cli.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/selection.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

struct AdviseOptions {
  std::string program;  // path, or empty: one of each kind
  GraphOptions graph;
};

/// A program for each kind that the rules tell apart, for those who have none yet.
struct Kind {
  const char* name;
  const char* text;
};
constexpr Kind kinds[] = {{"active nodes that settle once (`iterate`)", R"(
algorithm search(source: node) -> level: node int {
    level = inf
    level[source] = 0
    iterate node v from source {
        foreach neighbor w of v where level[w] == inf {
            level[w] = round
            activate w
        }
    }
}
)"},
                          {"active nodes whose values improve (`iterate`)", R"(
algorithm relax(source: node) -> hops: node int {
    hops = inf
    hops[source] = 0
    iterate node v from source {
        foreach neighbor w of v {
            if hops[w] min= hops[v] + 1 { activate w }
        }
    }
}
)"},
                          {"active nodes, all in the first round (`iterate from all`)", R"(
algorithm labels() -> label: node node {
    foreach node v { label[v] = v }
    iterate node v from all {
        foreach neighbor w of v {
            if label[w] min= label[v] { activate w }
        }
    }
}
)"},
                          {"values that go along edges both ways (`iterate from all`)", R"(
algorithm components() -> label: node node {
    foreach node v { label[v] = v }
    iterate node v from all {
        foreach adjacent w of v {
            if label[w] min= label[v] { activate w }
        }
    }
}
)"},
                          {"nodes in order (`after`)", R"(
algorithm order() -> taken: node bool requires symmetric {
    foreach node v after neighbor w where w < v {
        taken[v] = true
        foreach neighbor w of v where w < v and taken[w] {
            taken[v] = false
            break
        }
    }
}
)"},
                          {"all nodes with their neighbors", R"(
algorithm gather(value: node double) -> sum: node double {
    foreach node v {
        var own = 0.0
        foreach neighbor w of v { own += value[w] }
        sum[v] = own
    }
}
)"},
                          {"all nodes with the neighbors of their neighbors", R"(
algorithm wedges() -> count: long {
    foreach node v {
        foreach neighbor w of v {
            foreach neighbor x of w where x in neighbors(v) { count += 1 }
        }
    }
}
)"}};

std::string facts_text(const GraphShape& shape) {
  std::string text;
  for (std::size_t i = 0; i < std::size(graph_fact_names); ++i)
    text += fmt::format("{}{} {:.6g}", text.empty() ? "" : ", ", graph_fact_names[i],
                        fact_of(shape, static_cast<GraphFact>(i)));
  return text;
}

std::string advice_text(const std::string& about, const Selection& selection, const GraphShape& shape) {
  const Selected selected = select_variant(selection.tree.data(), shape);
  std::string text = fmt::format("\n{}:\n", about);
  for (const std::string& reason : selected.reasons) text += fmt::format("  {}\n", reason);
  text += fmt::format("  chosen: {}\n", selection.variants[static_cast<std::size_t>(selected.variant)].mapping);
  for (int i = 0; i < static_cast<int>(selection.variants.size()); ++i)
    if (i != selected.variant)
      text += fmt::format("  for other graphs: {}\n", selection.variants[static_cast<std::size_t>(i)].mapping);
  return text;
}

/// The mapping alone, as `--map` takes it; before it the kind of program, if there are several.
std::string chosen_text(const std::string& kind, const Selection& selection, const GraphShape& shape) {
  const int variant = select_variant(selection.tree.data(), shape).variant;
  const std::string& mapping = selection.variants[static_cast<std::size_t>(variant)].mapping;
  return kind.empty() ? mapping + "\n" : kind + ": " + mapping + "\n";
}

llvm::Expected<int> advise(const AdviseOptions& options, const CommandLine& line) {
  auto installation = find_installation(line.argv0);
  if (!installation) return installation.takeError();
  std::vector<std::pair<std::string, Selection>> about;
  const auto ask = [&](const std::string& name, const std::string& program, const std::string& text) -> llvm::Error {
    auto selection = selection_of(installation->compiler, program, text);
    if (!selection) return selection.takeError();
    about.emplace_back(name, std::move(*selection));
    return llvm::Error::success();
  };
  // Before the graph, which may take minutes: a program that is wrong is said to be at once.
  if (!options.program.empty()) {
    if (llvm::Error failed = ask(options.program, options.program, "")) return std::move(failed);
  } else {
    for (const Kind& kind : kinds)
      if (llvm::Error failed = ask(kind.name, "-", kind.text)) return std::move(failed);
  }
  const auto loaded = read_graph(options.graph);
  if (!loaded) return fail("{}", loaded.error());
  const GraphShape shape = shape_of(loaded->graph);
  std::string text = line.quiet ? "" : fmt::format("{}\n{}\n", loaded->summary, facts_text(shape));
  for (const auto& [name, selection] : about)
    text += line.quiet ? chosen_text(options.program.empty() ? name : "", selection, shape)
                       : advice_text(name, selection, shape);
  if (llvm::Error failed = print_text(text)) return std::move(failed);
  return Done;
}

}  // namespace

void add_advise_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<AdviseOptions>();
  CLI::App* command = app.add_subcommand("advise", "Tell which mapping --map=auto chooses for a graph, and why");
  command->add_option("PROG", options->program, "program (.gdsl); without one: for each kind of program");
  runner::add_graph_options(*command, options->graph);
  command->get_option("--graph")->required();
  add_quiet_flag(*command, line);
  command->footer(
      "Nothing is run, and no GPU is needed. `gdsl tune` measures instead.\n"
      "Examples:\n"
      "  gdsl advise --graph=ny.gr.xz\n"
      "  gdsl advise bfs.gdsl --graph=rmat:18:16 --symmetrize\n"
      "  gdsl run bfs.gdsl --map=\"$(gdsl advise bfs.gdsl --graph=ny.gr.xz --quiet)\" …   (the mapping alone)\n");
  command->callback([options, &line] { line.action = [options, &line] { return advise(*options, line); }; });
}

}  // namespace maxwarp::workbench
