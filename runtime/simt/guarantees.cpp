// Who wrote an element before is read from the shadow of the race check, what he wrote from memory.
#include "runtime/simt/guarantees.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "runtime/simt/include/simt/guarantees.h"
#include "runtime/simt/include/simt/observer.h"
#include "runtime/simt/races.h"
#include "runtime/simt/report.h"

namespace maxwarp::simt {

bool guarantees_given = false;

namespace {

struct Guarantees {
  std::vector<Guarantee> all;
  std::vector<const Guarantee*> now;  // of the kernel that runs, by address
};

Guarantees& guarantees() {
  static Guarantees instance;
  return instance;
}

std::uintptr_t begin_of(const Guarantee* guarantee) { return reinterpret_cast<std::uintptr_t>(guarantee->begin); }

const Guarantee* find(std::uintptr_t address) {
  const auto& now = guarantees().now;
  const auto after = std::ranges::upper_bound(now, address, {}, begin_of);
  if (after == now.begin()) return nullptr;
  const Guarantee* guarantee = *std::prev(after);
  return address - begin_of(guarantee) < guarantee->bytes ? guarantee : nullptr;
}

template <typename T>
int compare(std::uint64_t a, std::uint64_t b) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T left = std::bit_cast<T>(static_cast<Word>(a)), right = std::bit_cast<T>(static_cast<Word>(b));
  return left < right ? -1 : right < left ? 1 : 0;
}

int compare(ValueType type, std::uint64_t a, std::uint64_t b) {
  switch (type) {
    case ValueType::Signed32: return compare<std::int32_t>(a, b);
    case ValueType::Signed64: return compare<std::int64_t>(a, b);
    case ValueType::Float: return compare<float>(a, b);
    case ValueType::Double: return compare<double>(a, b);
  }
  return 0;
}

std::string text(ValueType type, std::uint64_t bits) {
  switch (type) {
    case ValueType::Signed32: return fmt::format("{}", static_cast<std::int32_t>(bits));
    case ValueType::Signed64: return fmt::format("{}", static_cast<std::int64_t>(bits));
    case ValueType::Float: return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case ValueType::Double: return fmt::format("{}", std::bit_cast<double>(bits));
  }
  return "";
}

std::string movement(ValueType type, const Change& change) {
  return fmt::format("from {} to {}", text(type, change.before), text(type, change.after));
}

/// What is wrong with the change by itself; empty: nothing.
std::string fault(const Guarantee& guarantee, const Change& change) {
  const int direction = compare(guarantee.type, change.after, change.before);
  const auto wrong_way = [&](bool wrong, const char* way) {
    return wrong ? fmt::format("goes {}, and all changes are to lead {}", movement(guarantee.type, change), way) : "";
  };
  if (guarantee.sharing >= Sharing::Min && change.stores) return "is stored to, and all changes are to be atomic";
  switch (guarantee.sharing) {
    case Sharing::Min: return wrong_way(direction > 0, "down");
    case Sharing::Max: return wrong_way(direction < 0, "up");
    case Sharing::And: return wrong_way((change.after & ~change.before) != 0, "to fewer bits");
    case Sharing::Or: return wrong_way((change.before & ~change.after) != 0, "to more bits");
    case Sharing::Own:
    case Sharing::Uniform:
    case Sharing::Atomic: break;
  }
  return "";
}

/// The same in view of another thread's write since all was ordered.
std::string fault_beside_other(const Guarantee& guarantee, const Change& change) {
  if (guarantee.sharing == Sharing::Own) return "is changed by two threads, and is to have one that does";
  if (guarantee.sharing == Sharing::Uniform && change.before != change.after)
    return fmt::format("is changed {} after another thread changed it, and all must store one value",
                       movement(guarantee.type, change));
  return "";
}

void report(const Guarantee& guarantee, const Lane& lane, const Change& change, const std::string& fault,
            std::uintptr_t place, std::uintptr_t other) {
  const std::size_t element = (change.address - begin_of(&guarantee)) / change.bytes;
  note(FindingKind::Guarantee, lane, place, fmt::format("`{}`, element {}, {}", guarantee.name, element, fault), other);
}

}  // namespace

void set_guarantees(std::vector<Guarantee> all) {
  std::lock_guard lock(engine.mutex);
  guarantees().now.clear();
  guarantees().all = std::move(all);
}

void prepare_guarantees() {
  auto& [all, now] = guarantees();
  now.clear();
  if (!all.empty()) {
    const std::string kernel = kernel_name(engine.launch.invocation.kernel);
    for (const Guarantee& guarantee : all)
      if (guarantee.kernel == kernel) now.push_back(&guarantee);
    std::ranges::sort(now, {}, begin_of);
  }
  guarantees_given = !now.empty();
}

void check_guarantee(const Lane& lane, const Change& change, std::uintptr_t place) {
  const Guarantee* guarantee = find(change.address);
  if (guarantee == nullptr) return;
  if (const std::string wrong = fault(*guarantee, change); !wrong.empty())
    report(*guarantee, lane, change, wrong, place, 0);
  const bool asks_others = guarantee->sharing == Sharing::Own ||
                           (guarantee->sharing == Sharing::Uniform && change.before != change.after);
  if (!asks_others) return;
  if (const std::uintptr_t other = strong_write_by_other(lane, change.address); other != 0)
    report(*guarantee, lane, change, fault_beside_other(*guarantee, change), place, other);
}

}  // namespace maxwarp::simt
