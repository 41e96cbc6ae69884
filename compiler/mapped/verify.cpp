// Structural rules of the mapped IR. Run after mapping, before emission.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/mapped/barriers.h"
#include "compiler/mapped/effects.h"
#include "compiler/mapped/print.h"

namespace maxwarp::mapped {
namespace {

using ir::Access;
using ir::Stmt;
using ir::StmtKind;

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  std::string run() {
    for (const Stage& stage : program_.stages) {
      stage_ = &stage;
      check_shape(stage);
      ir::walk(stage.body, [&](const Stmt* stmt) { check(*stmt); });
      check_breaks(stage.body, false);
    }
    check_breaks(program_.body, false);
    check_widths(program_.body, {});
    check_barriers(program_.body, false);
    check_observed(program_.body, false);
    if (!program_.on_cpu) check_launches(program_.body);
    return finding_;
  }

 private:
  void require(bool holds, const std::string& what) {
    if (!holds && finding_.empty()) finding_ = fmt::format("stage `{}`: {}", stage_->name, what);
  }

  void check_shares(const Stage& stage) {
    require(!stage.source.by_thread || (stage.source.kind == SourceKind::EdgeBalanced && !stage.source.pieces),
            "shares of threads are of the edges of whole nodes");
    require(stage.source.kind != SourceKind::EdgeBalanced || (stage.source.by_thread ? stage.end : stage.target),
            "even shares have no neighbor");
    require(stage.source.pieces == is_pieces(stage.source.list), "pieces are another source than nodes");
    require(!stage.source.pieces || (stage.source.kind == SourceKind::EdgeBalanced && !stage.source.offsets &&
                                     !stage.source.sums_of_block && !stage.source.done),
            "pieces of rows need no sums");
    require(!stage.source.sums_of_block || (stage.source.list && !stage.source.offsets),
            "blocks make sums for a list, or find them");
    require(stage.source.kind != SourceKind::EdgeBalanced || stage.team.kind == TeamKind::Lane,
            "even shares belong to threads");
    require(!stage.source.dead || (stage.source.kind == SourceKind::Edges && !stage.source.list &&
                                   stage.source.direction == ir::Direction::Out),
            "what is left out is not single edges of all rows");
  }

  void check_batch(const Stage& stage, const Batch& batch) {
    require((batch.appended == Appended::ByScan) == (batch.slots != nullptr) && (!batch.slots || batch.links),
            "what threads count is linked, and left in slots");
    require(!batch.repeats || (batch.slots && program_.storage(batch.list)->room != Room::AllNodes),
            "a batch that may have a node twice is not counted, or its list is not made again from marks");
    const auto takes = [&](const Batch& own) {
      return own.batch == batch.into && own.list == batch.list &&
             (batch.shared ? own.slots && &own > &batch : own.shared);
    };
    require(!batch.into || std::ranges::any_of(stage.batches, takes),
            "a batch goes to one that the block does not share, or that of the block to one that is not counted later");
  }

  static bool has_turns(const Stage& stage) {
    const bool all = std::ranges::all_of(stage.batches, [](const Batch& batch) {
      return batch.appended == Appended::ByTurn && !batch.shared && !batch.into && !batch.slots;
    });
    return all && has_fixed_items(stage);
  }

  void check_batches(const Stage& stage) {
    for (const Batch& batch : stage.batches) check_batch(stage, batch);
    const bool turns = std::ranges::any_of(stage.batches,
                                           [](const Batch& batch) { return batch.appended == Appended::ByTurn; });
    require(!turns || has_turns(stage), "a block takes turns where its teams do not have items of their own");
  }

  void check_shape(const Stage& stage) {
    check_shares(stage);
    check_team_of_choice(stage);
    const bool once = stage.source.kind == SourceKind::Once || stage.source.kind == SourceKind::Grid;
    require(once || stage.item, "its source has items, but no variable holds them");
    require(!stage.team.staged || (stage.first && stage.end), "a staged chunk has no row bounds");
    const bool condition = stage.body.size() == 1 && stage.body.front()->kind == ir::StmtKind::If &&
                           stage.body.front()->other.empty();
    require(!stage.team.packed || ((stage.team.staged || !stage.team.parts.empty()) && condition),
            "a packed chunk has no condition to pack by");
    require(!stage.donation || stage.team.kind == TeamKind::Lane || stage.team.kind == TeamKind::Tile,
            "items are donated by others than threads and virtual warps");
    require((stage.team.kind == TeamKind::BySize) != stage.team.parts.empty(),
            "parts and a team by size come together");
    require(stage.team.parts.empty() ||
                (stage.team.work && stage.team.parts.back().least == 0 && is_falling(stage.team.parts)),
            "not every item has a part by its work");
    require(!stage.local || (stage.source.kind == SourceKind::Worklist && stage.source.group == 1 &&
                             !stage.work_counter && !stage.donation),
            "a block runs what it adds after a fixed share of a worklist");
    require(!stage.local || stage.repeated, "a block may run one node twice at a time");
    require(!stage.unready || (stage.source.kind == SourceKind::Nodes && stage.team.kind == TeamKind::Lane &&
                               !stage.work_counter && !stage.donation),
            "others than threads with fixed shares of the nodes try again");
    require(!stage.source.most || (stage.first && stage.end), "a piece of each item's edges has no bounds");
    require(!stage.source.most || stage.team.kind == TeamKind::Lane, "pieces of rows belong to threads");
    require(stage.source.kind != SourceKind::Worklist || !stage.source.step ||
                (stage.team.kind == TeamKind::Lane && stage.source.group == 1 && !stage.donation && !stage.local),
            "others than threads take some of the entries");
    require(stage.team.parts.empty() || stage.outlined == &stage, "several teams have no function to call");
    require(!stage.outlined || stage.outlined == &stage ||
                (stage.outlined->outlined == stage.outlined && stage.batches.size() == stage.outlined->batches.size() &&
                 stage.accumulators.size() == stage.outlined->accumulators.size()),
            "the function of another stage collects something else");
    check_batches(stage);
    require(stage.by_index == (program_.index == Index::Auto && takes_edges(program_, stage)),
            "a template over the type of edges is what takes edges where their type is open");
    require(!stage.work_counter || program_.storage(stage.work_counter), "the count of taken items is no storage");
    require(stage.source.kind != SourceKind::Worklist || program_.storage(stage.source.list),
            "its worklist is no storage");
  }

  void check_team_of_choice(const Stage& stage) {
    const Team& team = stage.team;
    require(!team.chosen || team.kind == TeamKind::Tile, "a width is chosen for others than virtual warps");
    require(!team.scaled || team.kind == TeamKind::Tile,
            "others than virtual warps have items for each of their lanes");
  }

  static bool has_batch(const ir::Body& body, int edges) {
    bool found = false;
    ir::walk(body, [&](const Stmt* stmt) {
      found = found || (stmt->kind == StmtKind::NeighborLoop && stmt->batch == edges && !stmt->unrolled);
    });
    return found;
  }

  // A launch may ask for a width that a control before it has given a value.
  void check_widths(const Sequence& controls, std::set<const Symbol*> known, bool on_device = false) {
    for (const Control* control : controls) {
      if (control->kind == ControlKind::Let || control->kind == ControlKind::ReadBack) known.insert(control->symbol);
      if (control->stage && control->stage->team.chosen) {
        stage_ = control->stage;
        require(!on_device, "a kernel starts virtual warps of a width that the host chooses");
        require(known.contains(stage_->team.chosen), "it starts before its width is chosen");
      }
      if (control->stage && control->stage->gather) {
        stage_ = control->stage;
        require(!on_device, "a kernel starts another of two sizes of batches");
        require(stage_->gather->degree > 0 && has_batch(stage_->body, stage_->gather->edges),
                "batches are chosen by the degree of the graph where there are none");
      }
      const bool inside = on_device || control->kind == ControlKind::Resident ||
                          control->kind == ControlKind::LaunchGraph;
      check_widths(control->body, known, inside);
      check_widths(control->other, known, inside);
    }
  }

  // The stages of a resident kernel share its launch.
  void check_launches(const Sequence& controls) {
    for (const Control* control : controls) {
      if (control->kind == ControlKind::Resident) {
        check_resident(control->body, control->launch);
        continue;
      }
      if (control->stage) check_launch(*control->stage);
      check_launches(control->body);
      check_launches(control->other);
    }
  }

  void check_resident(const Sequence& controls, const Launch& launch) {
    for (const Control* control : controls) {
      if (control->stage) {
        stage_ = control->stage;
        require(stage_->block == launch.block, "it counts on another block than its kernel has");
        check_slots(launch);
      }
      check_resident(control->body, launch);
      check_resident(control->other, launch);
    }
  }

  void check_slots(const Launch& launch) {
    require(launch.slots || !std::ranges::any_of(stage_->batches, &Batch::slots),
            "a launch may have more threads than slots for what they push");
  }

  void check_launch(const Stage& stage) {
    stage_ = &stage;
    const Source& source = stage.source;
    const bool fills = stage.launch.kind == LaunchKind::Fill;
    const bool listed = source.kind == SourceKind::Worklist || source.kind == SourceKind::Grid;
    const bool of_edges = source.kind == SourceKind::Edges || source.kind == SourceKind::EdgeBalanced;
    const bool counted = !(listed && !source.count) && !(of_edges && (source.list || source.dead));
    require(fills || counted, "a launch follows a number that the host does not know");
    const bool small = stage.launch.kind == LaunchKind::GridForSmall;
    require(fills || !(stage.work_counter || stage.unready),
            "a launch for all items has teams that take items or wait");
    require(fills || !stage.donation || (small && stage.launch.warps != 0),
            "a launch for all items has teams that donate some of them");
    require(!fills || source.kind != SourceKind::Once, "a single thread fills the device");
    check_slots(stage.launch);
    require(stage.launch.warps == 0 || fills || (small && stage.donation),
            "warps per multiprocessor bound a launch that does not fill the device");
  }

  bool is_pieces(const Symbol* list) const {
    const Storage* storage = list ? program_.storage(list) : nullptr;
    return storage && storage->kind == StorageKind::Pieces;
  }

  static bool waits_in_batch(ir::Reserve reserve) {
    return reserve == ir::Reserve::Batch || reserve == ir::Reserve::BatchTogether;
  }

  static bool is_falling(const std::vector<Part>& parts) {
    return std::ranges::is_sorted(parts, std::ranges::greater_equal{}, &Part::least);
  }

  void check_breaks(const ir::Body& body, bool in_loop) {
    for (const Stmt* stmt : body) {
      require(in_loop || stmt->kind != StmtKind::Break, "a break has no loop to leave");
      const bool loop = in_loop || ir::is_inner_loop(stmt) || stmt->kind == StmtKind::While ||
                        stmt->kind == StmtKind::For;
      check_breaks(stmt->body, loop);
      check_breaks(stmt->other, loop);
    }
  }

  void check_breaks(const Sequence& controls, bool in_loop) {
    for (const Control* control : controls) {
      if (!in_loop && control->kind == ControlKind::Break && finding_.empty())
        finding_ = "a break of the host has no loop to leave";
      const bool loop = in_loop || control->kind == ControlKind::Repeat || control->kind == ControlKind::While;
      check_breaks(control->body, loop);
      check_breaks(control->other, loop);
    }
  }

  // Barriers stand in resident kernels alone, and suffice there.
  void check_barriers(const Sequence& controls, bool resident) {
    for (Control* control : controls) {
      if (!resident && control->kind == ControlKind::Barrier && finding_.empty())
        finding_ = "the host has a barrier of the grid";
      if (control->kind == ControlKind::Resident) {
        if (control->team == ResidentTeam::Block && control->launch.blocks != 1 && finding_.empty())
          finding_ = "a kernel of one block is launched with more";
        if (control->team == ResidentTeam::Cluster && finding_.empty() &&
            (control->launch.blocks < 1 || control->launch.blocks > most_of_cluster))
          finding_ = "no cluster has that many blocks";
        if (const auto conflict = first_conflict(program_, control->body); conflict && finding_.empty())
          finding_ = fmt::format("kernel `{}`: no barrier stands where `{}` {}", control->name, conflict->storage->name,
                                 conflict->settled());
      }
      const bool inside = resident || control->kind == ControlKind::Resident;
      check_barriers(control->body, inside);
      check_barriers(control->other, inside);
    }
  }

  // The host tells an observer of one stage at a time, and calls functions of the runtime.
  void check_observed(const Sequence& controls, bool on_device) {
    for (const Control* control : controls) {
      const bool one = control->kind != ControlKind::Observe ||
                       (control->body.size() == 1 && control->body.front()->kind == ControlKind::Run);
      if (!one && finding_.empty()) finding_ = "an observer is told of something else than one stage";
      if (on_device && control->kind == ControlKind::Observe && finding_.empty())
        finding_ = "an observer is told of a stage that no host starts";
      if (on_device && control->kind == ControlKind::Call && finding_.empty())
        finding_ = "a kernel calls a function of the host";
      const bool inside = on_device || control->kind == ControlKind::Resident ||
                          control->kind == ControlKind::LaunchGraph;
      check_observed(control->body, inside);
      check_observed(control->other, inside);
    }
  }

  void check_team(const Stmt& stmt) {
    const TeamKind kind = stage_->team.kind;
    const bool team = stmt.kind == StmtKind::Leader || stmt.kind == StmtKind::TeamReduce ||
                      stmt.kind == StmtKind::TeamSync || stmt.stride == ir::Stride::Team;
    require(!team || kind != TeamKind::Lane, "a single thread has team statements");
    require(stmt.kind != StmtKind::CountStep || kind == TeamKind::Lane || kind == TeamKind::Tile,
            "steps are counted by others than threads and virtual warps");
    require(stmt.kind != StmtKind::CountChange || program_.storage(stmt.storage)->kind == StorageKind::Steps,
            "changes are counted in something else than steps");
    require(stmt.kind != StmtKind::ChooseWidth || (kind == TeamKind::Block && stage_->source.kind == SourceKind::Once),
            "a width is chosen by others than one block");
    require(stmt.kind != StmtKind::ChooseWidth || (stmt.of && stmt.value && (!stmt.amount || !stmt.condition)),
            "a width is chosen without the work of a node, or by a condition in chunks of all nodes");
  }

  // What a thread has of a loop, and how much of it at a time.
  void check_loop(const Stmt& stmt) {
    const bool range = stmt.kind == StmtKind::RangeLoop, several = range && stmt.batch > 1;
    require(stmt.stride != ir::Stride::Columns || (stage_->team.kind == TeamKind::Block && range && !stmt.value),
            "columns are of others than a block, or not of all indices of a range");
    require(stmt.batch == 1 || range ||
                (stmt.kind == StmtKind::NeighborLoop && (stmt.condition || !ir::break_of(stmt.body))),
            "a batch is no loop that runs to its end or says whether it goes on");
    require(!stmt.found ||
                (stmt.kind == StmtKind::NeighborLoop && stmt.stride == ir::Stride::Team && !ir::break_of(stmt.body)),
            "lanes vote in a loop that they do not share, or leave before the vote");
    require(stmt.batch > 1 || (!stmt.late && !stmt.unrolled), "a loop without a batch leaves reads to others");
    require(!several || (stmt.stride == ir::Stride::Team && !stmt.value),
            "several indices at a time are a thread's alone, or some are left out");
    require(!several || stmt.symbols.empty() || stmt.symbols.size() + 1 == static_cast<std::size_t>(stmt.batch),
            "a loop does not name the indices that a lane has at a time");
  }

  void check(const Stmt& stmt) {
    const bool update = stmt.kind == StmtKind::Store || stmt.kind == StmtKind::Reduce;
    require(!update || stmt.access != Access::Undecided, "an update was not decided");
    require(stmt.access != Access::Racy || stage_->repaired, "a lost update is not made again");
    require(stmt.access != Access::Guarded || ir::may_be_guarded(stmt),
            "a load does not tell whether an update changes anything");
    require(!stmt.seen || stmt.access == Access::Guarded, "an update looks at a value without asking it anything");
    require(stmt.kind != StmtKind::Activate, "an activation has no sink");
    require(!stmt.storage || program_.storage(stmt.storage), "a statement names no storage");
    check_team(stmt);
    require(stmt.kind != StmtKind::Keep || stage_->source.dead, "an edge is kept where none is left out");
    require(stmt.kind != StmtKind::Again || stage_->unready, "an item that is retried is not waited for");
    const bool tally = stmt.kind == StmtKind::OpenTally || stmt.kind == StmtKind::ClearTally ||
                       stmt.kind == StmtKind::Count || stmt.kind == StmtKind::Ask;
    require(!tally || (stmt.tally && program_.storage(stmt.tally->counts)), "a tally has no storage");
    require(stmt.kind != StmtKind::Count || stmt.access != Access::Undecided, "a count was not decided");
    require(stmt.kind != StmtKind::OpenTally || stmt.end, "a tally has no size");
    check_loop(stmt);
    const bool local = stmt.kind == StmtKind::Unroll || stmt.kind == StmtKind::AddLocal;
    require(!local || (stmt.local &&
                       (stmt.local->of_block ? stage_->local == stmt.local
                                             : stage_->team.kind == TeamKind::Lane ||
                                                   (stage_->team.kind == TeamKind::Tile && stmt.local->shared))),
            "a local list belongs to a thread, to a virtual warp in shared memory, or to the blocks of the stage");
    const bool bits = stmt.storage && program_.storage(stmt.storage) &&
                      program_.storage(stmt.storage)->kind == StorageKind::Bits;
    const bool marks = (stmt.kind == StmtKind::Claim || stmt.kind == StmtKind::Mark) && !bits;
    require(!marks || stmt.target, "a mark has no round");
    const bool batch = stmt.kind == StmtKind::Append || (stmt.kind == StmtKind::Push && waits_in_batch(stmt.reserve));
    require(!batch || std::ranges::any_of(
                          stage_->batches,
                          [&](const Batch& own) { return own.batch == stmt.symbol && own.list == stmt.storage; }),
            "a push goes to a batch that the stage does not have");
    const bool cut = is_pieces(stmt.storage) && !waits_in_batch(stmt.reserve);
    require(stmt.kind != StmtKind::Push || (stmt.first != nullptr) == cut,
            "a push to a list of pieces has bounds, and no other has both");
    require(stmt.kind != StmtKind::Append || stage_->source.kind != SourceKind::Once,
            "a single thread appends for others");
  }

  const Program& program_;
  const Stage* stage_ = nullptr;
  std::string finding_;
};

}  // namespace

std::string verify(const Program& program) { return Verifier(program).run(); }

}  // namespace maxwarp::mapped
