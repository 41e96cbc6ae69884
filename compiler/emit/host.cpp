// Host control as C++ text, the same for every target but for launches, clears and reads.
#include "compiler/emit/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "compiler/emit/text.h"

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;
using mapped::Storage;
using mapped::StorageKind;
using mapped::StorageOwner;

bool Declared::insert(const ir::Symbol* symbol) {
  if (!symbols_.insert(symbol).second) return false;
  order_.push_back(symbol);
  return true;
}

void Declared::shrink(std::size_t size) {
  for (; order_.size() > size; order_.pop_back()) symbols_.erase(order_.back());
}

HostPrinter::HostPrinter(const mapped::Program& program, const ProgramNames& names, const std::vector<const char*>& own)
    : program_(program), program_names_(names), names_(&names.outside()), expressions_(program, names_, nullptr) {
  for (const char* name : own) names_.reserve(name);
  for (const auto* list : {&program.algorithm->parameters, &program.algorithm->lengths, &program.algorithm->results})
    for (const ir::Symbol* symbol : *list) {
      names_.of(symbol);
      declared_.insert(symbol);
    }
}

std::string HostPrinter::functions(Target target) {
  workspace();
  line(bytes_function());
  const std::string before = text_;
  text_.clear();
  names_.forget_asked();
  checks();
  begin();
  sequence(program_.body);
  line(finish());
  return before + run_function("{\n" + unused_parameters() + text_ + "}\n", target);
}

// Every parameter of the program is one of `run`, whether the program uses it or not.
std::string HostPrinter::unused_parameters() {
  std::string text;
  for (const auto* list : {&program_.algorithm->parameters, &program_.algorithm->lengths, &program_.algorithm->results})
    for (const ir::Symbol* symbol : *list) {
      const bool used = names_.is_asked(symbol);
      if (!used) text += fmt::format("static_cast<void>({});  // the program does not use it\n", name(symbol));
    }
  return text;
}

bool HostPrinter::owns_workspace() const {
  return std::ranges::any_of(program_.storages, [](const Storage& s) { return s.owner == StorageOwner::Workspace; });
}

// The variables of a LaunchGraph are declared in its namespace.
std::string HostPrinter::variables_namespace(const ir::Symbol* variables) const {
  for (const Control& control : program_.controls)
    if (control.kind == ControlKind::LaunchGraph && control.symbol == variables) return control.name;
  return "";
}

void HostPrinter::checks() {
  line("options.rounds = 0;");
  if (program_.checked) line("limit_steps(options.max_rounds);");
  line(fmt::format("if (Status status = check_forms(graph, forms); !status) return status;"));
  for (const ir::Symbol* parameter : program_.algorithm->parameters)
    if (parameter->type.scalar == ir::Scalar::Node && parameter->type.space == ir::Space::Global &&
        !parameter->type.is_set)
      line(fmt::format("if (Status status = check_node(graph, {0}, \"{1}\"); !status) return status;", name(parameter),
                       parameter->name));
  std::vector<const ir::Symbol*> lengths = program_.algorithm->lengths;
  for (const ir::Symbol* parameter : shape_parameters(program_))
    if (parameter->kind == ir::SymbolKind::Parameter) lengths.push_back(parameter);
  for (const ir::Symbol* parameter : lengths)
    line(fmt::format("if ({0} < 0) return {{StatusCode::BadArgument, 0, \"{1}\"}};", name(parameter), parameter->name));
  if (!owns_workspace()) return;
  line(fmt::format("Workspace work({}, options.workspace);", shape_list(program_, names_, false)));
  line(
      "if (options.workspace_bytes < work.bytes) return {StatusCode::WorkspaceTooSmall, 0, \"workspace_bytes() tells "
      "the size\"};");
}

std::string HostPrinter::storage_name(const ir::Symbol* symbol) {
  const Storage* storage = program_.storage(symbol);
  return (storage && storage->owner == StorageOwner::Workspace ? "work." : "") + name(symbol);
}

std::string HostPrinter::arguments(const mapped::Stage& stage) {
  const Interface interface = interface_of(program_, stage);
  std::vector<std::string> list;
  if (interface.graph) list.push_back("graph");
  for (const auto& [storage, written] : interface.storages) list.push_back(storage_name(storage->symbol));
  for (const ir::Symbol* scalar : interface.scalars) list.push_back(name(scalar));
  return fmt::format("{}", fmt::join(list, ", "));
}

void HostPrinter::block(const Sequence& controls) {
  const std::size_t outer = declared_.size();
  line("{");
  sequence(controls);
  line("}");
  declared_.shrink(outer);
}

void HostPrinter::sequence(const Sequence& controls) {
  for (std::size_t i = 0; i < controls.size(); ++i) {
    control(*controls[i]);
    const bool last_read = controls[i]->kind == ControlKind::ReadBack &&
                           (i + 1 == controls.size() || controls[i + 1]->kind != ControlKind::ReadBack);
    if (last_read) read_done();
  }
}

void HostPrinter::control(const Control& control) {
  switch (control.kind) {
    case ControlKind::Let: return let(control);
    case ControlKind::Run: return run_stage(*control.stage);
    case ControlKind::Clear: return clear(control.symbol);
    case ControlKind::ReadBack: return read_back(control);
    case ControlKind::Swap:
      return line(fmt::format("swap({}, {});", storage_name(control.symbol), storage_name(control.list)));
    case ControlKind::SwapLength:
      return line(fmt::format("swap({}.size, {});", storage_name(control.symbol), storage_name(control.list)));
    case ControlKind::GrowAndRebuild: return refill(control);
    case ControlKind::Rounds: return rounds(control);
    case ControlKind::Repeat: return repeat(control);
    case ControlKind::While: return loop_while(control);
    case ControlKind::If:
      line(fmt::format("if ({})", expressions_.print(control.condition)));
      block(control.body);
      if (control.other.empty()) return;
      line("else");
      return block(control.other);
    case ControlKind::Break: return line("break;");
    case ControlKind::Expect: return expect(control);
    case ControlKind::Barrier: return barrier(control);
    case ControlKind::Resident: return resident(control);
    case ControlKind::LaunchGraph: return launch_graph(control);
    case ControlKind::Call: return call(control);
    case ControlKind::Observe: return observe(control);
  }
}

void HostPrinter::let(const Control& control) {
  const std::string value = expressions_.print(control.value);
  if (declared_.insert(control.symbol))
    line(fmt::format("{} {} = {};", value_type(control.symbol->type.scalar), name(control.symbol), value));
  else
    line(fmt::format("{} = {};", name(control.symbol), value));
}

void HostPrinter::read_back(const Control& control) {
  const std::string value = read(control.list);
  const bool fresh = declared_.insert(control.symbol);
  line(fmt::format("{}{} = {};", fresh ? value_type(control.symbol->type.scalar) + " " : "", name(control.symbol),
                   value));
}

void HostPrinter::round_begins(const Control& loop) {
  Limited limited;
  limited.add(loop);
  if (loop.limited) line(fmt::format("if ({} > {}) {}", name(loop.round), round_limit(loop), limited.failure()));
  line("++options.rounds;");
}

// The opposite of a condition, without a negation where there is a shorter text.
std::string HostPrinter::refuted(const ir::Expr* condition) const {
  if (condition->kind == ir::ExprKind::Reference) return "!" + expressions_.print(condition);
  if (condition->kind != ir::ExprKind::Binary || condition->binary_op != ir::BinaryOp::Ne)
    return "!(" + expressions_.print(condition) + ")";
  ir::Expr equal = *condition;
  equal.binary_op = ir::BinaryOp::Eq;
  return expressions_.print(&equal);
}

void HostPrinter::expect(const Control& control) {
  if (!control.value)
    return line(fmt::format("if ({}) return {};", refuted(control.condition), assertion_status(program_, control)));
  line(fmt::format("if (!({})) return {{StatusCode::CyclicOrder, 0, {}, {}}};", expressions_.print(control.condition),
                   quoted(control.name), expressions_.print(control.value)));
}

void Limited::add(const Control& loop) {
  if (!loop.limited) return;
  const char* word = loop.kind == ControlKind::Rounds  ? "`iterate`"
                     : loop.kind == ControlKind::While ? "`while`"
                                                       : "`repeat`";
  if (what_.empty() || what_ == word)
    what_ = word;
  else
    what_ = "a loop";
}

std::string Limited::failure() const {
  return fmt::format("return {{StatusCode::TooManyRounds, 0, \"{} does not end\"}};", what_);
}

std::string round_limit(const Control& rounds) {
  return rounds.few_rounds ? "round_limit(graph, options)" : "round_limit(graph, options, RoundLimit::Million)";
}

// Twice the room may not suffice.
void HostPrinter::refill(const Control& control) {
  const std::string list = storage_name(control.symbol);
  line(control.body.empty() ? "// The other list has to hold as much."
                            : "// The list has overflowed: it is made again, from the marks.");
  line(fmt::format("while ({} > {}.capacity) {{", name(control.count), list));
  line(fmt::format("if (Status status = grow({}, {}, options); !status) return status;", list,
                   list_room(program_.storage(control.symbol)->share)));
  sequence(control.body);
  line("}");
}

void HostPrinter::rounds(const Control& control) {
  const std::size_t outer = declared_.size();
  const std::string round = name(control.round);
  declared_.insert(control.round);
  const std::string goes_on = name(control.count) + " != 0";
  if (control.limited || names_round(control.body, control.round))
    line(fmt::format("for (std::int32_t {0} = 1; {1}; ++{0})", round, goes_on));
  else
    line(fmt::format("while ({})", goes_on));
  line("{");
  round_begins(control);
  sequence(control.body);
  if (control.condition) line(fmt::format("if ({}) break;", expressions_.print(control.condition)));
  line("}");
  declared_.shrink(outer);
}

// Does anything below name the number of the round?
bool HostPrinter::names_round(const Sequence& controls, const ir::Symbol* round) const {
  bool named = false;
  const auto look = [&](const ir::Expr* expr) {
    ir::walk(expr, [&](const ir::Expr* e) { named = named || e->symbol == round; });
  };
  for (const Control* control : controls) {
    look(control->value);
    look(control->condition);
    if (control->stage)
      named = named || std::ranges::count(interface_of(program_, *control->stage).scalars, round) != 0;
    named = named || names_round(control->body, round) || names_round(control->other, round);
  }
  return named;
}

// The head of a loop that counts its rounds if anything asks for their number.
void HostPrinter::loop_head(const Control& control, const std::string& condition) {
  bool counts = control.round && (control.limited || control.value || names_round(control.body, control.round));
  ir::walk(control.condition,
           [&](const ir::Expr* e) { counts = counts || (control.round && e->symbol == control.round); });
  if (counts)
    line(fmt::format("for (std::int32_t {0} = 1; {1}; ++{0})", name(control.round), condition));
  else
    line(fmt::format("while ({})", condition.empty() ? "true" : condition));
}

void HostPrinter::repeat(const Control& control) {
  const std::size_t outer = declared_.size();
  const std::string round = name(control.round);
  declared_.insert(control.round);
  loop_head(control, control.value ? fmt::format("{} <= {}", round, expressions_.print(control.value, 6)) : "");
  line("{");
  round_begins(control);
  sequence(control.body);
  if (control.condition) line(fmt::format("if ({}) break;", expressions_.print(control.condition)));
  line("}");
  declared_.shrink(outer);
}

void HostPrinter::loop_while(const Control& control) {
  const std::size_t outer = declared_.size();
  if (control.round) declared_.insert(control.round);
  loop_head(control, expressions_.print(control.condition));
  line("{");
  if (control.round) round_begins(control);
  sequence(control.body);
  line("}");
  declared_.shrink(outer);
}

}  // namespace maxwarp::emit
