// Writes a graph to a file, so that many runs read it instead of making it again: save_graph FILE --graph=…
// [--symmetrize …]
#include <cstdio>
#include <string>

#include "runtime/graph/options.h"
#include "runtime/graph/write/write.h"

namespace {

int fail(const std::string& why) {
  std::fprintf(stderr, "save_graph: %s\n", why.c_str());
  return 1;
}

}  // namespace

int main(int count, char** words) {
  maxwarp::GraphOptions options;
  for (int i = 2; i < count; ++i) {
    const std::string word = std::string(words[i]).substr(2);
    const std::size_t equals = word.find('=');
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (const auto failure = maxwarp::set_graph_option(options, word.substr(0, equals), value))
      return fail(failure->message);
  }
  const auto loaded = maxwarp::load_graph(options);
  if (!loaded) return fail(loaded.error());
  if (const auto failure = maxwarp::write_graph(words[1], loaded->graph)) return fail(failure->message);
  return 0;
}
