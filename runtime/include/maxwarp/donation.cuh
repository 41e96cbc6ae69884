// Work donation within a block ([N] §III-E, Fig. 3): teams with much work leave items in shared memory for teams of
// the block that finish early.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// `__shared__ DonationBox<512> box;`: room for `Size` items (chunks of items, where teams take several) of a block.
template <int Size>
struct DonationBox {
  std::int64_t items[Size];
  unsigned long long work;  // of all teams of the block
  int size, taken;          // size: what was offered, which may be more than fits
};
static_assert(sizeof(DonationBox<1>) == sizes::donation_box(1) && sizeof(DonationBox<512>) == sizes::donation_box(512));

/// The items of a team before any are donated: `chunk` from each `stride`-th on, from `first` to `end` - 1.
struct Assigned {
  std::int64_t first, end, stride;
  int chunk = 1;
};

/// The items that a team, a thread or a virtual warp, works on: for (std::int64_t i = 0; donor.next(i);), where `i` is
/// the first of a chunk. All threads of the block construct their donors together.
template <typename Team, int Size>
class Donor {
 public:
  /// `work(i)`: how much there is to do for an item. A team with more than `excess` above the average of the block's
  /// teams keeps items up to the average, at least one chunk, and donates the others as long as there is room.
  template <typename Work>
  __device__ Donor(const Team& team, DonationBox<Size>& box, const Assigned& items, std::int64_t excess, Work work)
      : team_(team), box_(box), items_(items), own_(items.first), kept_end_(items.end), back_(items.end) {
    if (threadIdx.x == 0) box.work = 0, box.size = box.taken = 0;
    __syncthreads();  // the box is empty
    std::int64_t part = 0;
    for (std::int64_t i = own_; i < items.end; i += items.stride) part += part_of(i, work);
    const std::int64_t mine = sum(part);
    if (team.leader()) atomicAdd(&box.work, static_cast<unsigned long long>(mine));
    __syncthreads();  // the work of the block is known
    const auto average = static_cast<std::int64_t>(box.work * static_cast<unsigned>(team.size()) / blockDim.x);
    if (mine > average + excess) donate(average, work);
    __syncthreads();  // the box is filled
  }

  /// The next item, if there is one: own ones first. No team waits for others here; its lanes call it together.
  __device__ bool next(std::int64_t& item) {
    if (own_ >= kept_end_ && own_ < back_) own_ = back_;  // past what was donated
    if (own_ < items_.end) {
      item = own_;
      own_ += items_.stride;
      return true;
    }
    int place = 0;
    if (team_.leader()) place = atomicAdd(&box_.taken, 1);
    place = team_.broadcast(place);
    if (place >= min_of(box_.size, Size)) return false;
    item = box_.items[place];
    return true;
  }

 private:
  /// This lane's part of the work of the chunk that begins with an item.
  template <typename Work>
  __device__ std::int64_t part_of(std::int64_t first, Work work) const {
    std::int64_t part = 0;
    for (const std::int64_t i : team_.strided(first, min_of(first + items_.chunk, items_.end))) part += work(i);
    return part;
  }
  __device__ std::int64_t sum(std::int64_t part) const {
    return team_.reduce(part, [](std::int64_t a, std::int64_t b) { return a + b; });
  }

  template <typename Work>
  __device__ void donate(std::int64_t average, Work work) {
    std::int64_t i = own_, kept = 0;
    do {
      kept += sum(part_of(i, work));
      i += items_.stride;
    } while (i < items_.end && kept < average);
    kept_end_ = i;
    for (; i < items_.end; i += items_.stride) {
      int place = 0;
      if (team_.leader()) place = atomicAdd(&box_.size, 1);
      place = team_.broadcast(place);
      if (place >= Size) break;
      if (team_.leader()) box_.items[place] = i;
    }
    back_ = i;
  }

  Team team_;
  DonationBox<Size>& box_;
  Assigned items_;
  std::int64_t own_, kept_end_, back_;  // those from kept_end_ up to back_ are in the box
};

}  // namespace maxwarp
