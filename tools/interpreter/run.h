// `gdsl run --engine=interpret`: a program under the interpreter, with the options and the output of a compiled one.
#pragma once

#include <string>
#include <vector>

namespace maxwarp::interpreter {

/// Runs the file `program` (`-`: the standard input) as its executable would run with `words`, and returns the exit
/// status; its errors have been printed. `name`: what --help calls it. Among the words, `--order=forward|reverse|SEED`
/// is the order of the iterations of parallel loops. `quiet`: no warnings about the program.
/// `algorithm`: which one of the file; empty: the first.
int run(const std::string& name, const std::string& program, const std::string& algorithm,
        const std::vector<std::string>& words, bool quiet);

}  // namespace maxwarp::interpreter
