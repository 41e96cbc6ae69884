// Entries of a table: two for each key that may come, and two more for every tally, so that a probe always meets an
// empty entry and the smallest key has one of its own. Marks and counts: one for each number up to the bound.
#include "compiler/parallel/tally.h"

#include <algorithm>

namespace maxwarp::parallel {

using checked::LoopDomain;
using checked::Product;
using checked::TallyUse;
using checked::Trips;
using ir::Arena;
using ir::BinaryOp;
using ir::Builtin;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Symbol;
using ir::TallyForm;

namespace {

/// Sums and products of `long`, simplified where numbers meet.
class Lengths {
 public:
  explicit Lengths(Arena& arena) : arena_(arena) {}

  const Expr* number(std::int64_t value) { return arena_.integer(value, Scalar::Long); }

  const Expr* wide(const Expr* expr) {
    if (expr->scalar == Scalar::Long || expr->scalar == Scalar::Edge) return expr;
    if (expr->kind == ExprKind::Integer) return number(expr->integer);
    return arena_.convert(expr, Scalar::Long);
  }

  const Expr* fact(Builtin builtin, const Expr* of = nullptr) {
    const bool edges = builtin == Builtin::Edges || builtin == Builtin::RowBegin || builtin == Builtin::ColumnBegin;
    return wide(
        arena_.call(builtin, edges ? Scalar::Long : Scalar::Int, of ? std::vector{of} : std::vector<const Expr*>{}));
  }

  const Expr* sum(const Expr* a, const Expr* b) {
    if (is(a, 0)) return b;
    if (is(b, 0)) return a;
    if (a->kind == ExprKind::Integer && b->kind == ExprKind::Integer) return number(a->integer + b->integer);
    return arena_.binary(BinaryOp::Add, a, b, Scalar::Long);
  }

  const Expr* product(const Expr* a, const Expr* b) {
    if (is(a, 0) || is(b, 1)) return a;
    if (is(b, 0) || is(a, 1)) return b;
    if (a->kind == ExprKind::Integer && b->kind == ExprKind::Integer) return number(a->integer * b->integer);
    return arena_.binary(BinaryOp::Mul, a, b, Scalar::Long);
  }

  const Expr* least(const Expr* a, const Expr* b) { return arena_.call(Builtin::Min, Scalar::Long, {a, b}); }

  /// How many numbers there are from low to high.
  const Expr* range(const Expr* low, const Expr* high) {
    low = wide(low);
    high = wide(high);
    if (low->kind == ExprKind::Integer && high->kind == ExprKind::Integer)
      return number(std::max<std::int64_t>(0, high->integer - low->integer));
    const Expr* length = is(low, 0) ? high : arena_.binary(BinaryOp::Sub, high, low, Scalar::Long);
    return arena_.call(Builtin::Max, Scalar::Long, {number(0), length});
  }

 private:
  static bool is(const Expr* expr, std::int64_t value) {
    return expr->kind == ExprKind::Integer && expr->integer == value;
  }

  Arena& arena_;
};

/// The figures that a bound is made of, for one iteration, for all before it, or for all of them.
struct Basis {
  const Expr *out, *in;  // sums of degrees
  const Expr* one;       // of a number
};

class Layout {
 public:
  Layout(Arena& arena, const TallyUse& use) : lengths_(arena), arena_(arena), use_(use) {}

  /// Entries of one tally of an iteration, where its part begins, and entries of all.
  void local(ir::Tally& tally, const Expr*& total) {
    const checked::Loop& loop = use_.loop->loop;
    const Expr* item = arena_.reference(loop.variable);
    const bool nodes = loop.domain == LoopDomain::Nodes;
    const Expr* zero = lengths_.number(0);
    const Expr *place = lengths_.wide(item),
               *items = nodes ? lengths_.fact(Builtin::Nodes) : lengths_.range(loop.low, loop.high);
    if (!nodes && !(loop.low->kind == ExprKind::Integer && loop.low->integer == 0))
      place = arena_.binary(BinaryOp::Sub, place, lengths_.wide(loop.low), Scalar::Long);
    const Basis own = nodes ? Basis{lengths_.fact(Builtin::Outdegree, item), lengths_.fact(Builtin::Indegree, item),
                                    lengths_.number(1)}
                            : Basis{zero, zero, lengths_.number(1)};
    const Basis before = nodes ? Basis{lengths_.fact(Builtin::RowBegin, item),
                                       lengths_.fact(Builtin::ColumnBegin, item), place}
                               : Basis{zero, zero, place};
    const Expr* edges = lengths_.fact(Builtin::Edges);
    tally.size = entries(tally.form, own);
    tally.first = entries(tally.form, before);
    total = entries(tally.form, nodes ? Basis{edges, edges, items} : Basis{zero, zero, items});
  }

  /// Entries of the one tally of the run.
  const Expr* global(TallyForm form) {
    const Basis whole{lengths_.number(0), lengths_.number(0), lengths_.number(1)};
    if (use_.unbounded) return doubled(form, lengths_.sum(all_keys(), lengths_.number(1)));
    const Expr* bound = keys(whole);
    if (checked::bounded_by_keys(use_)) bound = lengths_.least(bound, all_keys());
    return doubled(form, lengths_.sum(bound, lengths_.number(1)));
  }

 private:
  const Expr* doubled(TallyForm form, const Expr* length) {
    return form == TallyForm::Table ? lengths_.product(lengths_.number(2), length) : length;
  }

  const Expr* entries(TallyForm form, const Basis& basis) {
    return doubled(form, lengths_.sum(keys(basis), basis.one));
  }

  /// Every node (or edge) of the graph, and none.
  const Expr* all_keys() {
    const bool nodes = use_.tally->type.scalar == Scalar::Node;
    return lengths_.sum(lengths_.fact(nodes ? Builtin::Nodes : Builtin::Edges), lengths_.number(1));
  }

  /// How many keys come at most: the sum over all counts. Like terms are added up.
  const Expr* keys(const Basis& basis) {
    std::int64_t out = 0, in = 0;
    const Expr* fixed = lengths_.number(0);
    for (const Product& product : use_.products) {
      const Expr* factor = lengths_.number(1);
      int degrees_out = 0, degrees_in = 0;
      for (const Trips& trips : product) {
        degrees_out += trips.kind == Trips::Kind::Outdegree;
        degrees_in += trips.kind == Trips::Kind::Indegree;
        factor = lengths_.product(factor, times(trips));
      }
      if (degrees_out + degrees_in == 0)
        fixed = lengths_.sum(fixed, factor);
      else
        (degrees_out ? out : in) += factor->integer;
    }
    const Expr* degrees = lengths_.sum(lengths_.product(lengths_.number(out), basis.out),
                                       lengths_.product(lengths_.number(in), basis.in));
    return lengths_.sum(degrees, lengths_.product(fixed, basis.one));
  }

  const Expr* times(const Trips& trips) {
    switch (trips.kind) {
      case Trips::Kind::Nodes: return lengths_.fact(Builtin::Nodes);
      case Trips::Kind::Edges: return lengths_.fact(Builtin::Edges);
      case Trips::Kind::Range: return lengths_.range(trips.low, trips.high);
      case Trips::Kind::Outdegree:
      case Trips::Kind::Indegree: break;
    }
    return lengths_.number(1);  // a degree is not a number here: the basis says what it stands for
  }

  Lengths lengths_;
  Arena& arena_;
  const TallyUse& use_;
};

}  // namespace

Tallies::Tallies(Arena& arena, const checked::Algorithm& algorithm) : arena_(arena) {
  for (const TallyUse& use : checked::tallies_of(algorithm)) {
    forms_[use.tally];
    if (use.most || use.sums) lay_out(use, TallyForm::Table);
    if (use.absent) lay_out(use, TallyForm::Marks);
    if (use.h_index) lay_out(use, TallyForm::Counts);
  }
}

void Tallies::lay_out(const TallyUse& use, TallyForm form) {
  static constexpr const char* suffixes[] = {"_counts", "_marks", "_sizes"};
  const std::string suffix = use.tally->type.sum ? "_sums" : suffixes[static_cast<int>(form)];
  const std::string& name = use.tally->name;
  ir::Tally* tally = arena_.tally();
  tally->form = form;
  Layout layout(arena_, use);
  const Expr* total = nullptr;
  if (use.loop)
    layout.local(*tally, total);
  else
    total = tally->size = layout.global(form);
  if (form == TallyForm::Table) tally->keys = array(name + "_keys", use.tally->type.scalar, total);
  // A sum of ones at a node is no larger than its degree; other sums are kept where they cannot overflow.
  const bool few = form == TallyForm::Marks || (use.by_one && use.loop);
  const Scalar count = use.tally->type.sum.value_or(few ? Scalar::Int : Scalar::Long);
  tally->counts = array(name + suffix, count, total);
  const bool alone = use.most + use.absent + use.h_index + use.sums == 1;
  tally->view = arena_.local(alone ? name : name + suffix, use.tally->type.scalar);
  forms_[use.tally].push_back(tally);
}

const Symbol* Tallies::array(const std::string& name, Scalar scalar, const Expr* size) {
  ir::Type type;
  type.scalar = scalar;
  type.space = ir::Space::Array;
  type.extents = {size};
  arrays_.push_back(arena_.symbol(name, type));
  return arrays_.back();
}

const std::vector<const ir::Tally*>& Tallies::forms(const Symbol* tally) const { return forms_.at(tally); }

const ir::Tally* Tallies::form_for(const Expr* question) const {
  const TallyForm wanted = question->builtin == Builtin::Absent   ? TallyForm::Marks
                           : question->builtin == Builtin::HIndex ? TallyForm::Counts
                                                                  : TallyForm::Table;
  return form(question->operands[0]->symbol, wanted);
}

const ir::Tally* Tallies::form(const Symbol* tally, TallyForm wanted) const {
  const auto& forms = forms_.at(tally);
  return *std::ranges::find(forms, wanted, &ir::Tally::form);
}

const Expr* answered(Arena& arena, const Expr* expr, const Answers& answers) {
  if (answers.empty()) return expr;
  return rewrite(arena, expr, [&](const Expr* e) -> const Expr* {
    const auto found = answers.find(e);
    return found == answers.end() ? nullptr : found->second;
  });
}

bool is_question(const Expr* expr) {
  return expr->kind == ExprKind::Call && (expr->builtin == Builtin::Most || expr->builtin == Builtin::Absent ||
                                          expr->builtin == Builtin::HIndex || expr->builtin == Builtin::SumOf);
}

const Expr* no_key(Arena& arena, Scalar scalar) {
  Expr* lowest = arena.expr(ExprKind::Unary, scalar);
  lowest->unary_op = ir::UnaryOp::Neg;
  lowest->operands = {arena.expr(ExprKind::Infinity, scalar)};
  return lowest;
}

}  // namespace maxwarp::parallel
