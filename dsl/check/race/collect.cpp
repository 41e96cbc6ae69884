// Collects the accesses of a region in the order of the text.
// Each knows the loops, conditions and blocks around it, and what the expression that it stands in is for.
#include <algorithm>
#include <utility>

#include "dsl/check/race/region.h"

namespace maxwarp::race {

namespace {

using checked::ExprKind;
using checked::StmtKind;
using Role = Use::Role;

class Collector {
 public:
  explicit Collector(Region& region) : region_(region), at_(&region.contexts.emplace_back()) {}

  void run(const Stmt& loop) {
    region_.loop = &loop;
    loop_body(loop);
    for (const Access& access : region_.accesses) index(access);
    for (const Guard& guard : region_.guards)
      if (guard.test) region_.tests[guard.test].push_back(&guard);
  }

 private:
  void index(const Access& access) {
    for (const Guard* guard : access.at->guards) region_.under[guard].push_back(&access);
    if (access.action == Action::Read) region_.reads[access.symbol].push_back(&access);
    if (access.action != Action::Write && access.action != Action::Reduce) return;
    region_.changes[access.symbol].push_back(&access);
    region_.changed[access.at->blocks.back()].push_back(&access);
  }

  /// Runs `inside` in a context of its own, which `change` derives from the present one.
  template <typename Change, typename Inside>
  void within(const Change& change, const Inside& inside) {
    Context context = *at_;
    change(context);
    const Context* outer = std::exchange(at_, &region_.contexts.emplace_back(std::move(context)));
    inside();
    at_ = outer;
  }

  Access& add(Action action, Location location) {
    Access& access = region_.accesses.emplace_back();
    access.action = action;
    access.number = region_.accesses.size();
    access.location = location;
    access.at = at_;
    return access;
  }

  const Use* use(const Expr& expr, Role role, const Guard* guard = nullptr, const Stmt* stmt = nullptr) {
    const Use& made = region_.uses.emplace_back(Use{&expr, role, guard, stmt, at_});
    seen_.clear();
    read(expr, made, false);
    return &made;
  }

  Access& read_access(const Expr& expr, const Use& use, bool earlier) {
    Access& access = add(Action::Read, expr.location);
    access.symbol = expr.symbol;
    access.use = &use;
    access.expr = &expr;
    access.earlier = earlier;
    return access;
  }

  void read(const Expr& expr, const Use& use, bool earlier) {
    if (expr.kind == ExprKind::Reference) return read_reference(expr, use, earlier);
    if (expr.kind == ExprKind::Call && expr.builtin == checked::Builtin::Round)
      add(Action::Round, expr.location).use = &use;
    bool membership = expr.kind == ExprKind::Contains;  // an element of the set, so to speak
    if (expr.kind == ExprKind::Element || membership) {
      Access& access = read_access(expr, use, earlier);
      access.index = expr.operands;
      access.latest = expr.latest;
    }
    for (const Expr* operand : expr.operands) read(*operand, use, earlier);
  }

  /// A constant of the loop is looked through, once in each use: chains of constants would be walked again and again.
  void read_reference(const Expr& expr, const Use& use, bool earlier) {
    const Symbol& symbol = *expr.symbol;
    bool local_constant = symbol.kind == checked::SymbolKind::Constant && region_.locals.contains(&symbol);
    if (local_constant && symbol.initial && !region_.too_deep) {
      if (seen_.insert(&symbol).second) read(*symbol.initial, use, true);
    } else {
      read_access(expr, use, earlier);
    }
  }

  void change(Action action, const Stmt& stmt) {
    Access& access = add(action, stmt.target->location);
    access.symbol = stmt.target->symbol;
    access.index = stmt.target->operands;
    access.value = stmt.value;
    access.stmt = &stmt;
  }

  bool is_local_variable(const Symbol& symbol) const { return region_.locals.contains(&symbol); }

  void assign(const Stmt& stmt, Action action) {
    const Symbol& symbol = *stmt.target->symbol;
    bool local = is_local_variable(symbol);
    Role role = local ? Role::Local : action == Action::Reduce ? Role::Offer : Role::Other;
    const Use* value = use(*stmt.value, role, nullptr, &stmt);
    for (const Expr* index : stmt.target->operands) use(*index, Role::Other);
    if (local) region_.definitions[&symbol].push_back({&stmt, at_, value});
    change(action, stmt);
  }

  void reduce(const Stmt& stmt) {
    assign(stmt, Action::Reduce);
    if (stmt.payload) payload(stmt);
    outcome(stmt.changed, stmt);
    outcome(stmt.old, stmt);
  }

  /// What a reduction writes with its value: a write that goes together with any other of its kind.
  void payload(const Stmt& stmt) {
    use(*stmt.payload, Role::Other);
    change(Action::Write, stmt);
    Access& access = region_.accesses.back();
    access.symbol = stmt.payload_target->symbol;
    access.location = stmt.payload_target->location;
    access.value = stmt.payload;
    access.is_payload = true;
  }

  void activate(const Stmt& stmt) {
    use(*stmt.value, Role::Other);
    Access& access = add(Action::Activate, stmt.value->location);
    access.index = {stmt.value};
    access.stmt = &stmt;
  }

  void declare(const Stmt& stmt) {
    const Symbol& symbol = *stmt.symbol;
    region_.locals[&symbol] = {at_->loops.size(), at_->guards};
    // The value of a constant counts where it is used.
    if (symbol.kind == checked::SymbolKind::Constant) return measure(stmt);
    const Use* value = stmt.value ? use(*stmt.value, Role::Local, nullptr, &stmt) : nullptr;
    region_.definitions[&symbol].push_back({&stmt, at_, value});
  }

  /// Rules look through constants, as deep as they go.
  void measure(const Stmt& constant) {
    if (!constant.symbol->initial) return;
    int depth = depths_[constant.symbol] = 1 + depth_of(*constant.symbol->initial);
    if (depth > largest_depth && !region_.too_deep) region_.too_deep = &constant;
  }

  int depth_of(const Expr& expr) const {
    int depth = 0;
    auto found = expr.kind == ExprKind::Reference ? depths_.find(expr.symbol) : depths_.end();
    if (found != depths_.end()) depth = found->second;
    for (const Expr* operand : expr.operands) depth = std::max(depth, depth_of(*operand));
    return depth;
  }

  void outcome(const Symbol* symbol, const Stmt& stmt) {
    if (!symbol) return;
    region_.locals[symbol] = {at_->loops.size(), at_->guards};
    region_.outcomes[symbol] = &stmt;
  }

  Guard& guard(Guard::Kind kind, std::vector<const Expr*> conditions) {
    Guard& guard = region_.guards.emplace_back();
    guard.kind = kind;
    guard.conditions = std::move(conditions);
    return guard;
  }

  /// The guard of an `if` or `where`.
  Guard& condition(const Expr& expr) {
    Guard& yes = guard(Guard::Kind::If, {&expr});
    if (expr.kind == ExprKind::Reference) {
      auto found = region_.outcomes.find(expr.symbol);
      bool changed = found != region_.outcomes.end() && found->second->changed == expr.symbol;
      if (changed) yes.test = found->second;
    }
    yes.uses = {use(expr, Role::Condition, &yes)};
    return yes;
  }

  void block(const checked::Block& statements) {
    within([&](Context& context) { context.blocks.push_back(&statements); },
           [&] {
             for (const Stmt* stmt : statements) statement(*stmt);
           });
  }

  void guarded(const Guard& guard, const checked::Block& statements) {
    within([&](Context& context) { context.guards.push_back(&guard); }, [&] { block(statements); });
  }

  void conditional(const Stmt& stmt) {
    Guard& yes = condition(*stmt.condition);
    guarded(yes, stmt.body);
    if (stmt.other.empty()) return;
    Guard& no = region_.guards.emplace_back(yes);
    no.kind = Guard::Kind::Else;
    no.of = &yes;
    yes.other = &no;
    guarded(no, stmt.other);
  }

  void heads(const Stmt& stmt, Guard* guard) {
    for (const Expr* part : {stmt.loop.of, stmt.loop.low, stmt.loop.high, stmt.loop.step}) {
      if (!part) continue;
      const Use* head = use(*part, part == stmt.loop.of ? Role::Other : Role::Head);
      if (guard) guard->uses.push_back(head);
    }
  }

  void loop_body(const Stmt& stmt) {
    bool range = stmt.kind == StmtKind::Foreach && stmt.loop.domain == checked::LoopDomain::Range;
    if (range) region_.ranges[stmt.loop.variable] = &stmt;
    within(
        [&](Context& context) {
          context.loops.push_back(&stmt);
          context.serial.clear();
        },
        [&] {
          // Each iteration looks at the tally that it has its key from.
          if (stmt.loop.domain == checked::LoopDomain::Keys) use(*stmt.loop.of, Role::Other);
          if (stmt.loop.where)
            guarded(condition(*stmt.loop.where), stmt.body);
          else
            block(stmt.body);
        });
  }

  void serial(const Stmt& stmt, const Guard& guard) {
    within([&](Context& context) { context.serial.push_back(&stmt); }, [&] { guarded(guard, stmt.body); });
  }

  void counted(const Stmt& stmt) {
    std::vector<const Expr*> ends{stmt.loop.low, stmt.loop.high};
    if (stmt.loop.step) ends.push_back(stmt.loop.step);
    Guard& guard = this->guard(Guard::Kind::For, std::move(ends));
    guard.stmt = &stmt;
    heads(stmt, &guard);
    region_.ranges[stmt.loop.variable] = &stmt;
    serial(stmt, guard);
  }

  void repeated(const Stmt& stmt) {
    region_.has_own_rounds |= stmt.kind == StmtKind::Repeat;
    Guard& guard = this->guard(Guard::Kind::While, {});
    guard.stmt = &stmt;
    if (stmt.value) guard.uses.push_back(use(*stmt.value, Role::Head));
    serial(stmt, guard);
    if (!stmt.condition) return;
    guard.conditions = {stmt.condition};
    guard.uses.push_back(use(*stmt.condition, Role::Head));
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Declare: return declare(stmt);
      case StmtKind::Assign: return assign(stmt, Action::Write);
      case StmtKind::Reduce: return reduce(stmt);
      case StmtKind::If: return conditional(stmt);
      case StmtKind::Foreach: heads(stmt, nullptr); return loop_body(stmt);
      case StmtKind::Repeat:
      case StmtKind::While: return repeated(stmt);
      case StmtKind::For: return counted(stmt);
      case StmtKind::Activate: return activate(stmt);
      case StmtKind::Break: add(Action::Break, stmt.location).stmt = &stmt; return;
      case StmtKind::Fill:
      case StmtKind::Iterate:
      case StmtKind::Assert: return;  // the checker allows none of them in a parallel loop
    }
  }

  Region& region_;
  const Context* at_;
  static constexpr int largest_depth = 10000;
  std::map<const Symbol*, int> depths_;  // of constants
  std::set<const Symbol*> seen_;         // constants that the present use has looked through
};

}  // namespace

const std::vector<const Access*>& Region::standing_under(const Guard& guard) const {
  static const std::vector<const Access*> none;
  auto found = under.find(&guard);
  return found == under.end() ? none : found->second;
}

Region collect(const Stmt& loop, std::optional<Premise> granted) {
  Region region;
  region.granted = granted;
  Collector(region).run(loop);
  return region;
}

}  // namespace maxwarp::race
