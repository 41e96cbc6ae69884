// loop=graph: the control of a loop of rounds as nodes of a CUDA graph. Stages are kernel nodes; what the host would do
// after one is done by its last thread, else by a kernel of one thread; loops and branches are conditional nodes.
#pragma once

#include "compiler/emit/host.h"

namespace maxwarp::emit {

/// One line of the host code that makes the graph.
struct GraphLine {
  enum Kind { MakeCondition, Launch, Loop, Branch, End } kind;
  std::string name;                            // of the condition or of the kernel
  const mapped::Stage* stage = nullptr;        // Launch: gives the shape; null: one thread
  std::vector<const ir::Symbol*> passed = {};  // Launch: storages, in the order of the parameters
  bool graph = false, variables = false;       // Launch: whether it takes the graph first, the variables after the rest
  std::vector<std::string> conditions = {};    // Launch: passed last
};

inline bool is_loop(const mapped::Control& control) {
  return control.kind == mapped::ControlKind::Rounds || control.kind == mapped::ControlKind::Repeat ||
         control.kind == mapped::ControlKind::While;
}

class LoopGraphPrinter : public HostPrinter {
 public:
  LoopGraphPrinter(const mapped::Program& program, const ProgramNames& names, const mapped::Control& graph);

  /// A namespace of the graph's name with the struct of its variables and its kernels.
  const std::string& kernels() const { return kernels_; }
  const std::vector<GraphLine>& lines() const { return lines_; }
  /// Host variables and storages that are members of the struct, in its order, with their names there.
  const std::vector<std::pair<const ir::Symbol*, std::string>>& variables() const { return variables_; }
  /// Whether it is a variable of the host. The device may change it: the host cannot tell its value.
  bool is_value(const ir::Symbol* symbol) const { return values_.count(symbol) != 0; }
  /// Whether the program assigns it, so that the host wants it back.
  bool is_assigned(const ir::Symbol* symbol) const { return lets_.count(symbol) != 0; }
  /// By the number that the device leaves in `failed`, counted from 1.
  const std::vector<const mapped::Control*>& expectations() const { return expectations_; }
  /// round_limit of its loops, or empty.
  const std::string& limit() const { return limit_; }
  const Limited& limited() const { return limited_; }

 protected:
  void run_stage(const mapped::Stage& stage) override;
  void clear(const ir::Symbol* storage) override;
  std::string read(const ir::Symbol* storage) override;
  void resident(const mapped::Control&) override {}
  void launch_graph(const mapped::Control&) override {}
  std::string finish() override { return ""; }
  std::string storage_name(const ir::Symbol* symbol) override;
  void expect(const mapped::Control& control) override;

 private:
  struct Loop {
    std::string left;       // member that a `break` sets; empty: none does
    std::string condition;  // of the node
  };
  void collect_variables(const mapped::Sequence& controls);
  void collect_scalars(const mapped::Sequence& controls);
  void variable(const ir::Symbol* symbol);
  void own_field(const std::string& declaration);
  std::string type_of(const ir::Symbol* symbol) const;
  bool counts_rounds(const mapped::Control& loop) const;
  void nodes(const mapped::Sequence& controls, std::size_t from);
  void node(const mapped::Control& control);
  void simple(const mapped::Control& control);
  void branch(const mapped::Control& control);
  void guarded_rest(const mapped::Sequence& controls, std::size_t from);
  void loop(const mapped::Control& control);
  void loop_ends(const mapped::Control& control, const std::string& next);
  std::string next_function(const mapped::Control& control, std::size_t& taken);
  std::string not_ended() const;
  void condition_node(GraphLine::Kind kind, const std::string& condition, const std::string& holds);
  void end_node();
  /// `what` it does, for the comment.
  void step(const std::string& what, const std::vector<std::string>& conditions);
  std::string parameter(const ir::Symbol* symbol);
  std::string parameters(const std::string& text, std::string& passed, GraphLine& line);
  void kernel(const std::string& comment, const std::string& body, GraphLine line);

  Limited limited_;
  const mapped::Stage* stage_ = nullptr;  // the last one, whose kernel waits for what its last thread has to do
  std::string kernels_, limit_;
  Names field_names_;
  std::vector<std::pair<const ir::Symbol*, std::string>> variables_;
  std::vector<std::string> own_fields_;  // members that the device alone knows, declared
  std::set<const ir::Symbol*> values_, lets_;
  std::vector<const ir::Symbol*> passable_;                        // storages that kernels take as arguments
  std::unordered_map<std::string, std::size_t> passable_by_name_;  // places in it
  std::map<const ir::Symbol*, std::string> pointers_;              // of storages
  std::vector<const mapped::Control*> expectations_;
  std::vector<GraphLine> lines_;
  std::vector<Loop> loops_;  // those that are open
};

}  // namespace maxwarp::emit
