// The body of one stage as C++ text: statements that every target shares, and the few that a target spells
// its own way. It prints what the mapped IR says and decides nothing.
#pragma once

#include "compiler/emit/expression.h"

namespace maxwarp::emit {

/// Stands where the lines of the generated file count again; emit.cpp puts the number in.
inline constexpr const char* line_of_generated_text = "#line 0 \"generated\"";

/// `#line 7 "bfs.gdsl"`, for text that stems from there.
std::string line_directive(const mapped::Program& program, Location location);

/// `// Line 7: TEXT.`, which names the file if it is an imported one.
std::string line_comment(const mapped::Program& program, Location location, const std::string& text);

/// The Status of an `assert` that does not hold: with its line, or, of an imported file, with line and file in the
/// text.
std::string assertion_status(const mapped::Program& program, const mapped::Control& assertion);

/// What a stage takes: found from the symbols that it names.
struct Interface {
  bool graph = false;
  std::vector<std::pair<const mapped::Storage*, bool>> storages;  // and whether the stage writes it
  std::vector<const ir::Symbol*> scalars;                         // by value
};
Interface interface_of(const mapped::Program& program, const mapped::Stage& stage);
/// The same for what the stage does with one item, which is given.
Interface operator_interface_of(const mapped::Program& program, const mapped::Stage& stage);

/// The type of what threads collect for a list.
std::string batch_type(const ProgramNames& names, const mapped::Batch& batch);
/// In front of what is a template over the type of edges (`index=auto`), and behind its name; else empty.
const char* template_head(const mapped::Program& program);
const char* template_words(const mapped::Program& program);
/// How many entries a list has room for: `share` times all nodes.
std::string list_room(double share);
/// The type of a list, which is passed by value; empty for other storages.
const char* list_type(const mapped::Storage& storage, mapped::Index index = mapped::Index::Wide);
/// How many nodes or edges its bits are of.
const char* bit_count(const mapped::Storage& storage);
/// The type of the graph that a function or kernel takes.
const char* view_type(mapped::Index index);
/// The type of an element of other storages.
std::string memory_type(const mapped::Storage& storage);

/// Prints the statements of a stage. Subclasses print the loop over its items.
class FunctionPrinter {
 public:
  /// `lines`: whether there are `#line` directives.
  FunctionPrinter(const mapped::Program& program, const ProgramNames& names, const mapped::Stage& stage, bool lines);
  virtual ~FunctionPrinter() = default;

  /// The body of the function, between the braces.
  std::string body();
  /// The parameters: `GraphView graph, Worklist active, const int *weight, int round`.
  std::string parameters();
  Names& names() { return names_; }

 protected:
  /// The loop over the items of the stage's source, around items_body().
  virtual void items() = 0;
  virtual void push(const ir::Stmt& stmt) = 0;
  virtual void team_statement(const ir::Stmt& stmt) = 0;  // Leader, TeamReduce, TeamSync, Append, scans
  virtual std::string broadcast(const std::string& value) = 0;
  /// First iteration and step of a loop over edges that the team shares.
  virtual std::string team_lane() = 0;
  virtual std::string team_size() = 0;
  /// The expression as a value of the type.
  std::string typed(const ir::Expr* expr, ir::Scalar scalar);
  /// The variable of the team.
  virtual std::string team_name() { return "tile"; }
  /// What leaves an item for the next one.
  virtual std::string skip() { return "continue;"; }
  /// The parameters that pass what an interface names.
  std::vector<std::string> parameters_of(const Interface& interface);

  /// What is done with an item: the statements, or a call where they are outlined.
  virtual void items_body() { statements(stage_.operation()); }
  void statements(const ir::Body& body);
  void block(const ir::Body& body);
  void line(const std::string& text) { text_ += text + "\n"; }
  std::string declaration(ir::Scalar scalar, const ir::Symbol* symbol, bool constant);
  void declare_node(const ir::Symbol* node, const std::string& value);
  /// The loop of a thread that tries its items again, those from `first` to `end` by `step`; returns the name of an
  /// item's index.
  std::string retry_begins(const std::string& first, const std::string& end, const std::string& step);
  void retry_ends();
  void accumulators_begin();
  void accumulators_end();
  void part_begins(bool wide, const std::string& type, const ir::Symbol* part, ir::Reduction reduction);
  bool uses(const ir::Symbol* symbol);
  std::string name(const ir::Symbol* symbol) { return names_.of(symbol); }

  const mapped::Program& program_;
  const ProgramNames& program_names_;
  const mapped::Stage& stage_;
  Names names_;
  Expressions expressions_;
  std::string text_;
  std::string retry_;  // the variable of such a loop

 private:
  void statement(const ir::Stmt& stmt);
  void assign(const ir::Stmt& stmt);
  void declare(const ir::Stmt& stmt);
  void activation(const ir::Stmt& stmt);
  void compact_bits(const ir::Stmt& stmt);
  void mark(const ir::Stmt& stmt);
  void store(const ir::Stmt& stmt);
  /// The update of an element that several threads may update.
  std::string update(const ir::Stmt& stmt, const std::string& value) const;
  void reduce(const ir::Stmt& stmt);
  void reduce_value(const ir::Stmt& stmt);
  std::string combined(ir::Reduction reduction, const std::string& old, const std::string& value, ir::Scalar scalar);
  void neighbor_loop(const ir::Stmt& stmt);
  void edge_by_edge(const ir::Stmt& stmt, const std::string& first, const std::string& end, const std::string& step);
  void vote(const ir::Stmt& stmt);
  /// Names and texts of a loop in batches: their size, the first edge of one, the place in it, the edge there; the
  /// arrays of what is read of all its edges.
  struct ReadAhead {
    std::string size, at, index, end, edge = {}, nodes = {}, ids = {};
    std::vector<std::string> values = {};
  };
  void batch_by_batch(const ir::Stmt& stmt, const std::string& first, const std::string& end, const std::string& step);
  void read_edges(const ir::Stmt& stmt, ReadAhead& batch);
  void read_ahead(const ir::Stmt& stmt, ReadAhead& batch);
  std::string kept(const std::string& type, const std::string& of, const ReadAhead& batch);
  void each_of_batch(const ReadAhead& batch);
  void work_on(const ir::Stmt& stmt, const ReadAhead& batch);
  void counted_loop(const ir::Stmt& stmt);
  void strided_loop(const ir::Stmt& stmt);
  std::string team(const ir::Stmt& stmt);
  void open_tally(const ir::Stmt& stmt);
  void unroll(const ir::Stmt& stmt);
  void add_local(const ir::Stmt& stmt);
  void count(const ir::Stmt& stmt);
  void ask(const ir::Stmt& stmt);
  void branch(const ir::Stmt& stmt);
  void place_line(Location location);

  bool lines_;
  std::unordered_set<const ir::Symbol*> used_;  // by the operation of the stage, when it has been looked at
  Location last_;                               // what has no place of its own belongs to what came before
};

}  // namespace maxwarp::emit
