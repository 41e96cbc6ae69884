// What a report takes from files besides its measurements.
#include "runtime/system/interrupt.h"
#include "tools/gdsl/cache.h"
#include "tools/gdsl/counts_file.h"
#include "tools/gdsl/line_origins.h"
#include "tools/gdsl/rounds_file.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

llvm::Error complete_report(const ReportFiles& files, const std::string& program, const Installation& installation,
                            Report& report) {
  const std::string limits = files.limits.empty() ? built_in_limits(installation.share, report.device) : files.limits;
  auto csv = files.limits.empty() ? read_text(limits) : read_foreign_text(limits);
  if (!csv) return csv.takeError();
  auto prices = prices_of(*csv, limits);
  if (!prices) return prices.takeError();
  report.prices = std::move(*prices);
  if (!files.counts.empty())
    if (llvm::Error failed = add_counts(files.counts, report)) return failed;
  if (!files.rounds.empty())
    if (llvm::Error failed = add_rounds(files.rounds, report)) return failed;
  if (program.empty()) return llvm::Error::success();
  const DeferredInterrupt deferred;
  auto folder = WorkFolder::make();
  if (!folder) return folder.takeError();
  return add_origins(installation, program, folder->path(), report);
}

}  // namespace maxwarp::workbench
