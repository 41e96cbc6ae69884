// A mapping differs from another if the source, the header or the entry of its program does: the entry holds what the
// host does, such as `reorder`. Names of mappings stand in the comments at the head and in the table of variants.
#include "tools/gdsl/distinct_space.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <thread>

#include "tools/gdsl/build.h"
#include "tools/gdsl/map_space.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/selection.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// One name for all, which becomes a namespace of the text.
constexpr const char* variant_name = "mapped";

/// The text without its head, where the mapping is named.
std::string without_head(const std::string& text) {
  std::size_t at = 0;
  while (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return text.substr(at);
}

/// The tables of variants, one for each type of weights, without the mapping's own words and the line breaks that
/// their length makes. `first`: only the first one, with its line breaks.
std::string without_mapping(const std::string& entry, bool first) {
  static const std::regex words("\\{\"" + std::string(variant_name) + "\",\\s*(\"[^\"]*\"\\s*)+,"), blanks("\\s+");
  if (first) return std::regex_replace(entry, words, "{", std::regex_constants::format_first_only);
  return std::regex_replace(std::regex_replace(entry, words, "{"), blanks, " ");
}

/// Generates the texts of mappings, each in a folder of its own, as a build would.
class TextReader {
 public:
  TextReader(const Installation& installation, const std::string& program, EngineKind kind, std::string folder,
             std::string option = "")
      : installation_(installation),
        program_(program),
        kind_(kind),
        folder_(std::move(folder)),
        option_(std::move(option)) {}

  /// The source and the hash of each text. A mapping that has none, though it is legal, has a hash of its own: building
  /// it will tell why.
  llvm::Expected<std::vector<TextGroup>> read(const std::vector<std::string>& mappings) {
    std::vector<Command> commands;
    std::error_code error;
    for (const std::string& mapping : mappings) {
      const std::string place = fmt::format("{}/text.{}", folder_, commands.size());
      fs::create_directory(place, error);
      if (error) return fail("cannot make `{}`: {}", place, error.message());
      commands.push_back(command(mapping, text_paths(source(), kind_, place), place));
    }
    auto ended = run_each(commands, std::max(1u, std::thread::hardware_concurrency()), 0);
    if (!ended) return ended.takeError();
    std::vector<TextGroup> result;
    for (std::size_t i = 0; i < mappings.size(); ++i)
      result.push_back(group(mappings[i], (*ended)[i].good() ? fmt::format("{}/text.{}", folder_, i) : ""));
    for (std::size_t i = 0; i < mappings.size(); ++i) fs::remove_all(fmt::format("{}/text.{}", folder_, i), error);
    return result;
  }

 private:
  Source source() const { return {program_, {}}; }

  Command command(const std::string& mapping, const GeneratedText& text, const std::string& place) const {
    Command result{{installation_.compiler, program_, kind_ == EngineKind::OpenMp ? "--target=openmp" : "--target=cuda",
                    fmt::format("--map={}:{}", variant_name, mapping), "--number=both", "--quiet", "-o", text.source,
                    "--header=" + text.header, "--emit-entry=" + text.entry}};
    if (!option_.empty()) result.words.push_back(option_);
    result.log = place + "/log";
    result.input = "/dev/null";
    return result;
  }

  TextGroup group(const std::string& mapping, const std::string& place) const {
    const GeneratedText paths = text_paths(source(), kind_, place);
    std::string all, source, entry;
    for (const std::string& path : {paths.source, paths.header, paths.entry}) {
      auto text = read_text(path);
      if (!text) {
        llvm::consumeError(text.takeError());
        return {mapping, "", content_hash(mapping), "", {}};
      }
      (path == paths.source ? source : path == paths.entry ? entry : all) = without_head(*text);
    }
    all = source + all;
    return {mapping,
            source,
            content_hash(all + without_mapping(entry, false)),
            content_hash(all + without_mapping(entry, true)),
            {}};
  }

  const Installation& installation_;
  const std::string& program_;
  EngineKind kind_;
  std::string folder_;
  std::string option_;  // of gdslc; empty: none
};

/// Takes mappings together by their texts until there are `limit` (0: all) different ones.
llvm::Error group_mappings(const std::vector<std::string>& mappings, std::size_t limit, TextReader& reader,
                           DistinctSpace& space) {
  std::map<std::string, std::size_t> places;
  std::size_t next = 0;
  while (next < mappings.size() && (!limit || space.groups.size() < limit)) {
    const std::size_t rest = mappings.size() - next;
    const std::size_t count = limit ? std::min(rest, limit - space.groups.size()) : rest;
    const std::vector<std::string> some(mappings.begin() + next, mappings.begin() + next + count);
    auto texts = reader.read(some);
    if (!texts) return texts.takeError();
    for (std::size_t i = 0; i < count; ++i) {
      const auto [place, is_new] = places.emplace((*texts)[i].text, space.groups.size());
      if (is_new) {
        space.groups.push_back(std::move((*texts)[i]));
        continue;
      }
      space.groups[place->second].same.push_back(some[i]);
      ++space.same;
    }
    next += count;
  }
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<std::vector<TextGroup>> texts_of(const Installation& installation, const std::string& program,
                                                EngineKind kind, const std::vector<std::string>& mappings,
                                                const std::string& folder, const std::string& option) {
  return TextReader(installation, program, kind, folder, option).read(mappings);
}

llvm::Expected<DistinctSpace> distinct_space(const Installation& installation, const SpaceRequest& request,
                                             EngineKind kind, const std::string& folder) {
  if (request.program == "-") return fail("the program has to be a file here; write the path of a .gdsl file");
  if (llvm::Error failed = check_program_file(request.program)) return std::move(failed);
  if (!find_program(installation.compiler)) return fail("the compiler `{}` is missing", installation.compiler);
  auto table = mapping_table(installation.compiler);
  if (!table) return table.takeError();
  const std::string target = kind == EngineKind::OpenMp ? "openmp" : "cuda";
  auto judge = MappingJudge::open(installation.compiler, request.program, target, *table);
  if (!judge) return judge.takeError();
  std::vector<std::string> promising;
  // What the rules choose was measured on GPUs alone.
  if (kind == EngineKind::Cuda && request.space.empty()) {
    auto selection = selection_of(installation.compiler, request.program);
    if (!selection) return selection.takeError();
    promising = selection->candidates;
  }
  auto mappings = enumerate(request.space, promising, *table, **judge);
  if (!mappings) return mappings.takeError();
  DistinctSpace space;
  space.tried = mappings->tried;
  space.legal = mappings->mappings.size();
  space.refused = (*judge)->refusals();
  TextReader reader(installation, request.program, kind, folder);
  const std::size_t limit = request.limit.value_or(request.space.empty() ? default_limit : 0);
  if (llvm::Error failed = group_mappings(mappings->mappings, limit, reader, space)) return std::move(failed);
  return space;
}

}  // namespace maxwarp::workbench
