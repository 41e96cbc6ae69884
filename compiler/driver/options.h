// The command line of gdslc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/emit/emit.h"
#include "compiler/mapping/map.h"
#include "compiler/mapping/options.h"

namespace maxwarp {

enum class EmitKind { Tokens, Ast, Imports, Checked, Parallel, Selection, Mapped, Source, Gdsl };

struct DriverOptions {
  std::string input;          // path, or `-`
  std::string output;         // path, `-`, or empty: NAME.cu, or standard output for inner stages
  std::string header, entry;  // further outputs, or empty
  std::string import_root;    // --import-root: folder that imported files have to be in; empty: any
  EmitKind emit = EmitKind::Source;
  emit::Target target = emit::Target::Cuda;
  std::vector<mapping::MappingText> variants;
  // The variants are chosen for the program, by all options (--map=auto) or by one, beside those in `variants`; or the
  // one that is best alone, where no option asks for any.
  enum class Automatic { None, All, Granularity, Single };
  Automatic automatic = Automatic::None;
  std::string algorithm;  // of several in the file, or empty: the first
  enum class Numbers { Int, Double, Both };
  Numbers numbers = Numbers::Int;  // --number: what the type `number` is
  bool lines = false;              // -g
  bool check = false;              // --check
  bool explain = false;            // --explain
  bool remarks = false;            // --remarks
  enum class Listing { None, Text, Json, Markdown };
  Listing list_mappings = Listing::None;
  std::string questions;       // --judge-mappings: file of mappings, `-`, or empty
  bool list_legality = false;  // --list-legality
  bool verify_diagnostics = false;
  bool json_diagnostics = false;  // --diagnostics=json
  enum class Color { Auto, Always, Never };
  Color color = Color::Auto;                                   // --color
  bool quiet = false;                                          // --quiet: errors only
  mapping::Instrument instrument = mapping::Instrument::None;  // --instrument
  std::optional<mapping::StepCosts> costs;                     // of the table that --limits names
  bool checked = false;                                        // --checked
  bool race_check = true;                                      // --no-race-check
  bool fact_check = true;                                      // --no-fact-check
};

/// Parses the command line. Nothing when the program should end with `exit_code` (help was printed, or an error).
std::optional<DriverOptions> parse_command_line(int argc, char** argv, int& exit_code);

}  // namespace maxwarp
