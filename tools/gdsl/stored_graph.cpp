// Each process of a comparison would read or generate the graph anew, and apply the policies anew.
#include "tools/gdsl/stored_graph.h"

#include "llvm/Support/MemoryBuffer.h"
#include "runtime/graph/generate/generate.h"
#include "tools/gdsl/file_arguments.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

llvm::Expected<std::string> file_identity(const std::string& file) {
  constexpr std::size_t digits = 16;
  const auto contents = llvm::MemoryBuffer::getFile(file, false, /*RequiresNullTerminator=*/false);
  if (!contents) return fail("cannot read `{}`: {}", file, contents.getError().message());
  return content_hash(std::string_view((*contents)->getBuffer())).substr(0, digits);
}

std::vector<std::string> words_taken(const std::vector<std::string>& all, const std::vector<std::string>& rest) {
  std::vector<std::string> taken;
  std::size_t next = 0;
  for (const std::string& word : all)
    if (next < rest.size() && word == rest[next])
      ++next;
    else
      taken.push_back(word);
  return taken;
}

llvm::Expected<std::string> graph_identity(const GraphOptions& options, const std::vector<std::string>& words,
                                           const std::string& stored) {
  if (options.graph.empty()) return "none";
  if (!is_generator(options.graph)) return file_identity(stored);
  std::string identity = options.graph;
  for (const std::string& word : words)
    if (word != options.graph && word != "--graph" && word != "--graph=" + options.graph) identity += " " + word;
  return identity;
}

llvm::Expected<std::string> arguments_identity(const std::vector<std::string>& arguments) {
  std::string identity;
  for (const std::string& word : arguments) {
    identity += identity.empty() ? "" : " ";
    const auto named = file_argument(word);
    if (!named) {
      identity += word;
      continue;
    }
    auto file = file_identity(named->file);
    if (!file) return file.takeError();
    identity += named->before + *file + named->after;
  }
  return identity;
}

std::vector<std::string> StoredGraph::arguments() const {
  std::vector<std::string> all = words;
  if (!file.empty()) all.insert(all.begin(), "--graph=" + file);
  return all;
}

llvm::Expected<StoredGraph> store_graph(const std::string& graph, const std::vector<std::string>& arguments,
                                        const std::string& file, bool quiet) {
  StoredGraph result{"", "", arguments, ""};
  auto options = take_graph_options(graph, result.words);
  if (!options) return options.takeError();
  result.name = options->graph;
  const std::vector<std::string> of_graph = words_taken(arguments, result.words);
  if (result.name.empty()) {
    // Options of a graph that is not there: the program says what it lacks.
    result.words = arguments;
  } else {
    if (llvm::Error failed = convert_graph(*options, file, quiet)) return std::move(failed);
    result.file = file;
    result.title = result.name;
    for (const std::string& word : of_graph)
      if (word != "--graph" && word != result.name && word != "--graph=" + result.name) result.title += " " + word;
  }
  auto identity = graph_identity(*options, of_graph, file);
  if (!identity) return identity.takeError();
  result.identity = std::move(*identity);
  return result;
}

}  // namespace maxwarp::workbench
