// gdslc: the command line around the pipeline.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "compiler/driver/files.h"
#include "compiler/driver/installation.h"
#include "compiler/driver/legality_query.h"
#include "compiler/driver/pipeline.h"
#include "compiler/output_check/check_cuda.h"
#include "compiler/support/render.h"
#include "compiler/support/render_json.h"
#include "compiler/support/verify.h"
#include "runtime/system/shown_text.h"

namespace maxwarp {
namespace {

namespace fs = std::filesystem;

// Where even the standard error takes no more, nobody can be told.
void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

int fail(const std::string& message) {
  say(error_line(message));
  return 1;
}

void show(const Diagnostics& diagnostics, const DriverOptions& options) {
  using Color = DriverOptions::Color;
  const bool colors = options.color == Color::Auto ? error_stream_has_colors() : options.color == Color::Always;
  say(options.json_diagnostics ? render_json(diagnostics, options.remarks)
                               : render(diagnostics, {colors, options.remarks && !options.quiet, !options.quiet}));
}

struct Paths {
  std::string source, header, entry;
};

// Whether there is something that only looks like a file, such as /dev/null or a pipe: nothing belongs beside it.
bool is_special(const std::string& path) {
  std::error_code none;
  return fs::exists(path, none) && !fs::is_regular_file(path, none);
}

// Beside the input's name in the working folder, unless the options say otherwise.
Paths output_paths(const DriverOptions& options) {
  const std::string ending = options.target == emit::Target::Cuda ? ".cu" : ".cpp";
  const std::string stem = options.input == "-" ? "out" : fs::path(options.input).stem().string();
  Paths paths;
  paths.source = options.output.empty() ? stem + ending : options.output;
  paths.header = options.header;
  if (paths.header.empty() && paths.source != "-" && !is_special(paths.source))
    paths.header = fs::path(paths.source).replace_extension(".h").string();
  paths.entry = options.entry;
  return paths;
}

bool parse_output(const Compilation& compilation, const Paths& paths, const FileNames& names,
                  const DriverOptions& options, std::string& error) {
  ParseInput input;
  input.source = compilation.output.source;
  // Clang's tools change paths with backslashes in them: the texts have names of their own, and findings those of the
  // files.
  input.source_name = options.target == emit::Target::Cuda ? "/generated/source.cu" : "/generated/source.cpp";
  std::error_code gone;
  (void)fs::current_path(gone);
  if (gone) error = "--check: the working folder cannot be found: " + gone.message();
  input.header = compilation.output.header;
  input.header_name = names.header;
  input.cuda = options.target == emit::Target::Cuda;
  input.runtime_include = runtime_include_folder();
  if (input.cuda && error.empty()) input.cuda_path = cuda_toolkit_folder(error);
  if (!error.empty()) return false;
  const auto findings = parse_generated(input, error);
  for (const ParseFinding& finding : findings) {
    const bool header = finding.file == "/generated/" + names.header;
    const std::string& file = header ? paths.header : finding.file == input.source_name ? paths.source : finding.file;
    say(shown(fmt::format("{}:{}: in the generated text: {}", file, finding.line, finding.message)) + "\n");
  }
  if (!findings.empty() && error.empty()) error = "the generated text is not clean; this is a bug of gdslc";
  return error.empty();
}

using Files = std::vector<std::pair<std::string, std::string>>;

Files output_files(const Compilation& compilation, const DriverOptions& options) {
  if (options.emit != EmitKind::Source) return {{options.output.empty() ? "-" : options.output, compilation.printed}};
  const Paths paths = output_paths(options);
  Files files{{paths.source, compilation.output.source}};
  if (!paths.header.empty()) files.emplace_back(paths.header, compilation.output.header);
  if (!paths.entry.empty()) files.emplace_back(paths.entry, compilation.output.entry);
  return files;
}

// What the output `path` would overwrite besides itself: an input, or an output among the first `count`. Else empty.
std::string overwritten(const std::string& path, const Files& files, std::size_t count, const DriverOptions& options,
                        const Sources& sources) {
  for (const SourceFile* file : sources.read_files())
    if (file != &sources.main() && same_file(path, file->name()))
      return fmt::format("the program imports `{}`; choose another output", path);
  if (same_file(path, options.input == "-" ? "/dev/stdin" : options.input))
    return fmt::format("`{}` is the program itself; choose another output", path);
  for (const mapping::MappingText& variant : options.variants)
    if (!variant.file.empty() && same_file(path, variant.file))
      return fmt::format("`{}` is a mapping file of this command; choose another output", path);
  for (std::size_t i = 0; i < count; ++i)
    if (same_file(path, files[i].first))
      return fmt::format("two outputs would go to {}; give each its own by -o, --header and --emit-entry",
                         path == "-" ? "the standard output" : "`" + path + "`");
  return "";
}

int write_output(const Compilation& compilation, const FileNames& names, const DriverOptions& options,
                 const Sources& sources) {
  const Files files = output_files(compilation, options);
  std::string error;
  for (std::size_t i = 0; i < files.size() && error.empty(); ++i)
    error = overwritten(files[i].first, files, i, options, sources);
  const bool checked = options.check && options.emit == EmitKind::Source;
  if (error.empty() && checked) parse_output(compilation, output_paths(options), names, options, error);
  return error.empty() && write_files(files, error) ? 0 : fail(error);
}

// Whether `#include "NAME"` means the file of that name.
bool is_header_name(const std::string& name) {
  return shown(name) == name && name.find_first_of("\"\\") == std::string::npos;
}

// The list of options as the text of one of its forms.
std::string listing(DriverOptions::Listing form) {
  if (form == DriverOptions::Listing::Json) return mapping::list_mappings_json();
  return form == DriverOptions::Listing::Markdown ? mapping::list_mappings_markdown() : mapping::list_mappings();
}

int judge(Sources& sources, const DriverOptions& options) {
  Diagnostics diagnostics(sources);
  const auto forms = lower_program(sources, options, diagnostics);
  show(diagnostics, options);
  if (forms.empty() || diagnostics.has_errors()) return 1;
  std::string error;
  if (options.list_legality)
    return write_files({{"-", list_legality(forms, sources, options)}}, error) ? 0 : fail(error);
  std::ifstream named;
  if (options.questions != "-") {
    named.open(options.questions);
    if (std::error_code none; !named || fs::is_directory(options.questions, none))
      return fail(fmt::format("cannot read the mappings of `{}`", options.questions));
  }
  const bool done = answer_legality_queries(forms, options.questions == "-" ? std::cin : named, sources, options,
                                            error);
  return done ? 0 : fail(error);
}

int run(const DriverOptions& options) {
  using Listing = DriverOptions::Listing;
  if (options.list_mappings != Listing::None) {
    std::string error;
    return write_files({{"-", listing(options.list_mappings)}}, error) ? 0 : fail(error);
  }
  std::string error;
  auto file = read_source_file(options.input, error);
  if (!file && options.json_diagnostics) return say(render_json(options.input, error)), 1;
  if (!file) return fail(error);
  Sources sources(std::move(*file));
  if (!options.questions.empty() || options.list_legality) return judge(sources, options);
  Diagnostics diagnostics(sources);
  const Paths paths = output_paths(options);
  FileNames names{paths.source, fs::path(paths.header).filename().string()};
  if (names.header.empty())
    names.header = fs::path(options.input == "-" ? "out" : options.input).stem().string() + ".h";
  if (options.emit == EmitKind::Source && !is_header_name(names.header))
    return fail(
        "the header's name would have a quote, a backslash or a control character, which `#include` cannot write; "
        "give another by -o or --header, or rename the program");
  const Compilation compilation = compile(sources, options, names, diagnostics);
  if (options.verify_diagnostics) {
    const auto mismatches = verify_expectations(diagnostics);
    for (const std::string& line : mismatches) say(line + "\n");
    return mismatches.empty() ? 0 : 1;
  }
  show(diagnostics, options);
  if (!compilation.ok || diagnostics.has_errors()) return 1;
  if (options.explain) say(shown(compilation.explanation, "\n"));
  return write_output(compilation, names, options, sources);
}

}  // namespace
}  // namespace maxwarp

int main(int argc, char** argv) try {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit on sizes is an error of its writing
  int exit_code = 0;
  const auto options = maxwarp::parse_command_line(argc, argv, exit_code);
  return options ? maxwarp::run(*options) : exit_code;
} catch (const std::exception& defect) {
  maxwarp::say(maxwarp::error_line(std::string(defect.what()) + " (this is a defect of Maxwarp)"));
  return 70;
}
