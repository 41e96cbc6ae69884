// Race check after FastTrack (Flanagan and Freund 2009), with epochs of launch, grid, block and warp in place
// of full vector clocks.
#include "runtime/simt/races.h"

#include "runtime/simt/knowledge.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

namespace {

Access record(const Candidate& now, bool writes) {
  Access access;
  access.thread = now.lane.thread;
  access.time = now.lane.time;
  access.place = pack_place(now.place) & 0x7ffffff;
  access.bytes = now.bytes & 15;
  access.writes = writes;
  return access;
}

bool conflicts(const Access& earlier, const Candidate& now) {
  return earlier.time >= engine.grid_floor && earlier.thread != now.lane.thread &&
         (earlier.bytes & now.bytes) != 0 && !ordered(earlier, now);
}

void compare(const Access& earlier, const Candidate& now, const char* earlier_kind, const char* kind) {
  if (conflicts(earlier, now)) [[unlikely]]
    report_race(now, earlier, earlier_kind, kind);
}

/// The newest access takes the slot; a granule that one thread accesses in pieces stays one record.
void remember(Access& slot, const Candidate& now, bool writes) {
  unsigned bytes = now.bytes;
  if (slot.thread == now.lane.thread && slot.time == now.lane.time) bytes |= slot.bytes;
  slot = record(now, writes);
  slot.bytes = bytes & 15;
}

}  // namespace

bool ordered(const Access& earlier, const Candidate& now) {
  const Lane& lane = now.lane;
  const Warp& warp = *lane.warp;
  const Block& block = *warp.block;
  if (earlier.time < engine.grid_floor || earlier.thread == lane.thread) return true;
  if (now.shared || earlier.thread - block.first_thread < engine.launch.block_threads) {
    if (earlier.time < block.floor) return true;
    std::uint32_t other = earlier.thread - (lane.thread - lane.index);
    if (other < warp_lanes && earlier.time < warp.clocks[lane.index][other]) return true;
  }
  return knows(lane.known, earlier) || knows(block.known, earlier);
}

void check_read(Cell& cell, const Candidate& now) {
  compare(cell.write, now, "write", "read");
  if (cell.atomic.writes != 0) compare(cell.atomic, now, "atomic or relaxed write", "read");
  Access& first = cell.reads[0];
  if (first.thread == now.lane.thread || first.time < engine.grid_floor || ordered(first, now))
    remember(first, now, false);
  else
    remember(cell.reads[1], now, false);
}

void check_write(Cell& cell, const Candidate& now) {
  compare(cell.write, now, "write", "write");
  compare(cell.atomic, now, "atomic or relaxed access", "write");
  compare(cell.reads[0], now, "read", "write");
  compare(cell.reads[1], now, "read", "write");
  remember(cell.write, now, true);
}

void check_atomic(Cell& cell, const Candidate& now, bool writes) {
  const char* kind = writes ? "atomic or relaxed write" : "relaxed read";
  compare(cell.write, now, "write", kind);
  if (writes) {
    compare(cell.reads[0], now, "read", kind);
    compare(cell.reads[1], now, "read", kind);
  }
  // A relaxed read must not hide another thread's atomic write from later plain reads.
  bool keep = !writes && cell.atomic.writes != 0 && cell.atomic.time >= engine.grid_floor &&
              !ordered(cell.atomic, now);
  if (!keep) remember(cell.atomic, now, writes);
}

}  // namespace maxwarp::simt
