// gdslc: the command line around the pipeline.
#include "compiler/check/check_cuda.h"
#include "compiler/driver/files.h"
#include "compiler/driver/installation.h"
#include "compiler/driver/judge.h"
#include "compiler/driver/pipeline.h"
#include "compiler/support/render.h"
#include "compiler/support/render_json.h"
#include "compiler/support/verify.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>

namespace maxwarp {
namespace {

namespace fs = std::filesystem;

int fail(const std::string &message) {
  fmt::print(stderr, "gdslc: error: {}\n", message);
  return 1;
}

void show(const Diagnostics &diagnostics, const DriverOptions &options) {
  if (options.quiet && !diagnostics.has_errors()) return;
  using Color = DriverOptions::Color;
  const bool colors = options.color == Color::Auto ? error_stream_has_colors() : options.color == Color::Always;
  const std::string text = options.json_diagnostics ? render_json(diagnostics, options.remarks)
                                                    : render(diagnostics, {colors, options.remarks});
  std::fputs(text.c_str(), stderr);
}

struct Paths {
  std::string source, header, entry;
};

// Beside the input's name in the working folder, unless the options say otherwise.
Paths output_paths(const DriverOptions &options) {
  const std::string ending = options.target == emit::Target::Cuda ? ".cu" : ".cpp";
  const std::string stem = options.input == "-" ? "out" : fs::path(options.input).stem().string();
  Paths paths;
  paths.source = options.output.empty() ? stem + ending : options.output;
  paths.header = options.header;
  if (paths.header.empty() && paths.source != "-") paths.header = fs::path(paths.source).replace_extension(".h").string();
  paths.entry = options.entry;
  return paths;
}

bool parse_output(const Compilation &compilation, const Paths &paths, const FileNames &names, const DriverOptions &options,
                  std::string &error) {
  ParseInput input;
  input.source = compilation.output.source;
  input.source_name = fs::absolute(paths.source == "-" ? "generated.cu" : paths.source).string();
  input.header = compilation.output.header;
  input.header_name = names.header;
  input.cuda = options.target == emit::Target::Cuda;
  input.runtime_include = runtime_include_folder();
  input.cuda_path = cuda_toolkit_folder();
  const auto findings = parse_generated(input, error);
  for (const ParseFinding &finding : findings)
    fmt::print(stderr, "{}:{}: in the generated text: {}\n", finding.file, finding.line, finding.message);
  if (!findings.empty() && error.empty()) error = "the generated text is not clean; this is a bug of gdslc";
  return error.empty();
}

int write_output(const Compilation &compilation, const FileNames &names, const DriverOptions &options) {
  std::string error;
  if (options.emit != EmitKind::Source) {
    const std::string path = options.output.empty() ? "-" : options.output;
    return write_files({{path, compilation.printed}}, error) ? 0 : fail(error);
  }
  const Paths paths = output_paths(options);
  if (options.check && !parse_output(compilation, paths, names, options, error)) return fail(error);
  std::vector<std::pair<std::string, std::string>> files{{paths.source, compilation.output.source}};
  if (!paths.header.empty()) files.emplace_back(paths.header, compilation.output.header);
  if (!paths.entry.empty()) files.emplace_back(paths.entry, compilation.output.entry);
  std::error_code no_such_file;
  for (const auto &[path, text] : files)
    if (path != "-" && fs::equivalent(path, options.input, no_such_file))
      return fail(fmt::format("`{}` is the program itself; choose another output", path));
  return write_files(files, error) ? 0 : fail(error);
}

// The list of options as the text of one of its forms.
std::string listing(DriverOptions::Listing form) {
  if (form == DriverOptions::Listing::Json) return mapping::list_mappings_json();
  return form == DriverOptions::Listing::Markdown ? mapping::list_mappings_markdown() : mapping::list_mappings();
}

int judge(const SourceFile &file, const DriverOptions &options) {
  Diagnostics diagnostics(file);
  const auto forms = lower_program(file, options, diagnostics);
  show(diagnostics, options);
  if (forms.empty() || diagnostics.has_errors()) return 1;
  std::string error;
  if (options.list_legality) return write_files({{"-", list_legality(forms, file, options)}}, error) ? 0 : fail(error);
  std::ifstream named;
  if (options.questions != "-") {
    named.open(options.questions);
    if (!named || fs::is_directory(options.questions))
      return fail(fmt::format("cannot read the mappings of `{}`", options.questions));
  }
  const bool done = judge_mappings(forms, options.questions == "-" ? std::cin : named, file, options, error);
  return done ? 0 : fail(error);
}

int run(const DriverOptions &options) {
  using Listing = DriverOptions::Listing;
  if (options.list_mappings != Listing::None) {
    std::string error;
    return write_files({{"-", listing(options.list_mappings)}}, error) ? 0 : fail(error);
  }
  std::string error;
  const auto file = read_source_file(options.input, error);
  if (!file && options.json_diagnostics) return std::fputs(render_json(options.input, error).c_str(), stderr), 1;
  if (!file) return fail(error);
  if (!options.questions.empty() || options.list_legality) return judge(*file, options);
  Diagnostics diagnostics(*file);
  const Paths paths = output_paths(options);
  FileNames names{paths.source, fs::path(paths.header).filename().string()};
  if (names.header.empty()) names.header = fs::path(options.input == "-" ? "out" : options.input).stem().string() + ".h";
  const Compilation compilation = compile(*file, options, names, diagnostics);
  if (options.verify_diagnostics) {
    const auto mismatches = verify_expectations(diagnostics);
    for (const std::string &line : mismatches) fmt::print(stderr, "{}\n", line);
    return mismatches.empty() ? 0 : 1;
  }
  show(diagnostics, options);
  if (!compilation.ok || diagnostics.has_errors()) return 1;
  if (options.explain) fmt::print(stderr, "{}", compilation.explanation);
  return write_output(compilation, names, options);
}

}  // namespace
}  // namespace maxwarp

int main(int argc, char **argv) {
  int exit_code = 0;
  const auto options = maxwarp::parse_command_line(argc, argv, exit_code);
  return options ? maxwarp::run(*options) : exit_code;
}
