// Many runs in one process: a process a run would cost more than the run. Each line of the input is the words of one
// command; after what a command prints stands a line with its status, and after one that failed the process ends, so
// that nothing of it can be seen by the next.
#pragma once

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace maxwarp::differential {

/// Runs each line by `run`, which takes the words as `main` does and gives the status. The status of the last one.
template <typename Run>
int run_batch(std::istream& commands, const Run& run) {
  int status = 0;
  for (std::string line; status == 0 && std::getline(commands, line);) {
    std::istringstream text(line);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    pointers.push_back(nullptr);
    status = run(static_cast<int>(words.size()), pointers.data());
    std::printf("=== status %d\n", status);
    std::fflush(stdout);
  }
  return status;
}

}  // namespace maxwarp::differential
