// Work donation within a block ([N] §III-E, Fig. 3): items of threads that have much to do wait in shared memory for
// those of the block that are done early.
#pragma once

#include "maxwarp/device.cuh"

namespace maxwarp {

/// `__shared__ DonationBox<512> box;`: room for `Size` items of a block.
template <int Size>
struct DonationBox {
  std::int64_t items[Size];
  unsigned long long work;  // of all threads of the block
  int size, taken;          // size: what was offered, which may be more than fits
};
static_assert(sizeof(DonationBox<1>) == sizes::donation_box(1) && sizeof(DonationBox<512>) == sizes::donation_box(512));

/// The items that a thread works on: for (std::int64_t i = 0; donor.next(i);). Every thread of the block makes one,
/// together; of `count` items those at its index in the grid, and on from there in steps of the grid, are its own.
template <int Size>
class Donor {
 public:
  /// `work(i)`: how much there is to do for an item. Who has more than `excess` above the block's average keeps items
  /// up to the average, at least one, and donates the others as long as there is room.
  template <typename Work>
  __device__ Donor(DonationBox<Size>& box, std::int64_t count, std::int64_t excess, Work work)
      : box_(box), own_(thread_index()), kept_end_(count), back_(count), count_(count) {
    if (threadIdx.x == 0) box.work = 0, box.size = box.taken = 0;
    __syncthreads();  // the box is empty
    std::int64_t mine = 0;
    for (std::int64_t i = own_; i < count; i += thread_count()) mine += work(i);
    atomicAdd(&box.work, static_cast<unsigned long long>(mine));
    __syncthreads();  // the work of the block is known
    const auto average = static_cast<std::int64_t>(box.work / blockDim.x);
    if (mine > average + excess) donate(average, work);
    __syncthreads();  // the box is filled
  }

  /// The next item, if there is one: own ones first. No thread waits for others here.
  __device__ bool next(std::int64_t& item) {
    if (own_ >= kept_end_ && own_ < back_) own_ = back_;  // past what was donated
    if (own_ < count_) {
      item = own_;
      own_ += thread_count();
      return true;
    }
    const int place = atomicAdd(&box_.taken, 1);
    if (place >= min_of(box_.size, Size)) return false;
    item = box_.items[place];
    return true;
  }

 private:
  template <typename Work>
  __device__ void donate(std::int64_t average, Work work) {
    std::int64_t i = own_, kept = 0;
    do {
      kept += work(i);
      i += thread_count();
    } while (i < count_ && kept < average);
    kept_end_ = i;
    for (; i < count_; i += thread_count()) {
      const int place = atomicAdd(&box_.size, 1);
      if (place >= Size) break;
      box_.items[place] = i;
    }
    back_ = i;
  }

  DonationBox<Size>& box_;
  std::int64_t own_, kept_end_, back_, count_;  // those from kept_end_ up to back_ are in the box
};

}  // namespace maxwarp
