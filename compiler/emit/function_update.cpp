// Reductions of a stage: what they make of a value, and how an element is updated that other threads may update.
#include <fmt/format.h>

#include "compiler/emit/function.h"
#include "dsl/check/spelling.h"

namespace maxwarp::emit {

using checked::is_real;
using ir::Access;
using ir::Reduction;
using ir::Scalar;
using ir::Stmt;

namespace {

/// Whether the text is a name, an element or a call: no operator stands outside of its brackets.
bool is_primary(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    const std::string_view one(&c, 1);
    depth += one.find_first_of("([{") == 0;
    if (depth == 0 && !std::isalnum(static_cast<unsigned char>(c)) && one.find_first_of("_:<>.") != 0) return false;
    depth -= one.find_first_of(")]}") == 0;
  }
  return true;
}

/// The value as an operand of `|` and `&`.
std::string operand(const std::string& value) { return is_primary(value) ? value : "(" + value + ")"; }

}  // namespace

std::string FunctionPrinter::combined(Reduction reduction, const std::string& old, const std::string& value,
                                      Scalar scalar) {
  const bool real = is_real(scalar);
  switch (reduction) {
    case Reduction::Min: return fmt::format("min_of({}, {})", old, value);
    case Reduction::Max: return fmt::format("max_of({}, {})", old, value);
    case Reduction::Add: return real ? fmt::format("{} + {}", old, value) : fmt::format("plus({}, {})", old, value);
    case Reduction::Mul:
      return real ? fmt::format("{} * ({})", old, value) : fmt::format("product_of({}, {})", old, value);
    case Reduction::Or: return fmt::format("{} | {}", old, operand(value));
    case Reduction::And: return fmt::format("{} & {}", old, operand(value));
    case Reduction::MinFirst: return fmt::format("min_by_first({}, {})", old, value);
    case Reduction::MaxFirst: return fmt::format("max_by_first({}, {})", old, value);
    case Reduction::Exchange:
    case Reduction::Any: break;
  }
  return value;
}

namespace {

// Whether an offered value takes the place of the one that is there; of integers `<` or `>` says so.
std::string takes_place(bool minimum, const std::string& offered, const std::string& there, Scalar scalar) {
  if (checked::is_pair(scalar) || is_real(scalar))
    return fmt::format("{}({}, {})", minimum ? "lowers" : "raises", offered, there);
  return minimum ? offered + " < " + there : there + " < " + offered;
}

// Whether a reduction that found `old` changed the element.
std::string change(Reduction reduction, const std::string& old, const std::string& value, Scalar scalar) {
  const Scalar first = checked::is_pair(scalar) ? checked::first_of(scalar) : scalar;
  switch (reduction) {
    case Reduction::Min: return takes_place(true, value, old, scalar);
    case Reduction::Max: return takes_place(false, value, old, scalar);
    case Reduction::Or: return fmt::format("({} | {}) != {}", old, value, old);
    case Reduction::And: return fmt::format("({} & {}) != {}", old, value, old);
    case Reduction::Add:
    case Reduction::Mul: {
      const std::string next = fmt::format("{}({}, {})", reduction == Reduction::Add ? "plus" : "product_of", old,
                                           value);
      return is_real(scalar) ? fmt::format("differ({}, {})", next, old) : next + " != " + old;
    }
    case Reduction::MinFirst: return takes_place(true, value + ".first", old + ".first", first);
    case Reduction::MaxFirst: return takes_place(false, value + ".first", old + ".first", first);
    case Reduction::Exchange: return fmt::format("{} != {}", value, old);
    case Reduction::Any: break;
  }
  return "";
}

// The function that updates an element that several threads may update.
std::string update_function(const Stmt& stmt) {
  const std::string prefix = stmt.access == Access::Segment ? "segment_" : "";
  switch (stmt.addition) {
    case ir::Addition::Within: return stmt.old || stmt.changed ? "atomic_plus_within" : prefix + "add_within";
    case ir::Addition::Rising: return prefix + "add_rising";
    case ir::Addition::Falling: return prefix + "add_falling";
    case ir::Addition::Any: break;
  }
  static constexpr const char* names[] = {"min", "max", "plus",         "times",        "or",
                                          "and", "",    "min_by_first", "max_by_first", "exchange"};
  const std::string manner = stmt.access == Access::Racy      ? "racy_"
                             : stmt.access == Access::Guarded ? "guarded_"
                                                              : "atomic_";
  return (prefix.empty() ? manner : prefix) + names[static_cast<int>(stmt.reduction)];
}

bool is_shared(const Stmt& stmt) {
  return stmt.access == Access::Atomic || stmt.access == Access::Guarded || stmt.access == Access::Segment ||
         stmt.access == Access::Racy;
}

}  // namespace

std::string FunctionPrinter::update(const Stmt& stmt, const std::string& value) const {
  const ir::Expr* known = stmt.most ? stmt.most : stmt.seen;
  return fmt::format("{}({}, {}{})", update_function(stmt), expressions_.address(stmt.target), value,
                     known ? ", " + expressions_.print(known) : "");
}

void FunctionPrinter::reduce(const Stmt& stmt) {
  if (stmt.changed || stmt.old) return reduce_value(stmt);
  const std::string value = expressions_.print(stmt.value);
  const Scalar scalar = stmt.target->scalar;
  if (is_shared(stmt)) return line(update(stmt, value) + ";");
  if (stmt.access == Access::Relaxed)
    return line(fmt::format("store_relaxed({}, {});", expressions_.address(stmt.target),
                            combined(stmt.reduction, expressions_.print(stmt.target), value, scalar)));
  const bool real = is_real(scalar);
  const std::string place = expressions_.place(stmt.target);
  if (stmt.reduction == Reduction::Add && real) return line(fmt::format("{} += {};", place, value));
  if (stmt.reduction == Reduction::Mul && real) return line(fmt::format("{} *= {};", place, value));
  line(fmt::format("{} = {};", place, combined(stmt.reduction, place, value, scalar)));
}

// The value before and whether it changed are wanted too.
void FunctionPrinter::reduce_value(const Stmt& stmt) {
  const Scalar scalar = stmt.target->scalar;
  const std::string type = value_type(scalar);
  const std::string constant = stmt.predeclared ? "" : "const " + type + " ";
  std::string value = expressions_.print(stmt.value, 9);
  if (stmt.value->kind != ir::ExprKind::Reference && stmt.value->kind != ir::ExprKind::Integer) {
    const std::string offered = names_.fresh("offered");
    line(fmt::format("const {} {} = {};", type, offered, expressions_.print(stmt.value)));
    value = offered;
  }
  const std::string old = stmt.old ? name(stmt.old) : names_.fresh("found");
  const std::string head = (stmt.old ? constant : "const " + type + " ") + old;
  if (is_shared(stmt)) {
    line(head + " = " + update(stmt, value) + ";");
  } else {
    line(fmt::format("{} = {};", head, expressions_.print(stmt.target)));
    const std::string next = combined(stmt.reduction, old, value, scalar);
    if (stmt.access == Access::Relaxed)
      line(fmt::format("store_relaxed({}, {});", expressions_.address(stmt.target), next));
    else
      line(fmt::format("{} = {};", expressions_.place(stmt.target), next));
  }
  if (stmt.changed)
    line(fmt::format("{}{} = {};", stmt.predeclared ? "" : "const bool ", name(stmt.changed),
                     change(stmt.reduction, old, value, scalar)));
}

}  // namespace maxwarp::emit
