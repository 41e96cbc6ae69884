// The kinds of orders, one line each, and who is held back. What depends on the seed is a hash of it, so that a thread
// has the same lot however the launch went on before.
#include "runtime/simt/tactics.h"

#include "runtime/simt/engine.h"

namespace maxwarp::simt {

namespace {

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
std::uint64_t mix(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

std::uint64_t lot(std::uint64_t number) { return mix(mix(engine.order.seed) ^ number); }

/// One of `count`, often one of the first few: small inputs keep only those busy.
std::uint64_t one_of(std::uint64_t lot, std::uint64_t count) {
  const std::uint64_t few = std::uint64_t{2} << (lot >> 32) % 5;
  return lot % (few < count ? few : count);
}

unsigned few_lanes(const Warp& warp) {
  const Launch& launch = engine.launch;
  const std::uint64_t own = lot(warp.number), common = lot(~std::uint64_t{0});
  switch (engine.order.seed % 3) {
    case 0: return 1u << one_of(own, warp_lanes);
    case 1: return warp.first / warp_lanes == one_of(common, launch.block_warps) ? ~0u : 0;
    default: return warp.block->linear == one_of(common, launch.blocks) ? ~0u : 0;
  }
}

}  // namespace

Tactics tactics_of(OrderKind kind) {
  constexpr std::uint32_t long_patience = 256;
  switch (kind) {
    case OrderKind::Forward: return {};
    case OrderKind::Reverse: return {.next = Next::Last, .backward = true};
    case OrderKind::Random: return {.next = Next::Chance, .turns = Turns::Chance, .by_chance = true, .patience = 0};
    case OrderKind::Flip:
      return {.next = Next::Chance,
              .turns = Turns::Short,
              .by_chance = true,
              .rejoins = true,
              .doubts = true,
              .patience = 1};
    case OrderKind::Pause:
      return {
          .next = Next::Chance, .turns = Turns::Short, .by_chance = true, .pauses = true, .patience = long_patience};
    case OrderKind::Solo:
      return {.next = Next::Rank,
              .by_chance = true,
              .rejoins = true,
              .steadfast = true,
              .doubts = true,
              .patience = long_patience};
    case OrderKind::Starve:
      return {.next = Next::Chance, .turns = Turns::Chance, .held = Held::Few, .by_chance = true, .patience = 0};
    case OrderKind::Split:
      return {.next = Next::Chance,
              .turns = Turns::Chance,
              .held = Held::Half,
              .by_chance = true,
              .doubts = true,
              .patience = 0};
    case OrderKind::Latest: return {.next = Next::Latest, .backward = true, .rejoins = true};
  }
  return {};
}

unsigned held_lanes(const Warp& warp) {
  switch (engine.tactics.held) {
    case Held::Nobody: return 0;
    case Held::Few: return few_lanes(warp);
    case Held::Half: return static_cast<unsigned>(lot(warp.number));
  }
  return 0;
}

std::uint64_t rank(const Warp& warp, unsigned lane) { return lot(std::uint64_t{warp.number} * warp_lanes + lane); }

}  // namespace maxwarp::simt
