// The kernels of a LaunchGraph, and what the host does to make a graph of them.
#include "compiler/emit/cuda/loop_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/emit/cuda/host.h"
#include "compiler/emit/words.h"

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;
using mapped::StorageKind;

namespace {

constexpr const char*
    failure = "int failed{};  // why all loops ended: the number of an expectation, or -1 for too many rounds";

// Can a step of one thread do it?
bool is_simple(const Control& control) {
  const auto all_simple = [](const Sequence& controls) {
    return std::ranges::all_of(controls, [](const Control* c) { return is_simple(*c); });
  };
  if (control.kind == ControlKind::If) return all_simple(control.body) && all_simple(control.other);
  return control.kind != ControlKind::Run && !is_loop(control);
}

// Does it leave the loop around it, or all of them, so that what follows must not run?
bool leaves(const Control& control) {
  const auto leave = [](const Control* c) { return leaves(*c); };
  if (control.kind == ControlKind::Break || control.kind == ControlKind::Expect || control.limited) return true;
  if (control.kind == ControlKind::If)
    return std::ranges::any_of(control.body, leave) || std::ranges::any_of(control.other, leave);
  return is_loop(control) && std::ranges::any_of(control.body, [](const Control* c) {
           return c->kind != ControlKind::Break && leaves(*c);
         });
}

// A `break` for the loop at hand.
bool breaks(const Sequence& controls) {
  return std::ranges::any_of(controls, [](const Control* control) {
    if (control->kind == ControlKind::Break) return true;
    return control->kind == ControlKind::If && (breaks(control->body) || breaks(control->other));
  });
}

}  // namespace

LoopGraphPrinter::LoopGraphPrinter(const mapped::Program& program, const ProgramNames& names, const Control& graph)
    : HostPrinter(program, names, {"another"}) {
  for (const char* own : {"blocks_done", "failed", "place", "rounds_run"}) field_names_.reserve(own);
  collect_variables(graph.body);
  for (const mapped::Storage& storage : program.storages)
    if (storage.kind != StorageKind::Variables && !pointers_.count(storage.symbol)) passable_.push_back(storage.symbol);
  collect_scalars(graph.body);
  nodes(graph.body, 0);
  step("ends the graph", {});
  std::string fields;
  for (const auto& [symbol, own] : variables_) fields += type_of(symbol) + own + "{};\n";
  for (const std::string& own : own_fields_) fields += own + "\n";
  kernels_ = fmt::format(
      "namespace {} {{\n\n// What the rounds keep on the device: variables of their control, and storages that take "
      "turns.\n"
      "{}struct Variables {{\n{}}};\n\n{}}}  // namespace {}\n\n",
      graph.name, template_head(program_), fields, kernels_, graph.name);
}

// Storages that take turns are pointers in the struct.
std::string LoopGraphPrinter::type_of(const ir::Symbol* symbol) const {
  if (pointers_.count(symbol) && !values_.count(symbol)) {
    if (const std::string type = list_type(*program_.storage(symbol), program_.index); !type.empty()) return type + " ";
    return memory_type(*program_.storage(symbol)) + " *";
  }
  return value_type(symbol->type.scalar) + " ";
}

// A cell and the variable that holds what was read from it have one symbol; the pointer has its own name.
std::string LoopGraphPrinter::storage_name(const ir::Symbol* symbol) {
  std::string& pointer = pointers_[symbol];
  if (pointer.empty()) {
    const bool cell = program_.storage(symbol)->kind == StorageKind::Cell;
    pointer = cell ? names_.fresh(symbol->name + "_cell") : name(symbol);
  }
  return pointer;
}

std::string LoopGraphPrinter::parameter(const ir::Symbol* symbol) {
  if (const std::string type = list_type(*program_.storage(symbol), program_.index); !type.empty())
    return type + " " + storage_name(symbol);
  if (symbol->type.is_set) return "NodeSet " + storage_name(symbol);
  const bool constant = symbol->kind == ir::SymbolKind::Parameter;
  return (constant ? "const " : "") + memory_type(*program_.storage(symbol)) + " *" + storage_name(symbol);
}

// What the text names of all that the host can pass. `passed` gets the same as arguments.
std::string LoopGraphPrinter::parameters(const std::string& text, std::string& passed, GraphLine& line) {
  std::vector<std::string> list, names;
  const auto add = [&](const std::string& declared, const std::string& own) {
    list.push_back(declared);
    names.push_back(own);
  };
  if (passable_by_name_.empty())
    for (std::size_t i = 0; i < passable_.size(); ++i) passable_by_name_[storage_name(passable_[i])] = i;
  std::set<std::size_t> passable;
  for (const std::string& word : words_of(text)) {
    line.graph = line.graph || word == "graph";
    line.variables = line.variables || word == "variables";
    const auto found = passable_by_name_.find(word);
    if (found != passable_by_name_.end()) passable.insert(found->second);
  }
  if (line.graph) add(std::string(view_type(program_.index)) + " graph", "graph");
  for (const std::size_t i : passable) {
    line.passed.push_back(passable_[i]);
    add(parameter(passable_[i]), storage_name(passable_[i]));
  }
  if (line.variables) add(fmt::format("Variables{} *variables", template_words(program_)), "variables");
  for (const std::string& condition : line.conditions) add("Condition " + condition, condition);
  passed = fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}", fmt::join(list, ", "));
}

void LoopGraphPrinter::kernel(const std::string& comment, const std::string& body, GraphLine line) {
  std::string passed;
  const std::string list = parameters(body, passed, line);
  const std::string bounds = line.stage ? program_names_.policy().bounds(line.stage->launch) : "";
  kernels_ += fmt::format("{}{}__global__ {}void {}({}) {{\n{}}}\n\n", comment, template_head(program_), bounds,
                          line.name, list, body);
  line.name += template_words(program_);
  lines_.push_back(std::move(line));
}

// Counting the blocks that are done takes less than a kernel of one thread, which 2,112 blocks of 128 do not
// (bench/results/2026-11-28-push-h100.md).
static bool has_few_blocks(const mapped::Stage& stage) {
  constexpr int large_block = 512;
  return stage.source.kind == mapped::SourceKind::Once ||
         (stage.launch.kind == mapped::LaunchKind::Fill && stage.launch.block >= large_block);
}

// What was collected since the last stage. The last thread of that stage does it, or else a kernel of one thread.
void LoopGraphPrinter::step(const std::string& what, const std::vector<std::string>& conditions) {
  if (const mapped::Stage* stage = std::exchange(stage_, nullptr)) {
    const bool goes_on = !text_.empty() && has_few_blocks(*stage);
    GraphLine line{GraphLine::Launch, names_.fresh(program_names_.of(*stage) + "_node"), stage};
    std::string body = fmt::format("{}({});\n", stage_call(program_names_, *stage), arguments(*stage));
    if (goes_on) {
      own_field("unsigned blocks_done{};");
      line.conditions = conditions;
      body += fmt::format("if (ends_last(&variables->blocks_done)) {{\n{}}}\n", std::exchange(text_, ""));
    }
    kernel(goes_on ? fmt::format("// The thread that ends last {}.\n", what) : "", body, std::move(line));
  }
  if (text_.empty()) return;
  GraphLine line{.kind = GraphLine::Launch, .name = names_.fresh("step"), .conditions = conditions};
  kernel(fmt::format("// One thread {}.\n", what), std::exchange(text_, ""), std::move(line));
}

void LoopGraphPrinter::run_stage(const mapped::Stage& stage) {
  step(fmt::format("prepares `{}`", program_names_.of(stage)), {});
  stage_ = &stage;
}

void LoopGraphPrinter::clear(const ir::Symbol* storage) {
  const bool list = *list_type(*program_.storage(storage)) != 0;
  line(fmt::format("*{} = 0;", storage_name(storage) + (list ? ".size" : "")));
}

std::string LoopGraphPrinter::read(const ir::Symbol* storage) {
  const bool list = program_.storage(storage)->is_worklist();
  return fmt::format("*{}", storage_name(storage) + (list ? ".size" : ""));
}

// The host ends the run by the number.
void LoopGraphPrinter::expect(const Control& control) {
  expectations_.push_back(&control);
  own_field(failure);
  line(fmt::format("if ({}) {{\nvariables->failed = {};", refuted(control.condition), expectations_.size()));
  if (control.value) {
    own_field("std::int64_t place{};");
    line(fmt::format("variables->place = {};", expressions_.print(control.value)));
  }
  line("}");
}

void LoopGraphPrinter::own_field(const std::string& declaration) {
  if (std::ranges::find(own_fields_, declaration) == own_fields_.end()) own_fields_.push_back(declaration);
}

void LoopGraphPrinter::nodes(const Sequence& controls, std::size_t from) {
  for (std::size_t i = from; i < controls.size(); ++i) {
    node(*controls[i]);
    if (controls[i]->kind == ControlKind::Break) return;
    if (leaves(*controls[i]) && i + 1 < controls.size()) return guarded_rest(controls, i + 1);
  }
}

void LoopGraphPrinter::node(const Control& control) {
  if (control.kind == ControlKind::Run) return run_stage(*control.stage);
  if (is_loop(control)) return loop(control);
  if (control.kind == ControlKind::If && !is_simple(control)) return branch(control);
  simple(control);
}

void LoopGraphPrinter::simple(const Control& control) {
  switch (control.kind) {
    case ControlKind::Let:
      return line(fmt::format("{} = {};", name(control.symbol), expressions_.print(control.value)));
    case ControlKind::ReadBack: return line(fmt::format("{} = {};", name(control.symbol), read(control.list)));
    case ControlKind::Clear: return clear(control.symbol);
    case ControlKind::Swap:
      return line(fmt::format("swap({}, {});", storage_name(control.symbol), storage_name(control.list)));
    case ControlKind::Expect: return expect(control);
    case ControlKind::Break: return line(fmt::format("variables->{} = true;", loops_.back().left));
    default: break;
  }
  line(fmt::format("if ({}) {{", expressions_.print(control.condition)));
  nodes(control.body, 0);
  if (!control.other.empty()) {
    line("} else {");
    nodes(control.other, 0);
  }
  line("}");
}

std::string LoopGraphPrinter::not_ended() const {
  const std::string left = loops_.empty() || loops_.back().left.empty() ? "" : "!variables->" + loops_.back().left;
  const bool fails = std::ranges::find(own_fields_, failure) != own_fields_.end();
  return left + (fails && !left.empty() ? " && " : "") + (fails ? "variables->failed == 0" : "");
}

void LoopGraphPrinter::condition_node(GraphLine::Kind kind, const std::string& condition, const std::string& holds) {
  line(fmt::format("set_condition({}, {});", condition, holds));
  lines_.push_back({GraphLine::MakeCondition, condition});
  step(fmt::format("sets `{}`", condition), {condition});
  lines_.push_back({kind, condition});
}

void LoopGraphPrinter::end_node() {
  step("ends the branch", {});
  lines_.push_back({GraphLine::End, ""});
}

// What follows something that may have left the loop.
void LoopGraphPrinter::guarded_rest(const Sequence& controls, std::size_t from) {
  if (std::all_of(controls.begin() + static_cast<std::ptrdiff_t>(from), controls.end(),
                  [](const Control* c) { return is_simple(*c); })) {
    line(fmt::format("if ({}) {{", not_ended()));
    nodes(controls, from);
    return line("}");
  }
  condition_node(GraphLine::Branch, names_.fresh("stays"), not_ended());
  nodes(controls, from);
  end_node();
}

// The other branch has a condition of its own, asked before the first can change what it depends on.
void LoopGraphPrinter::branch(const Control& control) {
  const std::string holds = expressions_.print(control.condition), otherwise = names_.fresh("otherwise");
  const std::string condition = names_.fresh("holds");
  line(fmt::format("set_condition({}, {});", condition, holds));
  lines_.push_back({GraphLine::MakeCondition, condition});
  std::vector<std::string> conditions{condition};
  if (!control.other.empty()) {
    line(fmt::format("set_condition({}, {});", otherwise, refuted(control.condition)));
    lines_.push_back({GraphLine::MakeCondition, otherwise});
    conditions.push_back(otherwise);
  }
  step(fmt::format("sets `{}`", fmt::join(conditions, "` and `")), conditions);
  lines_.push_back({GraphLine::Branch, condition});
  nodes(control.body, 0);
  end_node();
  if (control.other.empty()) return;
  lines_.push_back({GraphLine::Branch, otherwise});
  nodes(control.other, 0);
  end_node();
}

void LoopGraphPrinter::loop(const Control& control) {
  Loop loop{.left = "", .condition = names_.fresh("go_on")};
  if (breaks(control.body)) {
    loop.left = field_names_.fresh("left");
    own_field("bool " + loop.left + "{};");
    line(fmt::format("variables->{} = false;", loop.left));
  }
  if (control.limited) own_field(failure);
  if (counts_rounds(control)) line(name(control.round) + " = 1;");
  loops_.push_back(loop);
  std::size_t taken = 0;
  const std::string next = next_function(control, taken);
  condition_node(GraphLine::Loop, loop.condition, next);
  nodes(control.body, taken);
  loop_ends(control, next);
  loops_.pop_back();
}

void LoopGraphPrinter::loop_ends(const Control& control, const std::string& next) {
  const bool left = std::ranges::any_of(control.body, [](const Control* c) { return leaves(*c); });
  std::string goes_on = left ? not_ended() : "";
  if (control.condition && control.kind != ControlKind::While)
    goes_on += (goes_on.empty() ? "" : " && ") + refuted(control.condition);
  const bool counts = counts_rounds(control);
  if (counts && !goes_on.empty()) {
    line(fmt::format("const bool another = {};", std::exchange(goes_on, "another")));
  }
  if (counts) line("++" + name(control.round) + ";");
  line(fmt::format("set_condition({}, {}{});", loops_.back().condition, goes_on.empty() ? "" : goes_on + " && ", next));
  step(fmt::format("ends a round, and sets `{}` anew", loops_.back().condition), {loops_.back().condition});
  lines_.push_back({GraphLine::End, ""});
}

// Asks whether there is another round, and does what it begins with: the call of a function of its own, for this is
// asked before the first round and after each. `taken`: how much of the body that is.
std::string LoopGraphPrinter::next_function(const Control& control, std::size_t& taken) {
  const std::string before = std::exchange(text_, "");
  if (control.kind == ControlKind::Rounds) line(fmt::format("if ({} == 0) return false;", name(control.count)));
  if (control.kind == ControlKind::Repeat && control.value)
    line(fmt::format("if ({} > {}) return false;", name(control.round), expressions_.print(control.value, 6)));
  if (control.kind == ControlKind::While) line(fmt::format("if ({}) return false;", refuted(control.condition)));
  if (control.limited)
    line(fmt::format("if ({} > variables->max_rounds) {{\nvariables->failed = -1;\nreturn false;\n}}",
                     name(control.round)));
  if (control.round) line("++variables->rounds_run;");
  if (control.round) own_field("std::int64_t rounds_run{};");
  for (; taken < control.body.size(); ++taken) {
    const Control& first = *control.body[taken];
    if (!is_simple(first) || leaves(first)) break;
    simple(first);
  }
  const std::string body = std::exchange(text_, before) + "return true;\n", own = names_.fresh("next");
  std::string passed;
  GraphLine unused{GraphLine::Launch, own};
  const std::string list = parameters(body, passed, unused);
  kernels_ += fmt::format("{}{}__device__ bool {}({}) {{\n{}}}\n\n",
                          line_comment(program_, control.location, "begins the next round, if there is one"),
                          template_head(program_), own, list, body);
  return fmt::format("{}{}({})", own, template_words(program_), passed);
}

}  // namespace maxwarp::emit
