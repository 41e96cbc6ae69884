// Which engine runs a program, and with which compiler: a GPU where there is one, else all cores.
// `auto` never guesses silently: the reason for the choice is part of the result and is printed.
#pragma once

#include <string>
#include <vector>

#include "tools/gdsl/installation.h"

namespace maxwarp::workbench {

enum class EngineKind { Cuda, OpenMp, Simt };

/// An engine that can be compiled for here.
struct EngineChoice {
  EngineKind kind = EngineKind::OpenMp;
  std::string compiler;      // full path of nvcc, clang++ or g++
  std::string architecture;  // `sm_90`; CUDA only
  std::string reason;        // what was found: for the line that says what `auto` took
};

/// What is wanted of the engine besides its name.
struct EngineWish {
  std::string name = "auto";  // auto, cuda, openmp, simt
  std::string architecture;   // `sm_80`; empty: that of the device here
  bool must_run_here = true;  // false: only compiled here, so that no device is needed
  bool stand_alone = false;   // the executable is to run on machines without the compiler's libraries
};

/// `cuda`, `openmp`, `simt`.
std::string engine_name(EngineKind kind);

/// Settles the wish. Error: no device, or no compiler for the engine; the message names the alternatives.
llvm::Expected<EngineChoice> choose_engine(const EngineWish& wish, const Installation& installation);

}  // namespace maxwarp::workbench
