// The host function `run` of a program: the control of the mapped IR as C++ text. Targets differ in how a
// stage is started and a cell is read.
#pragma once

#include "compiler/emit/expression.h"
#include "compiler/emit/function.h"
#include "compiler/emit/signature.h"

namespace maxwarp::emit {

/// The call that tells after how many rounds a loop that still goes on is an error.
std::string round_limit(const mapped::Control& rounds);
/// Loops that have such a limit.
class Limited {
 public:
  void add(const mapped::Control& loop);
  /// The statement that ends a run in which one of them has had more rounds.
  std::string failure() const;

 private:
  std::string what_;  // as a message names them
};

/// The variables of a function that are in scope.
class Declared {
 public:
  /// Whether it was not there before.
  bool insert(const ir::Symbol* symbol);
  bool contains(const ir::Symbol* symbol) const { return symbols_.contains(symbol); }
  std::size_t size() const { return order_.size(); }
  /// Leaves the first ones: the scope around is entered again.
  void shrink(std::size_t size);

 private:
  std::unordered_set<const ir::Symbol*> symbols_;
  std::vector<const ir::Symbol*> order_;
};

class HostPrinter {
 public:
  /// `own`: names that the printed function has for itself.
  HostPrinter(const mapped::Program& program, const ProgramNames& names,
              const std::vector<const char*>& own = {"status"});
  virtual ~HostPrinter() = default;

  /// The workspace struct, `workspace_bytes` and `run`.
  std::string functions(Target target);

 protected:
  virtual void begin() {}  // what `run` needs first
  virtual void run_stage(const mapped::Stage& stage) = 0;
  virtual void clear(const ir::Symbol* storage) = 0;
  virtual std::string read(const ir::Symbol* storage) = 0;
  virtual void read_done() {}                      // after read-backs: errors end the run
  virtual void barrier(const mapped::Control&) {}  // only resident kernels have them
  virtual void resident(const mapped::Control& control) = 0;
  virtual void launch_graph(const mapped::Control& control) = 0;
  virtual void call(const mapped::Control&) {}          // only hosts of a GPU do
  virtual std::string finish() = 0;                     // what `run` returns
  virtual void expect(const mapped::Control& control);  // ends the run unless the condition holds
  std::string refuted(const ir::Expr* condition) const;
  /// The start of a round: too many end the run, the others are counted. `limit`: the call that tells how many that
  /// are, or empty.
  virtual void round_begins(const mapped::Control& loop);

  void sequence(const mapped::Sequence& controls);
  void line(const std::string& text) { text_ += text + "\n"; }
  std::string name(const ir::Symbol* symbol) { return names_.of(symbol); }
  /// The storage as an argument: `work.active` or the caller's array.
  virtual std::string storage_name(const ir::Symbol* symbol);
  /// The arguments for a stage's function, in the order of its parameters.
  std::string arguments(const mapped::Stage& stage);

  bool names_round(const mapped::Sequence& controls, const ir::Symbol* round) const;

  const mapped::Program& program_;
  const ProgramNames& program_names_;
  Names names_;
  Expressions expressions_;
  std::string text_;
  Declared declared_;  // host variables in scope

 private:
  /// The control nodes as statements; Resident kernels print theirs with this too.
  void control(const mapped::Control& control);
  void let(const mapped::Control& control);
  void observe(const mapped::Control& control);
  std::string observed_work(const mapped::Observed& observed, const mapped::Stage& stage);
  void rounds(const mapped::Control& control);
  void refill(const mapped::Control& control);
  void repeat(const mapped::Control& control);
  void loop_head(const mapped::Control& control, const std::string& condition);
  void loop_while(const mapped::Control& control);
  void read_back(const mapped::Control& control);
  void block(const mapped::Sequence& controls);
  void workspace();
  std::string variables_namespace(const ir::Symbol* variables) const;
  std::string take_list(const mapped::Storage& storage);
  std::string length_of(const mapped::Storage& storage);
  void workspace_member(const mapped::Storage& storage, std::string& members, std::string& takes);
  void checks();
  bool owns_workspace() const;
  const std::string& view_name();
  std::string bytes_function();
  std::string run_function(const std::string& body, Target target);
  std::string unnamed_shape() const;
  std::string unused_parameters();

  std::string view_;         // where the type of edges is open
  std::string observation_;  // what a variable is called that observes a stage; empty: there was none
};

}  // namespace maxwarp::emit
