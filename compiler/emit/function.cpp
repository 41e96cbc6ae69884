// Statements of a stage that all targets print alike.
#include "compiler/emit/function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>

#include "compiler/emit/text.h"
#include "compiler/support/sources.h"
#include "dsl/check/spelling.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::emit {

using checked::is_real;
using ir::Access;
using ir::Direction;
using ir::Reduction;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using mapped::StorageKind;

FunctionPrinter::FunctionPrinter(const mapped::Program& program, const ProgramNames& names, const mapped::Stage& stage,
                                 bool lines)
    : program_(program),
      program_names_(names),
      stage_(stage),
      names_(&names.outside_of_stage()),
      expressions_(program, names_, &stage),
      lines_(lines) {}

std::vector<std::string> FunctionPrinter::parameters_of(const Interface& interface) {
  std::vector<std::string> list;
  if (interface.graph) list.push_back(std::string(view_type(program_.index)) + " graph");
  for (const auto& [storage, written] : interface.storages) {
    const std::string own = names_.of(storage->symbol);
    if (const std::string type = list_type(*storage, program_.index); !type.empty())
      list.push_back(type + " " + own);
    else if (storage->symbol->type.is_set)
      list.push_back("NodeSet " + own);
    else
      list.push_back((written ? "" : "const ") + memory_type(*storage) + " *" + own);
  }
  for (const ir::Symbol* scalar : interface.scalars)
    list.push_back(value_type(scalar->type.scalar) + " " + names_.of(scalar));
  return list;
}

std::string line_directive(const mapped::Program& program, Location location) {
  return fmt::format("#line {} {}", location.line, quoted(shown(program.algorithm->sources->of(location).name())));
}

std::string line_comment(const mapped::Program& program, Location location, const std::string& text) {
  return "// " + in_comment(fmt::format("Line {}: {}.", program.algorithm->sources->line_text(location), text)) + "\n";
}

std::string assertion_status(const mapped::Program& program, const mapped::Control& assertion) {
  const Sources& sources = *program.algorithm->sources;
  const bool own = sources.in_main(assertion.location);
  const std::string text = own ? assertion.name : assertion.name + ", in line " + sources.line_text(assertion.location);
  return fmt::format("{{StatusCode::AssertionFailed, 0, {}, {}}}", quoted(text), own ? assertion.location.line : 0);
}

std::string FunctionPrinter::parameters() {
  return fmt::format("{}", fmt::join(parameters_of(interface_of(program_, stage_)), ", "));
}

std::string FunctionPrinter::body() {
  text_.clear();
  place_line(stage_.location);
  items();
  if (lines_ && last_.valid()) line(line_of_generated_text);
  return text_;
}

bool FunctionPrinter::uses(const ir::Symbol* symbol) {
  if (used_.empty()) {
    used_.insert(nullptr);  // looked at
    ir::walk_expressions(stage_.operation(), [&](const ir::Expr* e) { used_.insert(e->symbol); });
    ir::walk(stage_.operation(), [&](const Stmt* stmt) {
      if (!stmt->end) used_.insert(stmt->of);
    });
  }
  return symbol && used_.contains(symbol);
}

std::string FunctionPrinter::declaration(Scalar scalar, const ir::Symbol* symbol, bool constant) {
  return (constant ? "const " : "") + value_type(scalar) + " " + name(symbol);
}

void FunctionPrinter::declare_node(const ir::Symbol* node, const std::string& value) {
  if (uses(node)) line(fmt::format("const node_t {} = {};", name(node), value));
}

std::string FunctionPrinter::retry_begins(const std::string& first, const std::string& end, const std::string& step) {
  retry_ = names_.fresh("retry");
  const std::string i = names_.fresh("i");
  line(stage_.passes == 0 ? "// The thread's nodes: it waits for them one by one."
                          : fmt::format("// The thread's nodes: {} over them, then it waits for them one by one.",
                                        stage_.passes == 1 ? "a pass" : fmt::format("{} passes", stage_.passes)));
  line(fmt::format("RetryLoop {}({}, {}, {}, {});", retry_, first, end, step, stage_.passes));
  line(fmt::format("for (std::int64_t {0} = 0; {1}.next({0});)", i, retry_));
  line("{");
  return i;
}

void FunctionPrinter::retry_ends() {
  line("}");
  line(fmt::format("accumulate_plus({}, {}.left());", name(stage_.unready), retry_));
}

void FunctionPrinter::accumulators_begin() {
  for (const mapped::Accumulator& part : stage_.accumulators) {
    // A bool is collected as it lies in memory.
    part_begins(part.wide, element_type(part.cell->type.scalar), part.partial, part.reduction);
  }
}

void FunctionPrinter::part_begins(bool wide, const std::string& type, const ir::Symbol* part, Reduction reduction) {
  const Scalar scalar = part->type.scalar;
  if (wide) return line(fmt::format("{} {}{{}};", wide_type(reduction, scalar), name(part)));
  const ir::Expr* identity = ir::identity(*program_.arena, reduction, scalar);
  line(fmt::format("{} {} = {};", type, name(part), expressions_.print(identity)));
}

void FunctionPrinter::accumulators_end() {
  static constexpr const char* names[] = {"min", "max", "plus",         "times",       "or",
                                          "and", "",    "min_by_first", "max_by_first"};
  for (const mapped::Accumulator& part : stage_.accumulators)
    line(fmt::format("accumulate_{}({}, {});", names[static_cast<int>(part.reduction)],
                     name(part.sum ? part.sum : part.cell), name(part.partial)));
}

void FunctionPrinter::block(const ir::Body& body) {
  line("{");
  statements(body);
  line("}");
}

void FunctionPrinter::statements(const ir::Body& body) {
  for (const Stmt* stmt : body) statement(*stmt);
}

void FunctionPrinter::place_line(Location location) {
  if (location.valid()) last_ = location;
  if (lines_ && last_.valid()) line(line_directive(program_, last_));
}

void FunctionPrinter::assign(const Stmt& stmt) {
  const std::string value = expressions_.print(stmt.value);
  line(fmt::format("{} = {};", name(stmt.symbol), stmt.broadcast ? broadcast(value) : value));
}

void FunctionPrinter::statement(const Stmt& stmt) {
  place_line(stmt.location);
  switch (stmt.kind) {
    case StmtKind::Declare: return declare(stmt);
    case StmtKind::DeclarePart:
      return part_begins(ir::has_wide_parts(stmt), value_type(stmt.symbol->type.scalar), stmt.symbol, stmt.reduction);
    case StmtKind::Settle:
      return line(fmt::format("settle({}, {});", expressions_.address(stmt.target), name(stmt.storage)));
    case StmtKind::Assign: return assign(stmt);
    case StmtKind::Store: return store(stmt);
    case StmtKind::Reduce: return reduce(stmt);
    case StmtKind::If: return branch(stmt);
    case StmtKind::NeighborLoop: return neighbor_loop(stmt);
    case StmtKind::While: line(fmt::format("while ({})", expressions_.print(stmt.condition))); return block(stmt.body);
    case StmtKind::RangeLoop:
    case StmtKind::For: return counted_loop(stmt);
    case StmtKind::Break: return line("break;");
    case StmtKind::SkipItem: return line(skip());
    case StmtKind::Fence: return line("fence();  // " + stmt.note);
    case StmtKind::Again: return line(retry_ + ".again();");
    case StmtKind::OpenTally: return open_tally(stmt);
    case StmtKind::ClearTally: return line(fmt::format("{}.clear({});", name(stmt.tally->view), team(stmt)));
    case StmtKind::Count: return count(stmt);
    case StmtKind::Ask: return ask(stmt);
    case StmtKind::Unroll: return unroll(stmt);
    case StmtKind::AddLocal: return add_local(stmt);
    case StmtKind::Activate: break;
    default: return activation(stmt);
  }
  assert(false && "activations have become pushes or marks by now");
}

// What feeds the set of active nodes; the rest is for teams.
void FunctionPrinter::activation(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Claim:
      line(stmt.target ? fmt::format("if (claim({}, {}, {}))", name(stmt.storage), expressions_.print(stmt.value),
                                     expressions_.print(stmt.target))
                       : fmt::format("if (claim_bit({}, {}))", name(stmt.storage), expressions_.print(stmt.value)));
      return block(stmt.body);
    case StmtKind::Mark: return mark(stmt);
    case StmtKind::Push: return push(stmt);
    case StmtKind::ClearBits:
      return line(fmt::format("clear_bits({}, {});", bit_count(*program_.storage(stmt.storage)), name(stmt.storage)));
    case StmtKind::CompactBits: return compact_bits(stmt);
    default: return team_statement(stmt);
  }
}

void FunctionPrinter::compact_bits(const Stmt& stmt) {
  const std::string bits = name(stmt.symbol), list = name(stmt.storage);
  const std::string copy = stmt.of ? name(stmt.of) : "nullptr";
  if (!stmt.value)
    return line(fmt::format("compact_bits(graph.nodes, {}, {}{});", bits, list, stmt.of ? ", " + copy : ""));
  const std::string node = stmt.body.empty() ? "" : " " + expressions_.print(stmt.value);
  line(fmt::format("settle_bits(graph.nodes, {}, {}, {}, {}, [{}](node_t{}) {{", bits, list, copy,
                   name(stmt.symbols[0]), stmt.body.empty() ? "" : "=", node));
  statements(stmt.body);
  line("});");
}

void FunctionPrinter::mark(const Stmt& stmt) {
  const std::string marks = name(stmt.storage), node = expressions_.print(stmt.value);
  line(stmt.target ? fmt::format("store_relaxed(&{}[{}], {});", marks, node, expressions_.print(stmt.target))
                   : fmt::format("{}({}, {});", stmt.reserve == ir::Reserve::Warp ? "set_bit_together" : "set_bit",
                                 marks, node));
}

// The bounds are taken once; a step that is not positive leads nowhere.
void FunctionPrinter::counted_loop(const Stmt& stmt) {
  if (stmt.stride == ir::Stride::Team) return strided_loop(stmt);
  if (stmt.stride == ir::Stride::Columns) return team_statement(stmt);
  const std::string index = name(stmt.symbol), type = value_type(stmt.symbol->type.scalar);
  const auto kept = [&](const ir::Expr* expr, const char* suffix) {
    if (expr->kind == ir::ExprKind::Integer) return expressions_.print(expr);
    const std::string own = names_.fresh(index + suffix);
    line(fmt::format("const {} {} = {};", type, own, expressions_.print(expr)));
    return own;
  };
  const std::string end = kept(stmt.end, "_end");
  const std::string step = stmt.value ? kept(stmt.value, "_step") : "";
  const bool guarded = stmt.value && stmt.value->kind != ir::ExprKind::Integer;
  const std::string first = expressions_.print(stmt.first),
                    next = stmt.value ? fmt::format("{0} = plus({0}, {1})", index, step) : "++" + index;
  line(fmt::format("for ({0} {1} = {2}; {3}{1} < {4}; {5})", type, index, first, guarded ? step + " > 0 && " : "", end,
                   next));
  block(stmt.body);
}

std::string FunctionPrinter::typed(const ir::Expr* expr, Scalar scalar) {
  const std::string text = expressions_.print(expr);
  return expr->scalar == scalar ? text : fmt::format("{}{{{}}}", value_type(scalar), text);
}

// The lanes of the team take the indices in turns.
void FunctionPrinter::strided_loop(const Stmt& stmt) {
  const Scalar scalar = stmt.symbol->type.scalar;
  const std::string type = value_type(scalar);
  std::string bounds = typed(stmt.first, scalar) + ", " + typed(stmt.end, scalar);
  if (stmt.value) bounds += ", " + typed(stmt.value, scalar);
  const char* unused = ir::mentions(stmt.body, stmt.symbol) ? "" : "[[maybe_unused]] ";
  const char* groups = stmt.symbols.empty() ? "rest_of_groups" : "groups";
  const std::string indices = stmt.batch == 1 ? fmt::format("{}.strided({})", team_name(), bounds)
                                              : fmt::format("{}({}, {}, {})", groups, team_name(), bounds, stmt.batch);
  line(fmt::format("for ({}const {} {} : {})", unused, type, name(stmt.symbol), indices));
  line("{");
  for (std::size_t i = 0; i < stmt.symbols.size(); ++i)
    line(fmt::format("const {0} {1} = static_cast<{0}>({2} + {3});", type, name(stmt.symbols[i]), name(stmt.symbol),
                     i == 0 ? team_size() : fmt::format("{} * {}", i + 1, team_size())));
  statements(stmt.body);
  line("}");
}

void FunctionPrinter::declare(const Stmt& stmt) {
  const Scalar scalar = stmt.symbol->type.scalar;
  if (!stmt.value) return line(fmt::format("{}{{}};", declaration(scalar, stmt.symbol, false)));
  std::string value = expressions_.print(stmt.value);
  if (stmt.broadcast) value = broadcast(value);
  if (stmt.predeclared) return line(fmt::format("{} = {};", name(stmt.symbol), value));
  const bool constant = stmt.symbol->kind != ir::SymbolKind::Variable;
  line(fmt::format("{} = {};", declaration(scalar, stmt.symbol, constant), value));
}

void FunctionPrinter::store(const Stmt& stmt) {
  const std::string value = expressions_.print(stmt.value);
  if (stmt.access == Access::Relaxed)
    return line(fmt::format("store_relaxed({}, {});{}", expressions_.address(stmt.target), value,
                            stmt.uniform ? "  // the same value from every writer" : ""));
  line(fmt::format("{} = {};", expressions_.place(stmt.target), value));
}

// Who clears or asks a tally: the team, or (no argument) the thread alone.
std::string FunctionPrinter::team(const Stmt& stmt) { return stmt.stride == ir::Stride::Team ? team_name() : ""; }

void FunctionPrinter::open_tally(const Stmt& stmt) {
  static constexpr const char* types[] = {"TallyTable", "TallyMarks", "TallyCounts"};
  const ir::Tally& tally = *stmt.tally;
  std::string type = types[static_cast<int>(tally.form)], parts, first;
  if (tally.keys)
    type += fmt::format("<{}, {}>", element_type(tally.keys->type.scalar), element_type(tally.counts->type.scalar));
  if (tally.form == ir::TallyForm::Counts) type += fmt::format("<{}>", element_type(tally.counts->type.scalar));
  if (stmt.first) {
    first = names_.fresh("first");
    line(fmt::format("const std::int64_t {} = {};", first, expressions_.print(stmt.first)));
  }
  for (const ir::Symbol* array : {tally.keys, tally.counts})
    if (array) parts += name(array) + (stmt.first ? " + " + first : "") + ", ";
  line(fmt::format("const {} {}{{{}{}}};", type, name(tally.view), parts, expressions_.print(stmt.end)));
}

void FunctionPrinter::count(const Stmt& stmt) {
  const char* atomic = stmt.addition == ir::Addition::Within ? "add_atomically" : "sum_atomically";
  const char* function = stmt.access == Access::Atomic ? atomic : "add";
  const std::string amount = stmt.amount ? ", " + expressions_.print(stmt.amount) : "";
  line(fmt::format("{}.{}({}{});", name(stmt.tally->view), function, expressions_.print(stmt.value), amount));
}

namespace {

const char* function_of(ir::Builtin question) {
  switch (question) {
    case ir::Builtin::Most: return "most";
    case ir::Builtin::Absent: return "absent";
    case ir::Builtin::HIndex: return "h_index";
    case ir::Builtin::SumOf: return "sum_of";
    case ir::Builtin::HoldsKey: return "holds_key";
    case ir::Builtin::KeyOf: return "key_of";
    default: return "sum_in";
  }
}

}  // namespace

void FunctionPrinter::ask(const Stmt& stmt) {
  const ir::Builtin question = stmt.value->builtin;
  const bool number = question == ir::Builtin::Absent || question == ir::Builtin::HIndex;
  std::string arguments = number || question == ir::Builtin::Most ? team(stmt) : "";
  if (stmt.value->operands.size() > 1)
    arguments += (arguments.empty() ? "" : ", ") + expressions_.print(stmt.value->operands[1]);
  const std::string answer = fmt::format("{}.{}({})", name(stmt.tally->view), function_of(question), arguments);
  const std::string type = value_type(stmt.symbol->type.scalar);
  // Marks and counts are of numbers below a bound; the answer has the type of the keys.
  line(fmt::format("const {} {} = {};", type, name(stmt.symbol),
                   number ? fmt::format("static_cast<{}>({})", type, answer) : answer));
}

void FunctionPrinter::unroll(const Stmt& stmt) {
  const ir::LocalList& local = *stmt.local;
  const std::string places = names_.fresh("places"), list = name(local.symbol), node = name(stmt.symbol);
  if (stmt.stride == ir::Stride::Team) return team_statement(stmt);
  if (local.shared)
    line(fmt::format("__shared__ SharedPlaces<{}, {}> {};", local.places, program_names_.policy().block(stage_.block),
                     places));
  else
    line(fmt::format("OwnPlaces<{}> {};", local.places, places));
  line(fmt::format("LocalList {}({}, {}, {});", list, places, local.levels, expressions_.print(stmt.value)));
  line(fmt::format("// The node, and those that this thread activates: {} levels of them.", local.levels));
  line(fmt::format("for (node_t {0} = no_node; {1}.next({0});)", node, list));
  block(stmt.body);
}

void FunctionPrinter::add_local(const Stmt& stmt) {
  const std::string add = fmt::format("{}.add({})", name(stmt.local->symbol), expressions_.print(stmt.value));
  if (stmt.body.empty()) return line(add + ";");
  line(fmt::format("if (!{})", add));
  block(stmt.body);
}

void FunctionPrinter::branch(const Stmt& stmt) {
  if (!stmt.note.empty()) line("// " + stmt.note);
  line(fmt::format("if ({})", expressions_.print(stmt.condition)));
  block(stmt.body);
  if (stmt.other.empty()) return;
  line("else");
  block(stmt.other);
}

}  // namespace maxwarp::emit
