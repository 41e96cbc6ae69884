// The ledger of a search: what was measured, one line of JSON each, so that no search measures anything twice. Any
// number of searches may append to one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/graph/result.h"

namespace maxwarp::runner {

/// What the SIMT engine counts.
struct Counted {
  double issued = 0;        // instructions that warps issue
  double active_lanes = 0;  // their lanes that take part
  double sectors = 0;       // of 32 bytes of memory
  double atomics = 0;       // of lanes
  double launches = 0;      // of kernels
  double barriers = 0;      // of whole grids

  /// A GPU issues about 8 instructions in the time in which its memory moves a sector.
  double cost() const { return issued + 8 * (sectors + atomics); }
};

/// What tells measurements apart.
struct MeasurementKey {
  std::string text;       // what tells generated texts apart
  std::string graph;      // the same of graphs
  std::string arguments;  // of the program
  std::string engine, device;
  bool operator==(const MeasurementKey&) const = default;
};

/// One line.
struct Measurement {
  MeasurementKey key;
  std::string date;                                         // `2026-11-27T12:00:00Z`
  std::string version;                                      // of Maxwarp
  std::string program = {}, mapping = {}, graph_name = {};  // for people
  std::vector<double> times_ms = {};                        // of the repetitions; means over the sources
  Counted counted = {};                                     // on the SIMT engine
  std::int64_t rounds = 0;
  bool verified = false;     // equal to the reference
  double late_seconds = 0;   // it had no end after these; 0: it had
  std::string failure = {};  // why there is no result, or a wrong one; empty: it is right
};

/// All that is known of one key.
struct Known {
  std::vector<double> times_ms;
  Counted counted = {};
  double late_seconds = 0;
  std::string failure = {};
};

/// What measurements of this version say. `verified`: those that were not compared with the reference say nothing.
Known known_of(const std::vector<Measurement>& measurements, const MeasurementKey& key, bool verified);

class Ledger {
 public:
  /// Reads the file; one that is not there is made by the first `append`. Error: it cannot be read or written, or a
  /// line of it is no measurement.
  static Result<Ledger> open(const std::string& path);

  /// The same of a file that is there and is only read.
  static Result<Ledger> read(const std::string& path);

  /// Takes measurements of the first text as those of the second: they are the same, hashed otherwise.
  void rename(const std::string& earlier_text, const std::string& text);
  /// The same of all measurements.
  Known find(const MeasurementKey& key, bool verified) const;
  const std::vector<Measurement>& measurements() const { return measurements_; }
  bool holds(const Measurement& measurement) const;
  /// Completes the line with date and version, unless it has them, and writes it: all of it or nothing.
  MaybeFailure append(Measurement measurement);
  std::size_t size() const { return measurements_.size(); }

 private:
  explicit Ledger(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::vector<Measurement> measurements_;
};

/// Why a run has no result that was ended: `no end after 3 seconds`.
std::string late_text(double seconds);

/// `2026-11-27`, in UTC.
std::string today();

}  // namespace maxwarp::runner
