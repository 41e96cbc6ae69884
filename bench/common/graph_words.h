// The graph that the words of a small program of a bench ask for.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "runtime/graph/options.h"

/// Ends the program with the reason.
[[noreturn]] inline void give_up(const char* program, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", program, why.c_str());
  std::exit(1);
}

/// The graph of `--NAME=VALUE` from the third word on.
inline maxwarp::Graph graph_of(const char* program, int count, char** words) {
  maxwarp::GraphOptions options;
  for (int i = 2; i < count; ++i) {
    const std::string word = std::string(words[i]).substr(2);
    const std::size_t equals = word.find('=');
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (const auto failure = maxwarp::set_graph_option(options, word.substr(0, equals), value))
      give_up(program, failure->message);
  }
  auto loaded = maxwarp::load_graph(options);
  if (!loaded) give_up(program, loaded.error());
  return std::move(loaded->graph);
}
