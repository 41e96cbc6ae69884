// Command line by CLI11; every mapping axis is an option of its own as well as a key of --map.
#include "compiler/driver/options.h"

#include "compiler/mapping/technique.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>

namespace maxwarp {
namespace {

constexpr const char *footer = R"(Examples:
  gdslc bfs.gdsl                               writes bfs.cu and bfs.h
  gdslc bfs.gdsl --granularity=warp:8 -o -     shows the CUDA text of another mapping
  gdslc bfs.gdsl --map=a:granularity=thread --map=b:granularity=warp:32 -o bfs.cu
                                               two variants in one file
  gdslc bfs.gdsl --emit=mapped                 shows who works on what, before any CUDA
  gdslc --list-mappings                        all mapping options
Exit status: 0 done, 1 an error in the program, the options or a file.)";

bool add_settings(const std::map<std::string, std::string> &axes, DriverOptions &options, std::string &error) {
  if (options.variants.empty()) options.variants.emplace_back();
  for (const auto &[key, value] : axes) {
    if (value.empty()) continue;
    const auto setting = mapping::parse_setting(key + "=" + value, error);
    if (!setting) return false;
    for (mapping::MappingText &variant : options.variants)
      if (!mapping::add_setting(variant, *setting, error)) return false;
  }
  return true;
}

bool check_variants(const DriverOptions &options, std::string &error) {
  if (options.variants.size() < 2) return true;
  std::map<std::string, int> seen;
  for (const mapping::MappingText &variant : options.variants) {
    if (variant.variant.empty()) {
      error = "several --map make several variants: name each, as in `--map=NAME:key=value`";
      return false;
    }
    if (++seen[variant.variant] > 1) {
      error = fmt::format("two variants are named `{}`", variant.variant);
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<DriverOptions> parse_command_line(int argc, char **argv, int &exit_code) {
  DriverOptions options;
  CLI::App app{"gdslc: compiles a graph algorithm (.gdsl) to CUDA C++ or OpenMP C++", "gdslc"};
  app.footer(footer);
  app.set_version_flag("--version", "gdslc 0.1.0");
  std::vector<std::string> maps, labelled;
  std::map<std::string, std::string> axes;
  app.add_option("input", options.input, "program to compile, `-` for standard input");
  app.add_option("-o", options.output, "output file, `-` for standard output (default: NAME.cu or NAME.cpp)");
  app.add_option("--header", options.header, "header file (default: beside the output)");
  app.add_option("--emit-entry", options.entry, "also write the description that the runner needs");
  const std::map<std::string, EmitKind> kinds{
      {"tokens", EmitKind::Tokens},   {"ast", EmitKind::Ast},       {"checked", EmitKind::Checked}, {"parallel", EmitKind::Parallel},
      {"mapped", EmitKind::Mapped}, {"source", EmitKind::Source}, {"gdsl", EmitKind::Gdsl}};
  app.add_option("--emit", options.emit, "stage to print: tokens, ast, checked, parallel, mapped, source, gdsl")
      ->transform(CLI::CheckedTransformer(kinds).description(""));
  const std::map<std::string, emit::Target> targets{{"cuda", emit::Target::Cuda}, {"openmp", emit::Target::OpenMp}};
  app.add_option("--target", options.target, "cuda (default) or openmp")->transform(CLI::CheckedTransformer(targets).description(""));
  app.add_option("--map", maps, "mapping: [NAME:]key=value,… or FILE.map; several make several variants")
      ->allow_extra_args(false)
      ->group("Mapping");
  for (const mapping::Axis &axis : mapping::axes())
    app.add_option(std::string("--") + axis.key, axes[axis.key], fmt::format("for {}; see --list-mappings", axis.applies))->group("Mapping");
  app.add_flag("--list-mappings", options.list_mappings, "print all mapping options with defaults and sources")->group("Mapping");
  app.add_option("--algorithm", options.algorithm, "which algorithm of the file to compile (default: the first)");
  const std::map<std::string, DriverOptions::Numbers> numbers{
      {"int", DriverOptions::Numbers::Int}, {"double", DriverOptions::Numbers::Double}, {"both", DriverOptions::Numbers::Both}};
  app.add_option("--number", options.numbers, "what the type `number` is: int (default), double, or both forms in one file")
      ->transform(CLI::CheckedTransformer(numbers).description(""));
  app.add_flag("-g", options.lines, "write #line directives, so that debuggers show the program");
  app.add_flag("--check", options.check, "parse the generated text with Clang and report what it finds");
  app.add_flag("--explain", options.explain, "say what each technique of the mapping did");
  app.add_flag("--remarks", options.remarks, "show remarks: what was ignored or costs");
  const std::map<std::string, bool> forms{{"text", false}, {"json", true}};
  app.add_option("--diagnostics", options.json_diagnostics, "text (default) or json: one object on standard error")
      ->transform(CLI::CheckedTransformer(forms).description(""));
  app.add_flag("!--no-race-check", options.race_check, "accept programs with data races, for tests of the race check")->group("");
  app.add_flag("--verify-diagnostics", options.verify_diagnostics, "compare diagnostics with `expected-` comments")->group("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    exit_code = error.get_exit_code() == 0 ? app.exit(error) : 1;
    if (exit_code != 0) fmt::print(stderr, "gdslc: error: {}; see gdslc --help\n", error.what());
    return std::nullopt;
  }
  std::string error;
  for (const std::string &text : maps) {
    const auto mapping = mapping::parse_mapping(text, error);
    if (!mapping) break;
    options.variants.push_back(*mapping);
  }
  if (error.empty()) (void)(add_settings(axes, options, error) && check_variants(options, error));
  if (error.empty() && options.input.empty() && !options.list_mappings) error = "no input; give a .gdsl file, or `-` for standard input";
  if (!error.empty()) {
    fmt::print(stderr, "gdslc: error: {}\n", error);
    exit_code = 1;
    return std::nullopt;
  }
  return options;
}

}  // namespace maxwarp
