// Printing of operator statements and of the parallel IR.
#include "compiler/parallel/print.h"

#include <fmt/format.h>

#include <cassert>

#include "dsl/check/print.h"

namespace maxwarp::ir {
namespace {

constexpr const char* reductions[] = {
    "min=", "max=", "+=", "*=", "|=", "&=", "any=", "min= by first", "max= by first", "="};
constexpr const char* reserves[] = {"atomic", "each", "warp", "batch", "batch, together"};
constexpr const char* accesses[] = {"",           " [plain]",   " [relaxed]", " [atomic]",
                                    " [guarded]", " [segment]", " [racy]",    " [private]"};

std::string text(const Expr* expr) { return expr ? print_expression(*expr) : ""; }

class Printer {
 public:
  explicit Printer(int depth) : depth_(depth) {}

  std::string run(const Body& body) {
    statements(body);
    return std::move(out_);
  }

 private:
  void line(const std::string& content) {
    out_ += std::string(static_cast<std::size_t>(depth_) * 2, ' ') + content + "\n";
  }

  void statements(const Body& body) {
    for (const Stmt* stmt : body) statement(*stmt);
  }

  void nested(const std::string& head, const Body& body) {
    line(head);
    ++depth_;
    statements(body);
    --depth_;
  }

  std::string outcome(const Stmt& stmt) {
    std::string result;
    if (stmt.old) result += stmt.old->name + " := ";
    if (stmt.changed) result += stmt.changed->name + " := ";
    return result;
  }

  std::string loop_head(const Stmt& stmt) {
    std::string head = fmt::format("foreach {} {} of {}", stmt.direction == Direction::Out ? "neighbor" : "inneighbor",
                                   stmt.symbol->name, stmt.of->name);
    if (stmt.edge) head += " via " + stmt.edge->name;
    if (stmt.first) head += fmt::format(" in {}..{}", text(stmt.first), text(stmt.end));
    head += simd(stmt);
    if (stmt.batch > 1)
      head += stmt.unrolled ? fmt::format(" [unrolled by {}]", stmt.batch) : fmt::format(" [{} at once]", stmt.batch);
    if (stmt.late) head += " [" + stmt.symbol->name + " late]";
    if (stmt.condition) head += " while " + text(stmt.condition);
    if (stmt.settles) head += " [first settles]";
    if (stmt.found) head += " until a lane has " + stmt.found->name;
    return head;
  }

  static std::string simd(const Stmt& stmt) {
    return stmt.stride == Stride::Team       ? " [SIMD]"
           : stmt.stride == Stride::Together ? " [together]"
           : stmt.stride == Stride::Columns  ? " [columns]"
                                             : "";
  }

  // The indices that a lane has at a time.
  static std::string side_by_side(const Stmt& stmt) {
    if (stmt.batch == 1) return "";
    return fmt::format(" [{}{} at once]", stmt.symbols.empty() ? "rest of " : "", stmt.batch);
  }

  std::string counted_head(const Stmt& stmt) {
    const std::string step = stmt.value ? " by " + text(stmt.value) : "";
    return fmt::format("{} {} in {}..{}{}{}{}", stmt.kind == StmtKind::For ? "for" : "foreach", stmt.symbol->name,
                       text(stmt.first), text(stmt.end), step, simd(stmt), side_by_side(stmt));
  }

  void tally_statement(const Stmt& stmt, const char* access) {
    switch (stmt.kind) {
      case StmtKind::OpenTally:
        return line(fmt::format("open {}: {} entries{}", stmt.tally->view->name, text(stmt.end),
                                stmt.first ? " from " + text(stmt.first) : ""));
      case StmtKind::ClearTally: return line(fmt::format("clear {}{}", stmt.tally->view->name, simd(stmt)));
      case StmtKind::Count:
        return line(fmt::format("count {} in {}{}{}", text(stmt.value), stmt.tally->view->name,
                                stmt.amount ? " by " + text(stmt.amount) : "", access));
      case StmtKind::Ask: return line(fmt::format("ask {} = {}{}", stmt.symbol->name, text(stmt.value), simd(stmt)));
      default: assert(false && "no statement of a tally");
    }
  }

  // What feeds or makes the set of active nodes.
  static std::string active_set(const Stmt& stmt) {
    const std::string of = stmt.symbol ? stmt.symbol->name : "all nodes", &into = stmt.storage->name;
    switch (stmt.kind) {
      case StmtKind::Mark:
        return fmt::format("mark {} in {}{}{}", text(stmt.value), into, stmt.target ? " with " + text(stmt.target) : "",
                           stmt.reserve == ir::Reserve::Warp ? " [warp]" : "");
      case StmtKind::Push:
        if (stmt.first)
          return fmt::format("push pieces of {}, {}..{}, to {} [{}]", text(stmt.value), text(stmt.first),
                             text(stmt.end), into, reserves[static_cast<int>(stmt.reserve)]);
        return fmt::format("push {}{} to {} [{}]", text(stmt.value), stmt.end ? ".." + text(stmt.end) : "", into,
                           reserves[static_cast<int>(stmt.reserve)]);
      case StmtKind::Append: return fmt::format("append {} to {}", of, into);
      case StmtKind::ScanDegrees:
        return fmt::format("scan {}{} of {} into {}", stmt.direction == Direction::Out ? "outdegrees" : "indegrees",
                           stmt.value ? " less " + text(stmt.value) : "", of, into);
      case StmtKind::AddBlockOffsets: return fmt::format("join sums of {} in {}", of, into);
      case StmtKind::ScanPieces:
        return fmt::format("scan pieces of {} {}-edges into {}", text(stmt.value),
                           stmt.direction == Direction::Out ? "out" : "in", into);
      case StmtKind::WritePieces: return fmt::format("write {} and {}", stmt.symbols[1]->name, into);
      case StmtKind::ClearBits: return "clear the bits of " + into;
      case StmtKind::Keep: return "the edge is kept";
      case StmtKind::CountStep: return "step counted in " + into;
      case StmtKind::CountChange: return "change counted in " + into;
      case StmtKind::ChooseWidth:
        return fmt::format("choose {} by {} of {} on {}, {}", into, text(stmt.value), stmt.of->name, of,
                           stmt.amount ? "chunks of " + text(stmt.amount)
                                       : "packed" + (stmt.condition ? " where " + text(stmt.condition) : ""));
      case StmtKind::CompactBits:
        return fmt::format(
            "append the {}bits of {} to {}{}{}", stmt.value ? "new " : "", of, into,
            stmt.of ? ", move them to " + stmt.of->name : "",
            stmt.value ? fmt::format(", add them to {}; for each, {}", stmt.symbols[0]->name, text(stmt.value)) : "");
      default: return sums_and_places(stmt, of, into);
    }
  }

  // How lists are made by prefix sums.
  static std::string sums_and_places(const Stmt& stmt, const std::string& of, const std::string& into) {
    switch (stmt.kind) {
      case StmtKind::CountMarked:
        return fmt::format("count the nodes with {} in {} into {}", text(stmt.value), of, into);
      case StmtKind::SumCounts: return fmt::format("running sums of {}, the total is the length of {}", into, of);
      case StmtKind::SumSlots:
        return fmt::format("running sums of the blocks in {}, for {}{}", into, of,
                           stmt.repeats ? ", or none where a thread had no room" : "");
      case StmtKind::PlaceSlots:
        return fmt::format("place what threads have in {}, {} in {}, on {}", stmt.of->name,
                           stmt.repeats ? "in places of their own" : "linked", of, into);
      default:
        return fmt::format("place the nodes with {} in {} on {} by {}", text(stmt.value), of, into, stmt.of->name);
    }
  }

  static std::string unroll_head(const Stmt& stmt) {
    const LocalList& local = *stmt.local;
    return fmt::format("{} levels of nodes {} from {} on, {} places in {}{}", local.levels, stmt.symbol->name,
                       text(stmt.value), local.places, local.shared ? "shared " : "", local.symbol->name);
  }

  void add_local(const Stmt& stmt) {
    const std::string value = text(stmt.value), &list = stmt.local->symbol->name;
    if (stmt.body.empty()) return line("add " + value + " to " + list);
    nested("if no place for " + value + " in " + list, stmt.body);
  }

  void branch(const Stmt& stmt) {
    nested("if " + text(stmt.condition), stmt.body);
    if (!stmt.other.empty()) nested("else", stmt.other);
  }

  static std::string broadcasts(const Stmt& leader) {
    std::string names;
    for (const Symbol* symbol : leader.symbols) names += (names.empty() ? " broadcasting " : ", ") + symbol->name;
    return names;
  }

  void neighbor_loop(const Stmt& stmt) {
    const bool early = stmt.batch > 1 && !stmt.unrolled;
    nested(loop_head(stmt), early ? stmt.other : stmt.body);
    if (early) nested("then for each", stmt.body);
  }

  void declare(const Stmt& stmt) {
    line(fmt::format("{} {}{}{}{}", stmt.symbol->kind == SymbolKind::Variable ? "var" : "let", stmt.symbol->name,
                     stmt.value ? " = " : "", text(stmt.value), stmt.broadcast ? " [broadcast]" : ""));
  }

  // Values that threads collect, and where they meet.
  void part(const Stmt& stmt) {
    const char* reduction = reductions[static_cast<int>(stmt.reduction)];
    switch (stmt.kind) {
      case StmtKind::DeclarePart: return line(fmt::format("part {} of {}", stmt.symbol->name, reduction));
      case StmtKind::TeamReduce:
        return line(fmt::format("team {} {} {}", stmt.symbol->name, reduction, stmt.old->name));
      default: return line(fmt::format("{} += {}", text(stmt.target), stmt.storage->name));
    }
  }

  void statement(const Stmt& stmt) {
    const char* access = accesses[static_cast<int>(stmt.access)];
    switch (stmt.kind) {
      case StmtKind::Declare: return declare(stmt);
      case StmtKind::Assign:
        return line(
            fmt::format("{} = {}{}", stmt.symbol->name, text(stmt.value), stmt.broadcast ? " [broadcast]" : ""));
      case StmtKind::Store:
        return line(fmt::format("{} = {}{}{}", print_place(*stmt.target), text(stmt.value),
                                stmt.uniform ? " [uniform]" : "", access));
      case StmtKind::Reduce:
        return line(fmt::format("{}{} {} {}{}{}", outcome(stmt), print_place(*stmt.target),
                                reductions[static_cast<int>(stmt.reduction)], text(stmt.value), access,
                                stmt.seen ? " [seen: " + text(stmt.seen) + "]" : ""));
      case StmtKind::If: return branch(stmt);
      case StmtKind::NeighborLoop: return neighbor_loop(stmt);
      case StmtKind::While: return nested("while " + text(stmt.condition), stmt.body);
      case StmtKind::RangeLoop:
      case StmtKind::For: return nested(counted_head(stmt), stmt.body);
      case StmtKind::Activate: return line("activate " + text(stmt.value));
      case StmtKind::Break: return line("break");
      case StmtKind::Fence: return line("fence: " + stmt.note);
      case StmtKind::Again: return line("again");
      case StmtKind::OpenTally:
      case StmtKind::ClearTally:
      case StmtKind::Count:
      case StmtKind::Ask: return tally_statement(stmt, access);
      case StmtKind::DeclarePart:
      case StmtKind::Settle:
      case StmtKind::TeamReduce: return part(stmt);
      case StmtKind::Leader: return nested("leader" + broadcasts(stmt), stmt.body);
      case StmtKind::TeamSync: return line("team sync: " + stmt.note);
      case StmtKind::Claim:
        return nested(fmt::format("if claim {} in {}{}", text(stmt.value), stmt.storage->name,
                                  stmt.target ? " for round " + text(stmt.target) : ""),
                      stmt.body);
      case StmtKind::SkipItem: return line("next item");
      case StmtKind::Unroll: return nested(unroll_head(stmt) + simd(stmt), stmt.body);
      case StmtKind::AddLocal: return add_local(stmt);
      default: return nested(active_set(stmt), stmt.body);
    }
  }

  int depth_;
  std::string out_;
};

}  // namespace

std::string print(const Body& body, int depth) { return Printer(depth).run(body); }

std::string print_place(const Expr& target) {
  Expr place = target;
  place.relaxed = false;
  return print_expression(place);
}

}  // namespace maxwarp::ir

namespace maxwarp::parallel {
namespace {

std::string text(const Expr* expr) { return expr ? print_expression(*expr) : ""; }

std::string region_head(const Region& region) {
  switch (region.domain) {
    case Domain::Nodes: return "foreach node " + region.item->name;
    case Domain::NodeSet: return "foreach node " + region.item->name + " in " + region.set->name;
    case Domain::Active: return "foreach active node " + region.item->name;
    case Domain::Range:
      return fmt::format("foreach {} in {}..{}{}", region.item->name, text(region.low), text(region.high),
                         region.step ? " by " + text(region.step) : "");
  }
  return "";
}

void print(const Sequence& sequence, int depth, std::string& out);

void print(const Region& region, int depth, std::string& out) {
  out += std::string(static_cast<std::size_t>(depth) * 2, ' ') +
         fmt::format("region {}: {}\n", region.name, region_head(region));
  out += ir::print(region.body, depth + 1);
}

void print_both_ways(const Control& loop, int depth, std::string& out) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  out += indent + "in order, counting\n";
  print(loop.body, depth + 1, out);
  out += indent + "or asking\n";
  print(loop.other, depth + 1, out);
  print(loop.region, depth + 1, out);
}

void print(const Control& control, int depth, std::string& out) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  const auto line = [&](const std::string& content) { out += indent + content + "\n"; };
  switch (control.kind) {
    case ControlKind::Let: return line(fmt::format("host {} = {}", control.symbol->name, text(control.value)));
    case ControlKind::Set: return line(fmt::format("set {} = {}", text(control.target), text(control.value)));
    case ControlKind::Fill: return line(fmt::format("fill {} = {}", control.symbol->name, text(control.value)));
    case ControlKind::Region: return print(control.region, depth, out);
    case ControlKind::Ordered: return print_both_ways(control, depth, out);
    case ControlKind::Rounds: {
      std::string from = control.from_all ? "all" : control.from_set ? control.from_set->name : "";
      if (control.from_where) from = control.from_node->name + " where " + text(control.from_where);
      for (const Expr* expr : control.from) from += (from.empty() ? "" : ", ") + text(expr);
      line(fmt::format("rounds from {{{}}}{}{}{}", from, control.ordered ? " in order" : "",
                       control.by ? " by " + text(control.by) : "",
                       control.condition ? " until " + text(control.condition) : ""));
      print(control.region, depth + 1, out);
      if (!control.body.empty()) out += indent + "  after each round\n";
      print(control.body, depth + 2, out);
      return;
    }
    case ControlKind::Union: line("union " + control.region.name); return print(control.body, depth + 1, out);
    case ControlKind::Repeat:
      line(fmt::format("repeat{}", control.value ? " up to " + text(control.value) : ""));
      print(control.body, depth + 1, out);
      if (control.condition) line("until " + text(control.condition));
      return;
    case ControlKind::While: line("while " + text(control.condition)); return print(control.body, depth + 1, out);
    case ControlKind::Expect: return line(fmt::format("expect {}: {}", text(control.condition), control.note));
    case ControlKind::Break: return line("break");
    case ControlKind::Call:
      line(fmt::format("{} {} of {}", control.primitive == checked::Primitive::Sort ? "sort" : "sums",
                       control.into->name, control.of->name));
      return print(control.body, depth + 1, out);
    case ControlKind::If:
      line("if " + text(control.condition));
      print(control.body, depth + 1, out);
      if (control.other.empty()) return;
      line("else");
      return print(control.other, depth + 1, out);
  }
}

void print(const Sequence& sequence, int depth, std::string& out) {
  for (const Control* control : sequence) print(*control, depth, out);
}

}  // namespace

std::string print(const Program& program) {
  std::string out = "parallel " + program.algorithm->name + "\n";
  for (const Symbol* property : program.properties) out += "  property " + property->name + "\n";
  for (const Symbol* cell : program.cells) out += "  cell " + cell->name + "\n";
  print(program.body, 1, out);
  return out;
}

}  // namespace maxwarp::parallel
