// Sizes are collected from stages and resident kernels, in the order of the program.
#include "compiler/emit/policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/emit/names.h"
#include "compiler/emit/words.h"

namespace maxwarp::emit {

struct Policy::Size {
  Kind kind;
  int value;
  std::string stage;  // that has it
  bool chosen;        // by the mapping of a loop, not for a kernel beside it
};

const char* Policy::word(Kind kind) {
  switch (kind) {
    case Kind::Block: return "block_size";
    case Kind::Chunk: return "chunk_size";
    case Kind::Batch: return "batch_size";
    case Kind::Gather: return "gather_size";
  }
  return "";
}

const char* Policy::meaning(Kind kind) {
  switch (kind) {
    case Kind::Block: return "threads per block";
    case Kind::Chunk: return "items that a virtual warp takes at a time";
    case Kind::Batch: return "nodes that wait for room in a worklist";
    case Kind::Gather: return "edges whose reads are under way together";
  }
  return "";
}

std::vector<Policy::Size> Policy::sizes_of(const mapped::Program& program) {
  std::vector<Size> sizes;
  for (const mapped::Stage& stage : program.stages) {
    const auto add = [&](Kind kind, int value) { sizes.push_back({kind, value, stage.name, stage.location.valid()}); };
    add(Kind::Block, stage.block);
    if (stage.team.kind == mapped::TeamKind::Tile && !stage.team.scaled) add(Kind::Chunk, stage.team.chunk);
    for (const mapped::Batch& batch : stage.batches)
      if (batch.places) add(Kind::Batch, batch.places);
    ir::walk(stage.body, [&](const ir::Stmt* stmt) {
      if (stmt->batch > 1) add(Kind::Gather, stmt->batch);
    });
  }
  for (const mapped::Control& control : program.controls)
    if (control.kind == mapped::ControlKind::Resident)
      sizes.push_back({Kind::Block, control.launch.block, control.name, true});
  std::erase_if(sizes, [](const Size& size) { return size.kind != Kind::Chunk && size.value <= 1; });
  return sizes;
}

Policy::Policy(const mapped::Program& program, Names& functions) {
  const std::vector<Size> sizes = sizes_of(program);
  for (const Kind kind : {Kind::Block, Kind::Chunk, Kind::Batch, Kind::Gather}) {
    std::map<int, int> votes;
    for (const Size& size : sizes)
      if (size.kind == kind) votes[size.value] += size.chosen;
    const auto usual = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
    for (const Size& size : sizes)
      if (size.kind == kind && !names_.contains({kind, size.value}))
        names_[{kind, size.value}] = functions.fresh(size.value == usual->first ? word(kind)
                                                                                : size.stage + "_" + word(kind));
  }
}

std::string Policy::text(Kind kind, int value) const {
  const auto found = names_.find({kind, value});
  return found == names_.end() ? std::to_string(value) : found->second;
}

std::string Policy::bounds(const mapped::Launch& launch) const {
  if (launch.bounds == 0) return "";
  const std::string blocks = launch.bounds > 1 ? fmt::format(", {}", launch.bounds) : "";
  return fmt::format("__launch_bounds__({}{}) ", block(launch.block), blocks);
}

std::string Policy::declarations(const std::string& uses) const {
  const auto words = words_of(uses);
  std::string text;
  for (const auto& [key, name] : names_)
    if (words.contains(name))
      text += fmt::format("constexpr int {} = {};  // {}\n", name, key.second, meaning(key.first));
  return text.empty() ? "" : "// The sizes that the mapping has chosen.\n" + text + "\n";
}

}  // namespace maxwarp::emit
