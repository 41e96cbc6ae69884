// The runs in which a program tells of its stages: `--metrics` and `--plot`.
#pragma once

#include "runtime/runner/options.h"
#include "runtime/runner/report.h"

namespace maxwarp::runner {

/// Why one of the variants does not tell what the options ask for, or nothing.
MaybeFailure check_observed(const std::vector<const Variant*>& variants, const RunnerOptions& options);

/// Runs the variant of the record again, with an observer: once, or where it tells times as often as `repetition` says.
/// What this tells goes to the record. Gives in which stage lanes have counted something else than follows from its
/// nodes, in words; empty: in none.
Result<std::string> run_observed(Session& session, const ArgumentSet& arguments, const Repetition& repetition,
                                 RunRecord& record);

}  // namespace maxwarp::runner
