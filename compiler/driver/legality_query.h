// `--judge-mappings`: which mappings a program may have, without generating anything.
#pragma once

#include <istream>

#include "compiler/driver/pipeline.h"

namespace maxwarp {

/// What is to be said of one mapping, written as for `--map`; one line, without its end:
///   legal              as it stands
///   ignored: MESSAGE   legal, but an option means nothing on this machine
///   needs: KEY=FORM    legal together with this value of another axis, whose parameter has to be chosen
///   wrong: MESSAGE     a fact about the program, or what the options mean, contradicts it
///   not yet: MESSAGE   a combination that is not built
///   malformed: MESSAGE no mapping at all: an unknown key, a value out of range
/// Where the fact stands in the program, ` (LINE:COLUMN)` follows.
/// The program is that of `forms`; `options` give the machine.
std::string legality_of(const std::vector<LoweredForm>& forms, const std::string& mapping, const Sources& sources,
                        const DriverOptions& options);

/// Answers every line of `questions`, in order, on the standard output; each answer is written before the next question
/// is read, so that a program can ask through pipes. False: the output takes no more; `error` says why.
bool answer_legality_queries(const std::vector<LoweredForm>& forms, std::istream& questions, const Sources& sources,
                             const DriverOptions& options, std::string& error);

/// `--list-legality`: the same of every mapping option by itself, a line each: the option and what legality_of says.
/// Then of each loop that has a label, `LABEL.KEY=VALUE`, the options that loops of its kind have.
std::string list_legality(const std::vector<LoweredForm>& forms, const Sources& sources, const DriverOptions& options);

}  // namespace maxwarp
