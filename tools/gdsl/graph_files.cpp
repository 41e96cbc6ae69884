// Conversion of graphs, and names of graph files; all formats are the graph room's.
#include "tools/gdsl/graph_files.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#ifndef MAXWARP_WITHOUT_ZLIB
#include <zlib.h>
#endif

#include "llvm/Support/raw_ostream.h"
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/write/write.h"
#include "runtime/runner/graph_cli.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/progress.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

Result<LoadedGraph> read_graph(const GraphOptions& options) {
  const Progress progress((is_generator(options.graph) ? "generating " : "reading ") + options.graph);
  return load_graph(options);
}

llvm::Expected<GraphOptions> take_graph_options(const std::string& graph, std::vector<std::string>& arguments) {
  CLI::App parser;
  parser.set_help_flag();  // --help is the program's
  GraphOptions options;
  runner::add_graph_options(parser, options);
  parser.allow_extras();
  try {
    std::vector<std::string> words(arguments.rbegin(), arguments.rend());
    if (!graph.empty()) words.push_back("--graph=" + graph);
    parser.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return fail("{}", error.what());
  }
  arguments = parser.remaining();
  return options;
}

llvm::Error convert_graph(const GraphOptions& options, const std::string& output, bool quiet) {
  const auto loaded = read_graph(options);
  if (!loaded) return fail("{}", loaded.error());
  {
    const Progress progress("writing " + output);
    if (auto failure = write_graph(output, loaded->graph)) return fail("{}", failure->message);
  }
  if (!quiet) tell(loaded->summary);
  return llvm::Error::success();
}

#ifdef MAXWARP_WITHOUT_ZLIB
llvm::Error compress_file(const std::string&) { return llvm::Error::success(); }
#else
llvm::Error compress_file(const std::string& file) {
  std::FILE* from = std::fopen(file.c_str(), "rb");
  if (!from) return fail("cannot read `{}`: {}", file, std::strerror(errno));
  const std::string unfinished = file + ".gz.part";
  const RemovedOnInterrupt removal(unfinished), plain(file);
  // Graphs are long lists of small numbers: the fastest level comes close to the best one.
  gzFile to = gzopen(unfinished.c_str(), "wb1");
  std::fseek(from, 0, SEEK_END);
  constexpr std::size_t piece = 1 << 20;
  Progress progress("compressing " + file, std::ftell(from));
  std::rewind(from);
  std::vector<char> buffer(piece);
  bool good = to != nullptr;
  for (std::size_t count; good && (count = std::fread(buffer.data(), 1, piece, from)) > 0;) {
    good = gzwrite(to, buffer.data(), static_cast<unsigned>(count)) == static_cast<int>(count);
    progress.advance(static_cast<std::int64_t>(count));
  }
  good = !std::ferror(from) && good;
  std::fclose(from);
  if (to) good = gzclose(to) == Z_OK && good;
  good = good && std::rename(unfinished.c_str(), (file + ".gz").c_str()) == 0;
  const int reason = errno;
  std::remove((good ? file : unfinished).c_str());
  if (!good) return fail("cannot write `{}.gz`: {}", file, std::strerror(reason));
  return llvm::Error::success();
}
#endif

std::string graph_stem(const std::string& path) {
  const std::filesystem::path name{std::string(strip_compression(path))};
  return name.stem().string();
}

}  // namespace maxwarp::workbench
