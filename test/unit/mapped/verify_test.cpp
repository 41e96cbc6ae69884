// Each rule of the verifier is broken by the smallest change of a stage that keeps them all.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "test/unit/mapped/sample.h"

namespace maxwarp::mapped {
namespace {

/// What the verifier says, and the two changes: one that keeps the rule, and then one that breaks it alone.
struct Rule {
  const char* said;
  void (*keep)(Sample&);
  void (*break_it)(Sample&);
};

void nothing(Sample&) {}

void into_graph(Sample& s) {
  Control* graph = s.program.control(ControlKind::LaunchGraph);
  graph->body.swap(s.program.body);
  s.program.body = {graph};
}

const Rule rules[] = {
    {"its source has items, but no variable holds them", nothing, [](Sample& s) { s.stage->item = nullptr; }},
    {"a staged chunk has no row bounds", [](Sample& s) { s.tile(), s.bounds(), s.stage->team.staged = true; },
     [](Sample& s) { s.stage->end = nullptr; }},
    {"a packed chunk has no condition to pack by",
     [](Sample& s) {
       s.tile(), s.bounds(), s.stage->team.staged = s.stage->team.packed = true;
       Stmt* condition = s.arena().stmt(StmtKind::If);
       condition->body = s.stage->body;
       s.stage->body = {condition};
     },
     [](Sample& s) { s.stage->body = s.stage->body.front()->body; }},
    {"even shares have no neighbor", [](Sample& s) { s.edge_balanced(); },
     [](Sample& s) { s.stage->target = nullptr; }},
    {"blocks make sums for a list, or find them",
     [](Sample& s) { s.edge_balanced(), s.stage->source.offsets = nullptr, s.stage->source.sums_of_block = 128; },
     [](Sample& s) { s.stage->source.list = nullptr; }},
    {"pieces are another source than nodes", [](Sample& s) { s.pieces(); },
     [](Sample& s) { s.stage->source.pieces = false; }},
    {"shares of threads are of the edges of whole nodes", [](Sample& s) { s.pieces(); },
     [](Sample& s) { s.stage->source.by_thread = true; }},
    {"pieces of rows need no sums", [](Sample& s) { s.pieces(); },
     [](Sample& s) { s.stage->source.offsets = s.storage("offsets", StorageKind::Offsets); }},
    {"a push to a list of pieces has bounds, and no other has both",
     [](Sample& s) {
       Stmt* push = s.add(StmtKind::Push);
       push->value = s.arena().integer(0, Scalar::Node);
       push->storage = s.storage("rows", StorageKind::Pieces);
       push->first = push->end = s.arena().integer(0, Scalar::Edge);
     },
     [](Sample& s) { s.stage->body.back()->first = nullptr; }},
    {"even shares belong to threads", [](Sample& s) { s.edge_balanced(); }, [](Sample& s) { s.tile(); }},
    {"what is left out is not single edges of all rows", [](Sample& s) { s.living_edges(); },
     [](Sample& s) { s.stage->source.direction = ir::Direction::In; }},
    {"an edge is kept where none is left out", [](Sample& s) { s.living_edges(); },
     [](Sample& s) { s.stage->source.dead = nullptr; }},
    {"a width is chosen for others than virtual warps", [](Sample& s) { s.chosen_width(); },
     [](Sample& s) { s.stage->team.kind = TeamKind::Lane; }},
    {"others than virtual warps have items for each of their lanes",
     [](Sample& s) { s.chosen_width(), s.stage->team.scaled = true; },
     [](Sample& s) { s.stage->team = {.kind = TeamKind::Lane, .scaled = true}; }},
    {"it starts before its width is chosen", [](Sample& s) { s.chosen_width(); },
     [](Sample& s) { std::swap(s.program.body[0], s.program.body[1]); }},
    {"a kernel starts virtual warps of a width that the host chooses", [](Sample& s) { s.chosen_width(); }, into_graph},
    {"a width is chosen by others than one block", [](Sample& s) { s.choice_of_width(); },
     [](Sample& s) { s.stage->source.kind = SourceKind::Grid, s.fill(); }},
    {"a width is chosen without the work of a node, or by a condition in chunks of all nodes",
     [](Sample& s) { s.choice_of_width(); },
     [](Sample& s) { s.stage->body.front()->condition = s.arena().integer(1, Scalar::Bool); }},
    {"items are donated by others than threads and virtual warps",
     [](Sample& s) { s.fill(), s.tile(), s.stage->donation = {.work = s.arena().integer(1)}; },
     [](Sample& s) { s.stage->team = {TeamKind::Block}; }},
    {"parts and a team by size come together", [](Sample& s) { s.by_size(); },
     [](Sample& s) { s.stage->team.kind = TeamKind::Lane; }},
    {"not every item has a part by its work", [](Sample& s) { s.by_size(); },
     [](Sample& s) { s.stage->team.parts.back().least = 1; }},
    {"several teams have no function to call", [](Sample& s) { s.by_size(); },
     [](Sample& s) { s.stage->outlined = nullptr; }},
    {"the function of another stage collects something else", [](Sample& s) { s.outlined_elsewhere(); },
     [](Sample& s) { s.stage->batches = {{s.list, s.local("batch", Scalar::Node), 8, Appended::ByBlock}}; }},
    {"a kernel of one block is launched with more", [](Sample& s) { s.one_block(); },
     [](Sample& s) { s.program.body.front()->launch.blocks = 2; }},
    {"no cluster has that many blocks",
     [](Sample& s) { s.one_block(), s.program.body.front()->team = ResidentTeam::Cluster; },
     [](Sample& s) { s.program.body.front()->launch.blocks = most_of_cluster + 1; }},
    {"it counts on another block than its kernel has", [](Sample& s) { s.one_block(); },
     [](Sample& s) { s.stage->block = 64; }},
    {"an observer is told of something else than one stage", [](Sample& s) { s.observe(); },
     [](Sample& s) { s.program.body.back()->body.clear(); }},
    {"an observer is told of a stage that no host starts", [](Sample& s) { s.observe(); }, into_graph},
    {"a kernel calls a function of the host",
     [](Sample& s) { s.program.body.push_back(s.program.control(ControlKind::Call)); }, into_graph},
    {"the host has a barrier of the grid", [](Sample&) {},
     [](Sample& s) { s.program.body.push_back(s.program.control(ControlKind::Barrier)); }},
    {"a block runs what it adds after a fixed share of a worklist", [](Sample& s) { s.block_list(); },
     [](Sample& s) { s.stage->source.group = 2; }},
    {"others than threads take some of the entries",
     [](Sample& s) { s.from_list(), s.stage->source.step = s.arena().integer(2); },
     [](Sample& s) { s.stage->source.group = 2; }},
    {"a block may run one node twice at a time", [](Sample& s) { s.block_list(); },
     [](Sample& s) { s.stage->repeated = false; }},
    {"others than threads with fixed shares of the nodes try again",
     [](Sample& s) { s.fill(), s.stage->unready = s.storage("unready", StorageKind::Cell); },
     [](Sample& s) { s.from_list(); }},
    {"a piece of each item's edges has no bounds",
     [](Sample& s) { s.bounds(), s.stage->source.most = s.arena().integer(8); },
     [](Sample& s) { s.stage->first = nullptr; }},
    {"pieces of rows belong to threads", [](Sample& s) { s.bounds(), s.stage->source.most = s.arena().integer(8); },
     [](Sample& s) { s.tile(); }},
    {"the count of taken items is no storage",
     [](Sample& s) { s.fill(), s.stage->work_counter = s.storage("taken", StorageKind::Cell); },
     [](Sample& s) { s.stage->work_counter = s.local("taken", Scalar::Long); }},
    {"its worklist is no storage", [](Sample& s) { s.from_list(); },
     [](Sample& s) { s.stage->source.list = s.local("active", Scalar::Node); }},
    {"a break has no loop to leave", [](Sample& s) { s.neighbor_loop()->body = {s.arena().stmt(StmtKind::Break)}; },
     [](Sample& s) { s.add(StmtKind::Break); }},
    {"a break of the host has no loop to leave",
     [](Sample& s) {
       Control* loop = s.program.control(ControlKind::Repeat);
       loop->body = {s.program.control(ControlKind::Break)};
       s.program.body.push_back(loop);
     },
     [](Sample& s) { s.program.body.push_back(s.program.control(ControlKind::Break)); }},
    {"an update was not decided", nothing, [](Sample& s) { s.store().access = ir::Access::Undecided; }},
    {"a lost update is not made again",
     [](Sample& s) { s.store().access = ir::Access::Racy, s.stage->repaired = true; },
     [](Sample& s) { s.stage->repaired = false; }},
    {"a load does not tell whether an update changes anything", [](Sample& s) { s.minimum(); },
     [](Sample& s) { s.store().reduction = ir::Reduction::Add; }},
    {"an update looks at a value without asking it anything",
     [](Sample& s) { s.minimum().seen = s.arena().integer(2); },
     [](Sample& s) { s.store().access = ir::Access::Atomic; }},
    {"an activation has no sink", nothing, [](Sample& s) { s.add(StmtKind::Activate)->value = s.node(); }},
    {"a statement names no storage",
     [](Sample& s) {
       Stmt* push = s.add(StmtKind::Push);
       push->value = s.node(), push->storage = s.list;
     },
     [](Sample& s) { s.stage->body.back()->storage = s.local("active", Scalar::Node); }},
    {"a single thread has team statements", [](Sample& s) { s.tile(), s.add(StmtKind::TeamSync); },
     [](Sample& s) { s.stage->team = {}; }},
    {"an item that is retried is not waited for",
     [](Sample& s) { s.fill(), s.stage->unready = s.storage("unready", StorageKind::Cell), s.add(StmtKind::Again); },
     [](Sample& s) { s.stage->unready = nullptr; }},
    {"a tally has no storage", [](Sample& s) { s.tally(StmtKind::ClearTally); },
     [](Sample& s) { s.stage->body.back()->tally = s.arena().tally(); }},
    {"a count was not decided", [](Sample& s) { s.tally(StmtKind::Count); },
     [](Sample& s) { s.stage->body.back()->access = ir::Access::Undecided; }},
    {"a tally has no size", [](Sample& s) { s.tally(StmtKind::OpenTally); },
     [](Sample& s) { s.stage->body.back()->end = nullptr; }},
    {"a batch goes to one that the block does not share, or that of the block to one that is not counted later",
     [](Sample& s) {
       s.counted();
       mapped::Batch block{s.list, s.local("pending", Scalar::Node), 64, Appended::ByBlock, nullptr, true};
       block.into = s.stage->batches.front().batch;
       s.stage->batches.insert(s.stage->batches.begin(), block);
     },
     [](Sample& s) { std::swap(s.stage->batches.front(), s.stage->batches.back()); }},
    {"a batch goes to one that the block does not share, or that of the block to one that is not counted later",
     [](Sample& s) {
       const Symbol *own = s.local("batch", Scalar::Node), *block = s.local("pending", Scalar::Node);
       s.stage->batches = {{s.list, own, 8, Appended::ByThread, nullptr, false, block},
                           {s.list, block, 64, Appended::ByBlock, nullptr, true}};
     },
     [](Sample& s) { s.stage->batches.back().shared = false; }},
    {"what threads count is linked, and left in slots", [](Sample& s) { s.counted(); },
     [](Sample& s) { s.stage->batches.front().links = nullptr; }},
    {"a batch that may have a node twice is not counted, or its list is not made again from marks",
     [](Sample& s) {
       s.counted(), s.program.place(s.list).room = Room::Bounded, s.stage->batches.front().repeats = true;
     },
     [](Sample& s) { s.program.place(s.list).room = Room::AllNodes; }},
    {"a launch may have more threads than slots for what they push", [](Sample& s) { s.counted(); },
     [](Sample& s) { s.stage->launch.slots = false; }},
    {"a block takes turns where its teams do not have items of their own",
     [](Sample& s) {
       s.from_list(), s.stage->batches = {{s.list, s.local("batch", Scalar::Node), 8, Appended::ByTurn}};
     },
     [](Sample& s) { s.stage->team.kind = TeamKind::Block; }},
    {"a block takes turns where its teams do not have items of their own",
     [](Sample& s) {
       s.from_list(), s.stage->batches = {{s.list, s.local("batch", Scalar::Node), 8, Appended::ByTurn}};
     },
     [](Sample& s) { s.add(StmtKind::SkipItem); }},
    {"lanes vote in a loop that they do not share, or leave before the vote",
     [](Sample& s) {
       s.tile(), s.neighbor_loop()->stride = ir::Stride::Team;
       s.stage->body.back()->found = s.local("found", Scalar::Bool);
     },
     [](Sample& s) { s.stage->body.back()->body.push_back(s.arena().stmt(StmtKind::Break)); }},
    {"a kernel starts another of two sizes of batches", [](Sample& s) { s.gather(); }, into_graph},
    {"batches are chosen by the degree of the graph where there are none", [](Sample& s) { s.gather(); },
     [](Sample& s) { s.stage->body.back()->batch = 2; }},
    {"a loop without a batch leaves reads to others",
     [](Sample& s) { s.neighbor_loop()->batch = 4, s.stage->body.back()->unrolled = true; },
     [](Sample& s) { s.stage->body.back()->batch = 1; }},
    {"a batch is no loop that runs to its end or says whether it goes on",
     [](Sample& s) { s.neighbor_loop()->batch = 4; },
     [](Sample& s) { s.stage->body.back()->body = {s.arena().stmt(StmtKind::Break)}; }},
    {"columns are of others than a block, or not of all indices of a range",
     [](Sample& s) { s.fill(), s.stage->team = {TeamKind::Block}, s.range()->stride = ir::Stride::Columns; },
     [](Sample& s) { s.stage->body.back()->value = s.arena().integer(2); }},
    {"several indices at a time are a thread's alone, or some are left out",
     [](Sample& s) { s.tile(), s.range()->stride = ir::Stride::Team, s.stage->body.back()->batch = 2; },
     [](Sample& s) { s.stage->body.back()->stride = ir::Stride::Serial; }},
    {"a loop does not name the indices that a lane has at a time",
     [](Sample& s) {
       s.tile(), s.range()->stride = ir::Stride::Team, s.stage->body.back()->batch = 2;
       s.stage->body.back()->symbols = {s.local("j", Scalar::Int)};
     },
     [](Sample& s) { s.stage->body.back()->batch = 3; }},
    {"a local list belongs to a thread, to a virtual warp in shared memory, or to the blocks of the stage",
     [](Sample& s) {
       ir::LocalList* list = s.arena().local_list();
       s.tile(), list->shared = true, s.add(StmtKind::AddLocal)->local = list;
     },
     [](Sample& s) { s.stage->body.back()->local = s.arena().local_list(); }},
    {"a local list belongs to a thread, to a virtual warp in shared memory, or to the blocks of the stage",
     [](Sample& s) { s.add(StmtKind::AddLocal)->local = s.block_list(); },
     [](Sample& s) { s.stage->local = s.arena().local_list(); }},
    {"a mark has no round",
     [](Sample& s) {
       Stmt* mark = s.add(StmtKind::Mark);
       mark->value = s.node(), mark->storage = s.bits;  // a bit has none
     },
     [](Sample& s) { s.stage->body.back()->storage = s.marks; }},
    {"a push goes to a batch that the stage does not have",
     [](Sample& s) {
       Stmt* push = s.add(StmtKind::Push);
       push->value = s.node(), push->storage = s.list, push->reserve = ir::Reserve::Batch;
       push->symbol = s.local("batch", Scalar::Node);
       s.stage->batches = {{s.list, push->symbol, 8, Appended::ByBlock}};
     },
     [](Sample& s) { s.stage->batches.clear(); }},
    {"steps are counted by others than threads and virtual warps",
     [](Sample& s) { s.tile(), s.add(StmtKind::CountStep)->storage = s.storage("steps", StorageKind::Steps); },
     [](Sample& s) { s.stage->team = {TeamKind::Block}; }},
    {"changes are counted in something else than steps",
     [](Sample& s) { s.add(StmtKind::CountChange)->storage = s.storage("steps", StorageKind::Steps); },
     [](Sample& s) { s.stage->body.back()->storage = s.marks; }},
    {"a template over the type of edges is what takes edges where their type is open",
     [](Sample& s) { s.program.index = Index::Auto, s.stage->by_index = true; },
     [](Sample& s) { s.stage->by_index = false; }},
    {"a template over the type of edges is what takes edges where their type is open", nothing,
     [](Sample& s) { s.stage->by_index = true; }},
    {"a single thread appends for others",
     [](Sample& s) {
       Stmt* append = s.add(StmtKind::Append);
       append->storage = s.list, append->symbol = s.local("batch", Scalar::Node);
       s.stage->batches = {{s.list, append->symbol, 8, Appended::AtItem}};
     },
     [](Sample& s) { s.stage->source.kind = SourceKind::Once; }},
    {"a launch follows a number that the host does not know", [](Sample& s) { s.from_list(); },
     [](Sample& s) { s.stage->launch.kind = LaunchKind::GridFor; }},
    {"a launch for all items has teams that take items or wait",
     [](Sample& s) { s.fill(), s.stage->work_counter = s.storage("taken", StorageKind::Cell); },
     [](Sample& s) { s.stage->launch.kind = LaunchKind::GridForSmall; }},
    {"a launch for all items has teams that donate some of them",
     [](Sample& s) {
       s.stage->source = {.kind = SourceKind::Worklist, .list = s.list, .count = s.local("count", Scalar::Int)};
       s.stage->donation = {.work = s.arena().integer(1)};
       s.stage->launch = {.kind = LaunchKind::GridForSmall, .warps = 64};
     },
     [](Sample& s) { s.stage->launch.warps = 0; }},
    {"a single thread fills the device", [](Sample& s) { s.fill(); },
     [](Sample& s) { s.stage->source.kind = SourceKind::Once; }},
    {"warps per multiprocessor bound a launch that does not fill the device",
     [](Sample& s) { s.fill(), s.stage->launch.warps = 8; },
     [](Sample& s) { s.stage->launch.kind = LaunchKind::GridFor; }},
};

TEST(Verify, AcceptsTheSample) { EXPECT_EQ(verify(Sample().program), ""); }

TEST(Verify, FindsEachRuleBroken) {
  for (const Rule& rule : rules) {
    SCOPED_TRACE(rule.said);
    Sample sample;
    rule.keep(sample);
    EXPECT_EQ(verify(sample.program), "");
    rule.break_it(sample);
    const std::string said = verify(sample.program);
    EXPECT_TRUE(said == rule.said || said == std::string("stage `nodes`: ") + rule.said) << said;
  }
}

/// The rounds of a resident kernel: the next list is emptied, nodes are pushed, the lists change places, the length of
/// the active one is read. Each of the barriers is needed.
struct ResidentRounds {
  Sample sample;
  Control* rounds;

  ResidentRounds() {
    Program& program = sample.program;
    const Symbol* next = sample.storage("next", StorageKind::Worklist);
    sample.from_list();
    Stmt* push = sample.add(StmtKind::Push);
    push->value = sample.node(), push->storage = next;
    rounds = program.control(ControlKind::Rounds);
    rounds->count = sample.local("count", Scalar::Int);
    Control *clear = program.control(ControlKind::Clear), *swap = program.control(ControlKind::Swap),
            *read = program.control(ControlKind::ReadBack), *run = program.body.front();
    clear->symbol = next;
    swap->symbol = sample.list, swap->list = next;
    read->symbol = rounds->count, read->list = sample.list;
    rounds->body = {clear, barrier(), run, swap, barrier(), read};
    Control* resident = program.control(ControlKind::Resident);
    resident->body = {rounds};
    program.body = {resident};
  }

  Control* barrier() {
    Control* barrier = sample.program.control(ControlKind::Barrier);
    barrier->symbol = sample.list;
    return barrier;
  }
};

TEST(Barriers, SufficeOverASwapAndFromRoundToRound) { EXPECT_EQ(verify(ResidentRounds().sample.program), ""); }

TEST(Barriers, AreNeeded) {
  for (const std::size_t place : {std::size_t{1}, std::size_t{4}}) {
    ResidentRounds kernel;
    kernel.rounds->body.erase(kernel.rounds->body.begin() + static_cast<std::ptrdiff_t>(place));
    EXPECT_NE(verify(kernel.sample.program).find("no barrier stands where"), std::string::npos) << place;
  }
}

// Stages that run one loop's operator push to one list at the same time. What one of them takes its items from is
// complete before.
TEST(Barriers, AreNotNeededWithinOneOperator) {
  const auto said_of_two = [](const auto& change) {
    ResidentRounds kernel;
    Program& program = kernel.sample.program;
    Stage& first = *kernel.sample.stage;
    first.operator_of = first.item;
    first.body.erase(first.body.begin());  // `level` is no property of a program: only the push stays
    Stage& second = *program.stage("rest", "the other nodes");
    second = first;
    change(kernel, second);
    Control* run = program.control(ControlKind::Run);
    run->stage = &second;
    kernel.rounds->body.insert(kernel.rounds->body.begin() + 3, run);
    return verify(program);
  };
  const std::string missing = "no barrier stands where";
  EXPECT_EQ(said_of_two([](const ResidentRounds&, Stage&) {}), "");
  EXPECT_NE(said_of_two([](const ResidentRounds&, Stage& second) { second.operator_of = nullptr; }).find(missing),
            std::string::npos);
  EXPECT_NE(said_of_two([](const ResidentRounds& kernel, Stage& second) {
              second.source.list = kernel.rounds->body.front()->symbol;
            }).find(missing),
            std::string::npos);
}

// What was read in a round may not be written in the next one before all have read it.
TEST(Barriers, WaitForReadersOfTheRoundBefore) {
  ResidentRounds kernel;
  kernel.rounds->body.erase(kernel.rounds->body.begin() + 3);  // without the swap the list that is read is cleared
  kernel.rounds->body.front()->symbol = kernel.sample.list;
  EXPECT_NE(verify(kernel.sample.program).find("`active` has been read"), std::string::npos);
}

// What the verifier may say: the texts of several words in its sources, those in parts put together.
std::set<std::string> texts_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string source{std::istreambuf_iterator<char>(stream), {}};
  source = std::regex_replace(source, std::regex("//[^\n]*"), "");
  source = std::regex_replace(source, std::regex("\"\\s*\""), "");
  std::set<std::string> texts;
  const std::regex literal("\"([^\"]*)\""), sentence("[^{}]* [^{}]* [^{}]*");
  for (std::sregex_iterator found(source.begin(), source.end(), literal), end; found != end; ++found)
    if (const std::string text = (*found)[1]; std::regex_match(text, sentence)) texts.insert(text);
  return texts;
}

TEST(Verify, HasATestOfEachRule) {
  std::set<std::string> said, tested;
  for (const auto& entry : std::filesystem::directory_iterator(MAXWARP_MAPPED_SOURCES))
    if (entry.path().filename().string().starts_with("verify")) said.merge(texts_of(entry.path()));
  for (const Rule& rule : rules) tested.insert(rule.said);
  EXPECT_GE(said.size(), 30U);
  EXPECT_EQ(said, tested) << "a rule of the verifier without a test here, or a test of a rule that is gone";
}

}  // namespace
}  // namespace maxwarp::mapped
