// Printing of the mapped IR.
#include "compiler/mapped/print.h"

#include <fmt/format.h>

#include "compiler/mapped/effects.h"
#include "compiler/parallel/print.h"
#include "dsl/check/print.h"

namespace maxwarp::mapped {
namespace {

constexpr const char* storage_kinds[] = {"property", "cell",      "sum",       "worklist", "edge list", "pieces",
                                         "marks",    "bits",      "edge bits", "offsets",  "links",     "slots",
                                         "counts",   "variables", "scratch",   "steps"};

std::string text(const Expr* expr) { return expr ? print_expression(*expr) : ""; }

std::string items(const Stage& stage) {
  const Source& source = stage.source;
  const std::string direction = source.direction == ir::Direction::Out ? "out" : "in";
  switch (source.kind) {
    case SourceKind::Once: return "once";
    case SourceKind::Grid: return "the whole grid";
    case SourceKind::Nodes: return "all nodes";
    case SourceKind::Set: return "set " + source.list->name;
    case SourceKind::Worklist:
      return "worklist " + source.list->name +
             (source.group > 1 ? fmt::format(", groups of {} nodes", source.group)
              : source.step    ? fmt::format(", every {}-th entry", text(source.step))
                               : "");
    case SourceKind::Range:
      return fmt::format("range {}..{}{}", text(source.low), text(source.high),
                         source.step ? " by " + text(source.step) : "");
    case SourceKind::Edges:
      return direction + "-edges" +
             (source.entry  ? fmt::format(" of {}[{}]", source.list->name, source.entry->name)
              : source.list ? " on " + source.list->name
              : source.dead ? " not in " + source.dead->name
                            : "");
    case SourceKind::EdgeBalanced:
      if (source.pieces) return fmt::format("pieces of {}-edges on {}", direction, source.list->name);
      return fmt::format("even shares {}of the {}-edges of {}{}", source.by_thread ? "per thread " : "", direction,
                         source.list ? source.list->name : "all nodes",
                         source.sums_of_block ? fmt::format(", {} nodes at most", source.sums_of_block) : "");
  }
  return "";
}

std::string source(const Stage& stage) {
  std::string line = items(stage);
  if (stage.source.most) line += ", at most " + text(stage.source.most) + " edges";
  if (stage.source.done) line += " after the first " + stage.source.done->name;
  return line;
}

std::string part(const Part& part) {
  if (part.kind == TeamKind::Lane) return "one thread";
  return part.kind == TeamKind::Block ? "one block" : fmt::format("tile of {}", part.width);
}

const char* resident_team(ResidentTeam team) {
  switch (team) {
    case ResidentTeam::Grid: return "";
    case ResidentTeam::FewBlocks: return " of few blocks";
    case ResidentTeam::Cluster: return " of one cluster";
    case ResidentTeam::Block: return " of one block";
  }
  return "";
}

std::string by_size(const Team& team) {
  std::string parts;
  for (const Part& one : team.parts) parts += part(one) + (one.least ? fmt::format(" from {} on, ", one.least) : "");
  return fmt::format("items by {}{}: {}", text(team.work), team.packed ? ", packed" : "", parts);
}

std::string team(const Stage& stage) {
  switch (stage.team.kind) {
    case TeamKind::Lane: return "one thread per item";
    case TeamKind::Block: return "one block per item";
    case TeamKind::BySize: return by_size(stage.team);
    case TeamKind::Tile:
      return fmt::format("virtual warp of {} per item, chunks of {}{}{}{}{}",
                         stage.team.chosen ? stage.team.chosen->name : std::to_string(stage.team.width),
                         stage.team.chunk, stage.team.scaled ? " per lane" : "",
                         stage.team.packed   ? " staged and packed"
                         : stage.team.staged ? " staged"
                                             : "",
                         stage.team.staged && lanes_meet_at_items(stage) ? ", synced at items" : "",
                         stage.team.leader ? ", leader" : "");
  }
  return "";
}

std::string donation(const Stage& stage) {
  if (!stage.donation) return "";
  const mapped::Donation& donation = *stage.donation;
  return fmt::format("; donated from {} + {} on{}{}", text(donation.work), donation.excess,
                     donation.acts ? ", where " + text(donation.acts) : "",
                     donation.counted ? ", counted in " + donation.counted->name : "");
}

const char* appended(const Batch& batch) {
  switch (batch.appended) {
    case Appended::AtItem:
    case Appended::ByScan: break;
    case Appended::ByThread: return ", appended by the thread";
    case Appended::ByBlock: return ", appended by the block";
    case Appended::ByTurn: return ", appended by the block after each turn";
  }
  return "";
}

std::string distribution(const Stage& stage) {
  if (stage.dynamic) return fmt::format("; taken {} at a time", stage.dynamic);
  if (stage.unready)
    return fmt::format("; {} passes, then waits, items left counted in {}", stage.passes, stage.unready->name);
  if (!stage.work_counter) return "";
  std::string text = fmt::format(
      "; taken {} at a time{}, counted in {}", stage.piece ? std::to_string(stage.piece) : "some",
      stage.team.kind == TeamKind::Tile ? " for each virtual warp" : "", stage.work_counter->name);
  if (stage.processors) text += fmt::format("; {} multiprocessors", stage.processors);
  return text;
}

std::string shape(const Launch& launch) {
  const std::string warps = launch.warps ? fmt::format(", at most {} warps per multiprocessor", launch.warps) : "";
  switch (launch.kind) {
    case LaunchKind::GridFor: return "";
    case LaunchKind::GridForLight: return "; a few waves of threads";
    case LaunchKind::GridForSmall: return "; in blocks for all multiprocessors" + warps;
    case LaunchKind::Fill:
      if (launch.blocks) return fmt::format("; {} blocks at most{}", launch.blocks, warps);
      return "; fills the device" + warps;
  }
  return "";
}

// Threads for all items, and small blocks, need no word.
std::string launch(const Launch& launch) {
  return shape(launch) +
         (launch.bounds ? fmt::format("; registers for {} block{}", launch.bounds, launch.bounds == 1 ? "" : "s") : "");
}

std::string room(const Storage& storage) {
  if (storage.kind == StorageKind::Pieces)
    return fmt::format(", of {}, {} edges at most", storage.direction == ir::Direction::Out ? "rows" : "columns",
                       storage.piece);
  const std::string share = storage.share == 1 ? "" : fmt::format(", {} times all nodes", storage.share);
  if (storage.room == Room::AllNodes) return share;
  if (storage.room == Room::Bounded) return ", bounded" + share;
  return fmt::format(", growing from {}", storage.first_room ? std::to_string(storage.first_room) : "some") + share;
}

std::string shared(const Stage& stage) {
  static constexpr const char* sharings[] = {"own", "uniform", "min", "max", "and", "or", "atomic", "any"};
  std::string text;
  for (const Shared& one : stage.shared)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.storage->name,
                        sharings[static_cast<int>(one.sharing)]);
  return text;
}

class Printer {
 public:
  std::string run(const Program& program) {
    line("mapped " + program.algorithm->name + " (" + program.mapping + ")");
    ++depth_;
    static constexpr const char* numberings[] = {"", "neighbors after each node", "degrees, the largest first",
                                                 "breadth first"};
    if (program.numbering != Numbering::Given)
      line(std::string("nodes numbered by ") + numberings[static_cast<int>(program.numbering)] +
           (program.own_numbers ? "; as values they keep their own numbers" : ""));
    if (program.index == Index::Auto) line("edges of 32 bits where the view has them");
    for (const Storage& storage : program.storages)
      line(fmt::format("{} {}{}{}", storage_kinds[static_cast<int>(storage.kind)], storage.symbol->name,
                       storage.owner == StorageOwner::Caller ? " of the caller" : "", room(storage)));
    sequence(program.body);
    return std::move(out_);
  }

 private:
  void line(const std::string& content) {
    out_ += std::string(static_cast<std::size_t>(depth_) * 2, ' ') + content + "\n";
  }

  void sequence(const Sequence& controls) {
    for (const Control* control : controls) this->control(*control);
  }

  void nested(const std::string& head, const Sequence& controls) {
    line(head);
    ++depth_;
    sequence(controls);
    --depth_;
  }

  static std::string gather(const Stage& stage) {
    return stage.gather ? fmt::format("; batches of 1 below {} edges per node", stage.gather->degree) : "";
  }

  void stage(const Stage& stage) {
    line(fmt::format("stage {}{}: {}; {}{}{}{}", stage.name, stage.by_index ? "<edge>" : "", source(stage), team(stage),
                     stage.rolled ? "; not unrolled" : "", distribution(stage) + donation(stage),
                     resident_ ? "" : launch(stage.launch) + gather(stage)));
    for (const Accumulator& part : stage.accumulators)
      line(fmt::format("  collect {} from {} of each thread", (part.sum ? part.sum : part.cell)->name,
                       part.partial->name));
    for (const CopiedValue& value : stage.copied)
      line(fmt::format("  {} = {} with the chunk", value.local->name, text(value.read)));
    for (const Batch& batch : stage.batches)
      line(fmt::format(
          "  {} of each {} for {}{}{}{}", batch.batch->name, batch.shared ? "block" : "thread", batch.list->name,
          batch.links ? (batch.repeats ? ", in places of its own in " : ", linked in ") + batch.links->name : "",
          batch.into ? ", into " + batch.into->name : "",
          batch.slots ? ", counted in " + batch.slots->name : appended(batch)));
    if (stage.outlined && stage.outlined != &stage)
      line("  the operator of " + stage.outlined->name);
    else
      out_ += ir::print(stage.body, depth_ + 1);
    if (!stage.shared.empty()) line("  shared: " + shared(stage));
    if (!stage.local) return;
    line(fmt::format("  then {} levels of nodes that the block adds to {}, {} places a level{}; each {} that is left",
                     stage.local->levels - 1, stage.local->symbol->name, stage.local->places,
                     stage.local->fenced ? ", after a fence" : "", stage.left_over->name));
    out_ += ir::print(stage.leave, depth_ + 2);
  }

  void swap(const char* what, const Control& control) {
    line(fmt::format("{} {}, {}", what, control.symbol->name, control.list->name));
  }

  static std::string observed(const Control& control) {
    const Observed& observed = control.observed;
    const Team& team = control.body.front()->stage->team;
    const std::string nodes = observed.list ? observed.list->name : "all nodes";
    const std::string edges = observed.out && observed.in ? "all" : observed.in ? "in" : "out";
    const auto width = [&](int lanes) { return team.chosen ? team.chosen->name : std::to_string(lanes); };
    const std::string lanes = observed.lanes ? ", lanes per node: " + width(observed.lanes) : "";
    constexpr const char* places[] = {"", " as listed", ", all nodes in place", ", packed"};
    const std::string steps = observed.steps ? fmt::format(", groups of {} count{}", width(observed.step_lanes),
                                                           observed.whole ? " all" : "")
                                             : "";
    if (observed.timed)
      return std::string("observe the time of ") +
             (control.body.front()->stage->of_operator ? "the operator" : "others");
    if (!observed.told) return "observe" + steps;
    return fmt::format("observe {}, {}-edges{}{}{}", nodes, edges, lanes, places[static_cast<int>(observed.places)],
                       steps);
  }

  void call(const Control& control) {
    const char* what = control.primitive == checked::Primitive::Sort ? "sort" : "sums";
    line(
        fmt::format("call {}: {} of {}, with {}", what, control.symbol->name, control.list->name, control.count->name));
  }

  void control(const Control& control) {
    switch (control.kind) {
      case ControlKind::Let: return line(fmt::format("host {} = {}", control.symbol->name, text(control.value)));
      case ControlKind::Run: return stage(*control.stage);
      case ControlKind::Clear: return line("clear " + control.symbol->name);
      case ControlKind::ReadBack:
        return line(fmt::format("host {} = read back {}", control.symbol->name, control.list->name));
      case ControlKind::Swap: return swap("swap", control);
      case ControlKind::SwapLength: return swap("swap length of", control);
      case ControlKind::GrowAndRebuild:
        return nested(fmt::format("{} {} while {} exceeds its room", control.body.empty() ? "grow" : "refill",
                                  control.symbol->name, control.count->name),
                      control.body);
      case ControlKind::Rounds:
        return nested(fmt::format("rounds while {} != 0{}", control.count->name,
                                  control.condition ? " until " + text(control.condition) : ""),
                      control.body);
      case ControlKind::Repeat:
        nested("repeat" + (control.value ? " up to " + text(control.value) : ""), control.body);
        if (control.condition) line("until " + text(control.condition));
        return;
      case ControlKind::While: return nested("while " + text(control.condition), control.body);
      case ControlKind::If:
        nested("if " + text(control.condition), control.body);
        if (!control.other.empty()) nested("else", control.other);
        return;
      case ControlKind::Break: return line("break");
      case ControlKind::Expect:
        return line(fmt::format("expect {}: {}{}", text(control.condition), control.name,
                                control.list ? fmt::format(", else {} = {}", control.list->name, control.number) : ""));
      case ControlKind::Barrier: return line("barrier: " + control.symbol->name + " " + control.name);
      case ControlKind::Resident:
        resident_ = true;
        nested("resident kernel " + control.name + resident_team(control.team) + launch(control.launch), control.body);
        resident_ = false;
        return;
      case ControlKind::LaunchGraph: return nested("launch graph " + control.name, control.body);
      case ControlKind::Call: return call(control);
      case ControlKind::Observe: return nested(observed(control), control.body);
    }
  }

  int depth_ = 0;
  bool resident_ = false;  // the kernel's launch is that of its stages
  std::string out_;
};

}  // namespace

std::string print(const Program& program) { return Printer().run(program); }

}  // namespace maxwarp::mapped
