// Command line by CLI11; every mapping axis is an option of its own as well as a key of --map.
#include "compiler/driver/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "compiler/driver/files.h"
#include "compiler/emit/names.h"
#include "compiler/mapping/technique.h"
#include "compiler/support/render.h"
#include "compiler/support/suggest.h"
#include "llvm/ADT/StringExtras.h"

namespace maxwarp {
namespace {

constexpr const char* footer = R"(Examples:
  gdslc bfs.gdsl                               writes bfs.cu and bfs.h
  gdslc bfs.gdsl --granularity=warp:8 -o -     shows the CUDA text of another mapping
  gdslc bfs.gdsl --map=a:granularity=thread --map=b:granularity=warp:32 -o bfs.cu
                                               two variants in one file
  gdslc bfs.gdsl --emit=mapped                 shows which threads work on what, before CUDA is generated
  gdslc --list-mappings                        all mapping options
  echo granularity=edge | gdslc bfs.gdsl --judge-mappings=-
                                               legal, or refused and why; one line each
Exit status: 0 done, 1 an error in the program, the options or a file, 70 a defect of gdslc.)";

bool add_settings(const std::map<std::string, std::string>& axes, DriverOptions& options, std::string& error) {
  if (options.variants.empty()) options.variants.emplace_back();
  for (const auto& [key, value] : axes) {
    if (value.empty()) continue;
    const auto setting = mapping::parse_setting(key + "=" + value, error);
    if (!setting) return false;
    for (mapping::MappingText& variant : options.variants)
      if (!mapping::add_setting(variant, *setting, error)) return false;
  }
  return true;
}

bool check_variants(const DriverOptions& options, std::string& error) {
  std::map<std::string, std::string> seen;  // by the name in C++
  for (const auto& [name, settings, file] : options.variants) {
    const std::string emitted = emit::safe_name(name);
    const auto [other, is_new] = seen.emplace(emitted, name);
    if (name.empty() && options.variants.size() > 1)
      error = "several --map make several variants: name each, as in `--map=NAME:key=value`";
    else if (name == "all")
      error = "`all` cannot name a variant: `--variant=all` means every one";
    else if (name == "auto" && settings.empty() && file.empty())
      error = "`auto:` names the default mapping; `--map=auto`, without a colon, chooses by rule";
    else if (!is_new && other->second == name)
      error = fmt::format("two variants are named `{}`", name);
    else if (!is_new)
      error = fmt::format("the variants `{}` and `{}` would both be `{}` in C++; rename one", other->second, name,
                          emitted);
    if (!error.empty()) return false;
  }
  return true;
}

// What the options hold before it is understood.
struct Texts {
  std::vector<std::string> maps;
  std::map<std::string, std::string> axes;
  std::string listing;
  std::string instrument;
  std::string limits;
};

template <typename Value>
void add_choice(CLI::App& app, const char* option, Value& value, const std::map<std::string, Value>& choices,
                const char* help) {
  app.add_option_function<std::string>(
      option,
      [&value, choices, option](const std::string& word) {
        const auto found = choices.find(word);
        if (found != choices.end()) {
          value = found->second;
          return;
        }
        std::string names;
        for (const auto& [name, meaning] : choices) names += (names.empty() ? "" : ", ") + name;
        throw CLI::ValidationError(option, fmt::format("`{}`; expected one of {}", word, names));
      },
      help);
}

void add_outputs(CLI::App& app, DriverOptions& options) {
  using Numbers = DriverOptions::Numbers;
  app.add_option("input", options.input, "program to compile, `-` for standard input");
  app.add_option("-o", options.output, "output file, `-` for standard output (default: NAME.cu or NAME.cpp)");
  app.add_option("--header", options.header, "header file (default: beside the output)");
  app.add_option("--emit-entry", options.entry, "also write the description that the runner needs");
  app.add_option("--import-root", options.import_root, "refuse imports of files that are not in this folder");
  add_choice<EmitKind>(app, "--emit", options.emit,
                       {{"tokens", EmitKind::Tokens},
                        {"ast", EmitKind::Ast},
                        {"imports", EmitKind::Imports},
                        {"checked", EmitKind::Checked},
                        {"parallel", EmitKind::Parallel},
                        {"selection", EmitKind::Selection},
                        {"mapped", EmitKind::Mapped},
                        {"source", EmitKind::Source},
                        {"gdsl", EmitKind::Gdsl}},
                       "stage to print: tokens, ast, imports (files), checked, parallel, selection (of --map=auto, as "
                       "JSON), mapped, source, "
                       "gdsl");
  add_choice<emit::Target>(app, "--target", options.target,
                           {{"cuda", emit::Target::Cuda}, {"openmp", emit::Target::OpenMp}},
                           "cuda (default) or openmp");
  app.add_option("--algorithm", options.algorithm, "which algorithm of the file to compile (default: the first)");
  add_choice<Numbers>(app, "--number", options.numbers,
                      {{"int", Numbers::Int}, {"double", Numbers::Double}, {"both", Numbers::Both}},
                      "what the type `number` is: int (default), double, or both forms in one file");
}

void add_mappings(CLI::App& app, DriverOptions& options, Texts& texts) {
  app.add_option(
         "--map", texts.maps,
         "mapping: [NAME:]key=value,… or FILE.map; several make several variants. auto: up to four, one of which is "
         "chosen for each graph. default: a thread per node. Without any mapping option the one that is best alone, "
         "for CUDA")
      ->allow_extra_args(false)
      ->group("Mapping");
  for (const mapping::Axis& axis : mapping::axes())
    app.add_option(std::string("--") + axis.key, texts.axes[axis.key],
                   fmt::format("for {}; see --list-mappings", axis.applies))
        ->group("Mapping");
  app.add_option(
         "--limits", texts.limits,
         "the table that `gdsl limits --csv=FILE` has written: what direction=auto takes the costs of steps from "
         "(default: those of an H100 and an H200)")
      ->group("Mapping");
  app.add_flag("--list-mappings{text}", texts.listing,
               "print all mapping options with defaults and sources; =json for programs, =markdown for docs")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->group("Mapping");
  app.add_flag(
         "--list-legality", options.list_legality,
         "report for every mapping option, alone, whether the program may have it, and why not; write nothing else")
      ->group("Mapping");
  app.add_option("--judge-mappings", options.questions,
                 "report for each mapping, one per line of this file (or `-`), whether the program may have it; write "
                 "nothing else")
      ->group("Mapping");
}

void add_reports(CLI::App& app, DriverOptions& options, Texts& texts) {
  app.add_flag("-g", options.lines, "write #line directives, so that debuggers show the program");
  app.add_flag("--check", options.check, "parse the generated text with Clang and report what it finds");
  app.add_flag(
         "--instrument{told}", texts.instrument,
         "generate text that reports to an observer which nodes each stage works on (for `gdsl run --metrics`); "
         "=counted: its lanes count their steps over neighbors, too; =timed: only when each stage begins and ends")
      ->check(CLI::IsMember({"told", "counted", "timed"}));
  app.add_flag("--checked", options.checked,
               "with --target=openmp: an index outside of its array, or `none`, ends the run with an error");
  app.add_flag("--explain", options.explain, "report what each technique of the mapping did");
  app.add_flag("--remarks", options.remarks, "show remarks: what was ignored, and what is costly");
  add_choice<bool>(app, "--diagnostics", options.json_diagnostics, {{"text", false}, {"json", true}},
                   "text (default) or json: one object on standard error");
  using Color = DriverOptions::Color;
  add_choice<Color>(app, "--color", options.color,
                    {{"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}},
                    "colours of the diagnostics: auto (default: on a terminal), always, never");
  app.add_flag("--quiet", options.quiet, "print errors only: no warnings, no remarks");
  app.add_flag("!--no-fact-check", options.fact_check, "accept mappings that facts forbid, for tests of these")
      ->group("");
  app.add_flag("!--no-race-check", options.race_check, "accept programs with data races, for tests of the race check")
      ->group("");
  app.add_flag("--verify-diagnostics", options.verify_diagnostics, "compare diagnostics with `expected-` comments")
      ->group("");
}

/// A word that no option takes, with the option that was probably meant.
std::string unknown_option(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining();
  const bool ended = left.front() == "--" && left.size() > 1;  // `--`: what follows is no option
  const std::string& word = ended ? left[1] : left.front();
  if (ended || !word.starts_with('-'))
    return fmt::format("a second input `{}`; one program is compiled at a time", word);
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view meant = closest(name, candidates);
  if (meant.empty()) return fmt::format("unknown option `{}`; see gdslc --help", name);
  return fmt::format("unknown option `{}`; did you mean `{}`", name, meant);
}

// What asks for a list instead of files: the options, as given.
std::vector<std::string> questions_of(const Texts& texts, const DriverOptions& options) {
  std::vector<std::string> asked;
  if (!texts.listing.empty()) asked.push_back("--list-mappings");
  if (options.list_legality) asked.push_back("--list-legality");
  if (!options.questions.empty()) asked.push_back("--judge-mappings");
  return asked;
}

bool is_mapped(const Texts& texts) {
  return !texts.maps.empty() || std::ranges::any_of(texts.axes, [](const auto& axis) { return !axis.second.empty(); });
}

bool check_questions(const Texts& texts, const DriverOptions& options, std::string& error) {
  const std::vector<std::string> asked = questions_of(texts, options);
  if (asked.empty()) return true;
  const char* output = !options.output.empty() ? "-o" : !options.header.empty() ? "--header" : "--emit-entry";
  if (asked.size() > 1)
    error = fmt::format("{} and {} cannot be combined; give one at a time", asked[0], asked[1]);
  else if (texts.listing.empty() && is_mapped(texts))
    error = options.list_legality
                ? "--list-legality tries every mapping option; leave those of the command line out"
                : "--judge-mappings: the mappings are the lines of its file; leave those of the command line out";
  else if (options.input == "-" && options.questions == "-")
    error = "--judge-mappings=-: the standard input is the program already; write the mappings into a file";
  else if (!options.output.empty() || !options.header.empty() || !options.entry.empty())
    error = fmt::format("{} writes no file; leave `{}` out", asked[0], output);
  return error.empty();
}

bool check_limits(const std::string& path, DriverOptions& options, std::string& error) {
  if (path.empty()) return true;
  if (options.target != emit::Target::Cuda) {
    error = "--limits is the table of a GPU; leave it out with --target=openmp";
    return false;
  }
  const auto file = read_source_file(path, error);
  if (!file) return false;
  options.costs = mapping::step_costs(std::string(file->text()), error);
  if (!options.costs) error = fmt::format("{}: {}; write the table with `gdsl limits --csv=FILE`", path, error);
  return error.empty();
}

using Automatic = DriverOptions::Automatic;

// `--map=auto`, which chooses all options itself.
constexpr const char* automatic = "auto";

bool is_automatic_granularity(const std::string& part) {
  return part == fmt::format("granularity={}", mapping::chosen_by_rule);
}

/// Takes `granularity=auto` out of the mappings, which keep their other settings. Whether it was there.
bool take_granularity(Texts& texts) {
  bool found = texts.axes["granularity"] == mapping::chosen_by_rule;
  if (found) texts.axes["granularity"].clear();
  for (std::string& text : texts.maps) {
    std::vector<std::string> kept;
    bool here = false;
    for (const llvm::StringRef part : llvm::split(text, ','))
      if (is_automatic_granularity(part.trim().str()))
        here = true;
      else
        kept.push_back(part.str());
    if (here) text = llvm::join(kept, ",");
    found = found || here;
  }
  std::erase(texts.maps, "");
  return found;
}

bool has_selection(const DriverOptions& options) {
  return options.automatic == Automatic::All || options.automatic == Automatic::Granularity;
}

bool check_automatic(const Texts& texts, const DriverOptions& options, std::string& error) {
  const auto given = std::ranges::find_if(texts.axes, [](const auto& axis) { return !axis.second.empty(); });
  if (options.automatic == Automatic::Granularity && texts.maps.size() > 1)
    error = "`granularity=auto` makes its own variants; leave all mappings but one out";
  else if (options.automatic == Automatic::All && texts.maps.size() > 1)
    error = "`--map=auto` makes its own variants; leave the other mappings out";
  else if (options.automatic == Automatic::All && given != texts.axes.end())
    error = fmt::format("`--map=auto` chooses all mapping options; leave `--{}` out", given->first);
  else if (options.emit == EmitKind::Selection && !has_selection(options))
    error = "`--emit=selection` is of `--map=auto`; give that, too";
  return error.empty();
}

/// What stands beside `granularity=auto` is the one mapping that its variants share.
bool check_shared(const DriverOptions& options, std::string& error) {
  if (options.automatic != Automatic::Granularity) return true;
  const mapping::MappingText& shared = options.variants.front();
  const auto other = std::ranges::find_if(shared.settings, [](const mapping::Setting& setting) {
    return std::string_view(setting.axis->key) == "granularity" && setting.label.empty();
  });
  if (!shared.variant.empty())
    error = fmt::format("`granularity=auto` names its variants itself; leave the name `{}` out", shared.variant);
  else if (other != shared.settings.end())
    error = fmt::format("`granularity` is given twice, as `auto` and as `{}`", other->choice.text);
  return error.empty();
}

bool understand(Texts texts, DriverOptions& options, std::string& error) {
  const bool asks = options.list_legality || !options.questions.empty() || !texts.listing.empty();
  if (std::ranges::find(texts.maps, automatic) != texts.maps.end())
    options.automatic = Automatic::All;
  else if (!asks && take_granularity(texts))
    options.automatic = Automatic::Granularity;
  else if (!is_mapped(texts) && options.target == emit::Target::Cuda)
    options.automatic = Automatic::Single;
  if (!check_automatic(texts, options, error)) return false;
  for (const std::string& text : texts.maps) {
    if (options.automatic == Automatic::All) break;
    const auto mapping = mapping::parse_mapping(text, error);
    if (!mapping) return false;
    options.variants.push_back(*mapping);
  }
  if (!add_settings(texts.axes, options, error) || !check_shared(options, error) || !check_variants(options, error))
    return false;
  if (!check_questions(texts, options, error)) return false;
  if (!check_limits(texts.limits, options, error)) return false;
  if (options.checked && options.target != emit::Target::OpenMp)
    error = "--checked is for --target=openmp; the SIMT engine checks all accesses of CUDA text";
  using Listing = DriverOptions::Listing;
  const std::map<std::string, Listing> listings{
      {"", Listing::None}, {"text", Listing::Text}, {"json", Listing::Json}, {"markdown", Listing::Markdown}};
  options.list_mappings = listings.at(texts.listing);
  using mapping::Instrument;
  if (!texts.instrument.empty())
    options.instrument = texts.instrument == "counted" ? Instrument::Counted
                         : texts.instrument == "timed" ? Instrument::Timed
                                                       : Instrument::Told;
  if (options.input.empty() && texts.listing.empty()) error = "no input; give a .gdsl file, or `-` for standard input";
  return error.empty();
}

// `--NAME=` with nothing after it, as an empty variable of a shell makes it: CLI11 would take the next word for its
// value.
void refuse_empty_values(int argc, char** argv) {
  for (const std::string& word : std::vector<std::string>(argv + 1, argv + argc))
    if (word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1)
      throw CLI::ValidationError("`" + word + "` has no value");
}

}  // namespace

std::optional<DriverOptions> parse_command_line(int argc, char** argv, int& exit_code) {
  DriverOptions options;
  Texts texts;
  CLI::App app{"gdslc: compiles a graph algorithm (.gdsl) to CUDA C++ or OpenMP C++", "gdslc"};
  app.footer(footer);
  app.set_version_flag("--version", "gdslc " MAXWARP_VERSION, "print the version");
  add_outputs(app, options);
  add_mappings(app, options, texts);
  add_reports(app, options, texts);
  std::string error;
  try {
    refuse_empty_values(argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& parse_error) {
    if (parse_error.get_exit_code() == 0) {  // help or version
      const bool version = dynamic_cast<const CLI::CallForVersion*>(&parse_error) != nullptr;
      const std::string text = version ? std::string(parse_error.what()) + "\n" : app.help();
      if (write_files({{"-", text}}, error)) return std::nullopt;
      std::fputs(error_line(error).c_str(), stderr);
      exit_code = 1;
      return std::nullopt;
    }
    error = app.remaining().empty() ? std::string(parse_error.what()) + "; see gdslc --help" : unknown_option(app);
  }
  if (error.empty() && understand(texts, options, error)) return options;
  std::fputs(error_line(error).c_str(), stderr);
  exit_code = 1;
  return std::nullopt;
}

}  // namespace maxwarp
