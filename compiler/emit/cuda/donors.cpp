// Loops over items of which teams with much work leave some to others of their block.
#include <fmt/format.h>
#include <maxwarp/sizes.h>

#include "compiler/emit/cuda/stage.h"

namespace maxwarp::emit {

// The begin of the loop over the items of a team; `assigned`: those that it has before any are donated.
void CudaStagePrinter::donors(const Counted& items, const std::string& team, const std::string& box,
                              const std::string& assigned, const std::string& item) {
  const std::string i = names_.fresh("i"), donor = names_.fresh("donor"), own = name(stage_.item);
  const mapped::Donation& donation = *stage_.donation;
  const bool threads = stage_.team.kind == mapped::TeamKind::Lane;
  line(threads ? "// Phase 1: how much work each thread and the block have; threads with too much donate items."
               : "// How much work each virtual warp and the block have; teams with too much donate chunks.");
  line(fmt::format("Donor {}({}, {}, Assigned{{{}}}, {}, [&](std::int64_t {}) {{", donor, team, box, assigned,
                   donation.excess, i));
  line(fmt::format("const {} {} = {};", value_type(stage_.item->type.scalar), own, items.at(i)));
  const std::string work = fmt::format("std::int64_t{{{}}}", expressions_.print(donation.work));
  line(donation.acts ? fmt::format("return {} ? {} : 0;", expressions_.print(donation.acts), work)
                     : fmt::format("return {};", work));
  line("});");
  if (donation.counted) line(fmt::format("count_donations({}, {});", name(donation.counted), box));
  line(threads ? "// Phase 2: the thread's own items, then those in the box."
               : "// The virtual warp's own chunks, then those in the box.");
  line(fmt::format("for (std::int64_t {0} = 0; {1}.next({0});)", item, donor));
}

// The box of the block, and where the items are not fixed, the loop over the pieces that the block takes.
CudaStagePrinter::Span CudaStagePrinter::box_begins(const std::string& box, const std::string& count,
                                                    const std::string& step) {
  line(fmt::format("__shared__ DonationBox<{}> {};", sizes::donation_places, box));
  if (!stage_.work_counter) return {"", count};
  line("const Block block;");
  return pieces("block", "block.count()", step, count);
}

void CudaStagePrinter::donating_lanes() {
  const Counted items = counted();
  const std::string i = names_.fresh("i"), count = names_.fresh("count"), box = names_.fresh("box");
  line(fmt::format("const std::int64_t {} = {};", count, items.count));
  const Span span = box_begins(box, count, "blockDim.x");
  donors(items, "Lane{}", box,
         stage_.work_counter ? fmt::format("{} + threadIdx.x, {}, blockDim.x", span.begin, span.end)
                             : fmt::format("{}, {}, {}", share().begin, count, share().stride),
         i);
  line("{");
  declare_item(items.at(i));
  items_body();
  line("}");
  close(span);
}

// The same for chunks of virtual warps.
CudaStagePrinter::Span CudaStagePrinter::donated_chunks(const Counted& items, const std::string& base,
                                                        const std::string& count) {
  const std::string chunk = chunk_text(), box = names_.fresh("box");
  const std::string step = fmt::format("blockDim.x / W * {}", chunk);
  const Span span = box_begins(box, count, step);
  donors(items, "tile", box,
         stage_.work_counter
             ? fmt::format("{} + tile.index_in_block() * {}, {}, {}, {}", span.begin, chunk, span.end, step, chunk)
             : fmt::format("{0} * {3}, {1}, {2} * {3}, {3}", share().begin, count, share().stride, chunk),
         base);
  line("{");
  return span;
}

}  // namespace maxwarp::emit
