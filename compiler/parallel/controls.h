// What the lowering of host control builds with: nodes, cells, names, regions. For the files of this folder only.
#pragma once

#include <map>
#include <set>
#include <string>

#include "compiler/parallel/ir.h"
#include "compiler/parallel/lower_operator.h"

namespace maxwarp::parallel {

/// A program under construction.
struct Controls {
  explicit Controls(const checked::Algorithm& algorithm);

  ir::Arena& arena() { return *program_->arena; }
  Control* control(ControlKind kind, Location location, Sequence& into);
  void add_cell(const Symbol* symbol);
  /// Every element of `symbol` = value.
  void fill(const Symbol* symbol, const Expr* value, Location location, Sequence& into);
  /// The host scalar or cell `symbol` = value, or the zero of its type.
  void set(const Symbol* symbol, const Expr* value, Location location, Sequence& into);
  /// A region over all nodes, without a body; what belongs to a loop of the program has its label.
  Region& region(const checked::Stmt* from, const std::string& name, const Symbol* item, Sequence& into);
  std::string unique_name(const std::string& name);
  /// `round` means the number of the innermost round loop, `active` what `active_` says, and a question its answer.
  const Expr* with_round(const Expr* expr);
  Surroundings surroundings() const;
  /// A global scalar of the compiler's own, or a `node` property of the workspace.
  const Symbol* scalar(const std::string& name, ir::Scalar type);
  const Symbol* property(const std::string& name, ir::Scalar type);

  std::unique_ptr<Program> program_;
  const checked::Algorithm* text_;  // whose statements are being lowered: the program's, or one of the library
  PayloadPairs couples_;
  std::set<const Symbol*> cells_;
  Tallies tallies_;
  Answers answers_;
  std::map<std::string, int> names_;
  std::map<const Symbol*, const Expr*> ends_;  // of the `for` loops from 0 that the host is in: their exclusive ends
  const Symbol* round_ = nullptr;              // of the innermost rounds
  const Symbol* active_ = nullptr;             // in `until`: how many nodes are active in the next round
  const Symbol* waiting_ = nullptr;            // for how many others each node waits: one array for all loops in order
  const Symbol* root_ = nullptr;               // of each node in its tree: one array for all unions
};

/// Tells the region of a loop what the race check found out about it.
void note_findings(const checked::Algorithm& algorithm, const checked::Stmt* loop, Region& region);

/// What the kernels of a loop are called: its label, or the role of its body. A loop over active nodes relaxes what it
/// lowers or raises, or expands the nodes; any other loop computes a property, reduces to a scalar, or counts.
std::string region_name(const checked::Stmt* loop, const Body& body);

/// Ends the run where an index that the host knows is outside of its array, or `none`.
void expect_indices(Controls& controls, const checked::Stmt& stmt, Sequence& into);

/// A reduction outside of parallel loops.
void reduce_on_host(Controls& controls, const checked::Stmt* stmt, Sequence& into);

/// `foreach node v … after neighbor w …`: see order.h.
void ordered_loop(Controls& controls, const checked::Stmt* loop, Sequence& into);

/// `for s in sources`: returns the sequence for its body, in which s is known.
Sequence& nodes_in_turn(Controls& controls, const checked::Stmt* loop, Sequence& into);

}  // namespace maxwarp::parallel
