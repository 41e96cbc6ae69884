// `--check`: the generated CUDA text is parsed in-process by Clang, as a compiler for the device would.
#pragma once

#include <string>
#include <vector>

namespace maxwarp {

struct ParseFinding {
  std::string file;
  unsigned line = 0;
  std::string message;
};

struct ParseInput {
  std::string source;  // text of the .cu or .cpp
  std::string source_name;
  std::string header;  // text of the header that it includes
  std::string header_name;
  bool cuda = true;
  std::string runtime_include;  // folder with maxwarp/
  std::string cuda_path;        // of the toolkit, or empty: then CUDA text is refused
};

/// Every error and warning of Clang about the text; empty: it is clean. `error` is set when Clang could not run.
std::vector<ParseFinding> parse_generated(const ParseInput& input, std::string& error);

}  // namespace maxwarp
