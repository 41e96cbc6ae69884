// Writes a graph to a file, so that many runs read it instead of making it again: save_graph FILE --graph=…
// [--symmetrize …]
#include "graph_words.h"
#include "runtime/graph/write/write.h"

int main(int count, char** words) {
  const maxwarp::Graph graph = graph_of("save_graph", count, words);
  if (const auto failure = maxwarp::write_graph(words[1], graph)) give_up("save_graph", failure->message);
  return 0;
}
