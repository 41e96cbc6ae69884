// Texts of many mappings are cut into several, which nvcc compiles in parallel.
#include "tools/gdsl/packed_texts.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "runtime/system/interrupt.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/expected.h"
#include "tools/gdsl/packed_files.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/variants.h"

namespace maxwarp::workbench {

namespace fs = std::filesystem;

namespace {

/// nvcc compiles texts in parallel, and of few mappings each has one of its own; what every text costs is shared where
/// there are more than cores.
std::size_t mappings_a_text(std::size_t mappings) {
  constexpr std::size_t cores = 32;
  return std::clamp<std::size_t>((mappings + cores - 1) / cores, 1, most_in_a_batch);
}

/// Cuts the text of several mappings into NAME_1.cu, NAME_2.cu, …; header and entry stay those of all mappings.
llvm::Error split_text(const PackRequest& request, const Source& source, const fs::path& whole) {
  const std::size_t count = source.mappings.size(), size = mappings_a_text(count);
  const fs::path folder = whole.parent_path() / "piece";
  for (std::size_t i = 0; i < count; i += size) {
    if (llvm::Error failed = make_folder(folder)) return failed;
    Source piece = source;
    piece.mappings = {source.mappings.begin() + i, source.mappings.begin() + std::min(i + size, count)};
    auto text = generate_text(request.installation, piece, EngineKind::Cuda, folder.string());
    if (!text) return text.takeError();
    const std::string name = fmt::format("{}_{}{}", whole.stem().string(), i / size + 1, whole.extension().string());
    std::error_code error;
    fs::rename(text->source, whole.parent_path() / name, error);
    if (error) return fail("cannot rename `{}`: {}", text->source, error.message());
    if (is_interrupted()) return interrupted();
  }
  std::error_code error;
  fs::remove_all(folder, error);
  fs::remove(whole, error);
  return llvm::Error::success();
}

/// `auto` is one text with several mappings and what chooses among them.
bool is_split(const PackPart& part) {
  return part.engine == EngineKind::Cuda && part.mappings.size() > 1 &&
         llvm::none_of(part.mappings,
                       [](llvm::StringRef mapping) { return mapping == "auto" || mapping.ends_with(":auto"); });
}

}  // namespace

llvm::Error write_part(const PackRequest& request, const PackPart& part, const fs::path& folder) {
  const fs::path texts = folder / "programs" / part.name;
  if (llvm::Error failed = make_folder(texts)) return failed;
  if (llvm::Error failed = check_metrics(request.program, part.engine)) return failed;
  auto checked = is_checked(request.program, part.engine, false);
  if (!checked) return checked.takeError();
  const std::string& metrics = part.metrics.empty() ? request.program.metrics : part.metrics;
  const Source source{request.program.program,   part.mappings,         metrics, *checked, {},
                      request.program.algorithm, request.program.limits};
  auto text = generate_text(request.installation, source, part.engine, texts.string());
  if (!text) return text.takeError();
  if (is_split(part))
    if (llvm::Error failed = split_text(request, source, text->source)) return failed;
  if (part.engine == EngineKind::OpenMp) {
    const fs::path engine = fs::path(request.installation.share) / "runtime/device" / host_engine;
    if (llvm::Error failed = copy_text(engine, texts / host_engine)) return failed;
  }
  if (!request.quiet && &part == &request.parts.front()) show_diagnostics(texts.string());
  std::error_code error;
  fs::remove(texts / "diagnostics", error);
  return llvm::Error::success();
}

namespace {

/// The text without the path by which the program was given, which gdslc writes into the first line.
std::string_view without_origin(std::string_view text) {
  const std::size_t at = text.substr(0, text.find('\n')).find(", by gdslc ");
  return at == std::string_view::npos ? text : text.substr(at);
}

/// Whether the pack has a program of this name with other texts than those in `fresh`.
llvm::Expected<bool> has_other_texts(const fs::path& folder, const fs::path& fresh, const std::string& name) {
  const fs::path texts = fs::path("programs") / name;
  if (!is_there(folder / texts)) return false;
  std::error_code error;
  for (fs::directory_iterator entry(fresh / texts, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path old = folder / texts / entry->path().filename();
    if (!is_there(old)) return true;
    auto mine = read_text(entry->path().string()), other = read_text(old.string());
    if (!mine || !other) return llvm::joinErrors(mine.takeError(), other.takeError());
    if (without_origin(*mine) != without_origin(*other)) return true;
  }
  return false;
}

}  // namespace

llvm::Error check_texts(const PackRequest& request, const fs::path& folder, const fs::path& fresh,
                        const std::string& runs) {
  for (const PackPart& part : request.parts) {
    const std::string line = "\n" + shell_quoted(part.name);
    const bool recorded = runs.find(line + " ") != std::string::npos || runs.find(line + "\n") != std::string::npos;
    if (!request.record && !recorded) continue;
    auto other = has_other_texts(folder, fresh, part.name);
    if (!other) return other.takeError();
    if (*other)
      return fail(
          "`{}/programs/{}` has another program or other mappings; write another --pack=FOLDER, or all "
          "mappings in one command, each as --map=NAME:…",
          request.program.pack, part.name);
  }
  return llvm::Error::success();
}

llvm::Error remove_old_texts(const PackRequest& request, const fs::path& fresh, const fs::path& folder) {
  for (const PackPart& part : request.parts) {
    const fs::path texts = fs::path("programs") / part.name;
    std::error_code none, error;
    for (fs::directory_iterator entry(folder / texts, none), end; !none && !error && entry != end;
         entry.increment(error))
      if (!is_there(fresh / texts / entry->path().filename())) fs::remove(entry->path(), error);
    if (error) return fail("cannot remove an old text from `{}`: {}", (folder / texts).string(), error.message());
  }
  return llvm::Error::success();
}

}  // namespace maxwarp::workbench
