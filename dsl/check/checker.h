// The checker, for the files of this folder only: one pass over the AST that builds the checked program.
// Functions return null after they have reported an error, and callers then stay silent.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/program.h"
#include "dsl/check/scope.h"
#include "dsl/check/spelling.h"
#include "dsl/diagnostics.h"
#include "dsl/syntax/ast.h"

namespace maxwarp {

class Checker {
 public:
  Checker(const ast::File& file, Diagnostics& diagnostics, Number number);
  std::unique_ptr<checked::Program> run();

 private:
  /// Statements and values that calls and loops over adjacent nodes may add to a file, and how many more for each of
  /// its names; a chain of functions of which each calls the next one twice reaches any number soon.
  static constexpr std::int64_t added_text = 250000, added_per_name = 10;
  /// Nodes of an expression in which parts stand several times.
  static constexpr int largest_expression = 2000;
  /// Calls within calls, and levels of statements and expressions with the text of calls in place: the call stack is
  /// the reason.
  static constexpr int deepest_call = 64, deepest = 1000;
  using Expr = checked::Expr;
  using Stmt = checked::Stmt;
  using Symbol = checked::Symbol;
  using Scalar = checked::Scalar;
  using Hint = std::optional<Scalar>;

  /// What a statement stands in, from the outside to the inside.
  enum class Around { Parallel, Neighbors, Iterate, Sequential, Serial, Call };

  // check.cpp: definitions.
  void definition(const ast::Definition& definition);
  void unique_definition(const ast::Definition& definition);
  void requirement(const ast::Requirement& requirement, checked::Requirements& requirements);
  const Symbol* parameter(const ast::Parameter& parameter, checked::SymbolKind kind);
  void collect_words();
  void collect_definitions();

  // import.cpp: what files see of each other.
  void collect_imports();
  bool is_own(Location place) const { return diagnostics_.sources().in_main(place); }
  bool is_before(Location one, Location other) const;
  bool sees(Location use, Location definition) const;
  bool report_hidden(const ast::Expr& name);

  // file_constant.cpp: constants outside of definitions.
  void file_constants();
  void check_constant(const ast::Stmt& constant);
  const ast::Stmt* file_constant(const ast::Expr& name) const;
  const Expr* constant_value(const ast::Expr& use, const ast::Stmt& constant, Hint hint);
  const Expr* evaluate(const ast::Stmt& constant, Hint hint);
  const ast::Expr* find_variable_part(const ast::Expr& expr) const;

  // growth.cpp: how large what the checker makes may become.
  class Level;
  struct Extent {
    int nodes = 0, height = 0;  // as a tree, in which a shared part counts wherever it stands
  };
  Extent extent_of(const Expr& expr) const;
  const Expr* measured(const Expr* expr);
  const Expr* of_bearable_size(const Expr* expr, Location location, std::string_view what);
  void add_text(std::int64_t nodes);
  bool has_room(Location location);
  bool deep_call(const ast::Expr& call);

  // requirement.cpp: conditions of `requires`.
  void conditions(const ast::Definition& definition);
  const Expr* required(const ast::Expr& condition);
  std::optional<checked::Space> space_of_condition(const Expr& condition);
  bool is_known_before(const Expr& expr) const;
  bool has_conditions_of(const ast::Expr& call, const ast::Definition& callee);
  bool has_condition(const ast::Expr& call, const ast::Definition& callee, const Expr& wanted);
  const Expr* expanded(const Expr& expr, int& room);

  // declaration.cpp: types, let and var.
  std::optional<checked::Type> type(const ast::Type& type);
  Scalar plain_scalar(TokenKind kind, bool& is_number);
  bool extents(const ast::Type& type, checked::Type& result);
  static std::optional<Scalar> element_extent(const ast::Expr& extent);
  const Expr& count_of(Scalar element, Location location);
  void declare_length(const ast::Expr& name, checked::LengthBinding binding);
  bool extent_is_fixed(const Expr& extent) const;
  Symbol& make_symbol(std::string name, checked::SymbolKind kind, checked::Type type, Location location);
  std::string declared_name(const ast::Name& name);
  Symbol& make_local(std::string_view wish, Scalar scalar, Location location);
  Symbol& make_broken(const ast::Name& name, checked::SymbolKind kind);
  checked::Space scalar_space() const;
  void declaration(const ast::Stmt& stmt);
  void typed_declaration(const ast::Stmt& stmt);
  void inferred_declaration(const ast::Stmt& stmt);
  void declare(const ast::Stmt& stmt, checked::Type type, const Expr* value);
  bool declaration_allowed(const ast::Stmt& stmt, const checked::Type& type);

  // statement.cpp
  checked::Block block(const ast::Block& block);
  void statement(const ast::Stmt& stmt);
  void if_statement(const ast::Stmt& stmt);
  void repeat(const ast::Stmt& stmt);
  void while_loop(const ast::Stmt& stmt);
  void for_loop(const ast::Stmt& stmt);
  void for_nodes(const ast::Stmt& stmt);
  void activate(const ast::Stmt& stmt);
  void break_statement(const ast::Stmt& stmt);
  void assertion(const ast::Stmt& stmt);
  void call_statement(const ast::Stmt& stmt);

  // assignment.cpp
  void assignment(const ast::Stmt& stmt);
  void whole(const ast::Stmt& stmt, Symbol& symbol);
  void copy_property(const ast::Stmt& stmt, const Symbol& target, const Symbol& source);
  const Symbol& copy_loop(Stmt& loop, bool nodes);
  void copy_array(const ast::Stmt& stmt, const Symbol& target, const Symbol& source);
  const Expr* target(const ast::Expr& expr);
  bool assignable(const ast::Expr& expr, const Symbol& symbol);
  Stmt* reduction(const ast::Stmt& stmt);
  const Expr* was(const ast::Expr& expr);
  bool payload(const ast::Stmt& stmt, Stmt& reduction);
  void deprecate_integer_bits(const ast::Stmt& stmt, const Symbol& symbol);
  bool reducible(const ast::Stmt& stmt, checked::Reduction reduction, Scalar scalar);

  // loop.cpp
  void foreach (const ast::Stmt& stmt);
  Stmt& in_one_iteration(Stmt& loop);
  bool loop_head(const ast::Loop& loop, checked::Loop& result, Location location);
  bool node_head(const ast::Loop& loop, checked::Loop& result);
  bool after_clause(const ast::Loop& loop, checked::Loop& result);
  void set_as_condition(const ast::Expr& source, checked::Loop& loop);
  bool neighbor_head(const ast::Loop& loop, checked::Loop& result);
  bool range_head(const ast::Loop& loop, checked::Loop& result);
  const Symbol* node_set(const ast::Expr& expr);
  void loop_variables(const ast::Loop& loop, checked::Loop& result);
  void name_ends(const checked::Loop& loop);
  const Symbol* loop_variable(const ast::Name& name, checked::SymbolKind kind, Scalar scalar);
  void iterate(const ast::Stmt& stmt);
  bool iterate_chosen(const ast::Expr& source, checked::Loop& result);
  bool iterate_source(const ast::Expr& source, checked::Loop& result);
  const Expr* priority(const ast::Expr& expr);
  bool node_source(const ast::Expr& source, checked::Loop& result);
  void iterate_edges(const ast::Stmt& stmt, Stmt& result);

  // node_set.cpp: sets that are variables.
  bool is_set_variable(const Symbol* symbol) const;
  static checked::Type marks_type();
  const Expr& reference(const Symbol& symbol, Location location);
  const Expr& member(const Symbol& set, const Expr& node, Location location);
  const Expr& truth(bool value, Location location);
  const Expr* both(const Expr* a, const Expr* b);
  Stmt& assign(const Expr& target, const Expr& value, Location location);
  Stmt& all_nodes(std::string_view wish, Location location);
  void declare_set(const ast::Stmt& stmt);
  void fill_set(const Symbol& set, const ast::Expr& value, bool empty);
  void clear_set(const Symbol& set, Location location);
  void fill_by_members(const Symbol& set, const ast::Expr& value, bool empty);
  void fill_by_condition(const Symbol& set, const ast::Expr& value);
  const Expr* comprehension(const ast::Expr& value, checked::Loop& loop);
  const Symbol* marks_of(const ast::Expr& expr);
  void change_set(const ast::Stmt& stmt, Symbol& set);
  bool begin_region();
  void end_region(const Stmt& loop);
  const Expr* set_size(const ast::Expr& set, Location location);
  const Symbol& counted(const Symbol& set, Location location);
  const Expr* has_members(const ast::Expr& set);

  // tally.cpp
  void declare_tally(const ast::Stmt& stmt);
  Symbol* tally_of(const ast::Expr& expr) const;
  void count(const ast::Stmt& stmt, Symbol& tally);
  const Expr* tally_key(const ast::Expr& key, Symbol& tally);
  bool tally_sum(const ast::Type& type, checked::Type& result);
  void report_only_adds(const ast::Expr& target, const Symbol& tally);
  const Expr* sum_of(const ast::Expr& expr, Symbol& tally);
  bool key_head(const ast::Loop& loop, checked::Loop& result);
  const Expr* ask(const ast::Expr& expr, checked::Builtin builtin);
  bool is_askable(const ast::Expr& expr, checked::Builtin builtin, Symbol& tally);

  // expression.cpp
  const Expr* expression(const ast::Expr& expr, Hint hint = {});
  const Expr* expression_of_kind(const ast::Expr& expr, Hint hint);
  const Expr* repeated_expression(const ast::Expr& expr, Scalar wanted);
  const Expr* value(const ast::Expr& expr, Scalar wanted, std::string_view name = {});
  const Expr* name(const ast::Expr& expr, Hint hint);
  const Expr* element(const ast::Expr& expr);
  const Expr* latest(const ast::Expr& expr);
  bool indices(const ast::Expr& expr, const Symbol& symbol, Expr& result);
  Symbol* symbol_of(const ast::Expr& name);
  void report_unknown(const ast::Expr& name);
  const Expr* conditional(const ast::Expr& expr, Hint hint);

  // tuple.cpp: pairs of values.
  std::optional<Scalar> pair_type(const ast::Type& type, bool& is_number);
  const Expr* tuple(const ast::Expr& expr, Hint hint);
  const Expr* part(const ast::Expr& expr, checked::Builtin builtin);
  void destructuring(const ast::Stmt& stmt);

  const Expr* unnamed_set(const ast::Expr& expr);

  // constant.cpp: literals.
  const Expr* boolean(const ast::Expr& expr);
  const Expr* integer(const ast::Expr& expr, Hint hint);
  const Expr* real(const ast::Expr& expr, Hint hint);
  const Expr* infinity(const ast::Expr& expr, Hint hint);
  const Expr* none(const ast::Expr& expr, Hint hint);

  // operator.cpp
  const Expr* unary(const ast::Expr& expr, Hint hint);
  const Expr* binary(const ast::Expr& expr, Hint hint);
  const Expr* arithmetic(const ast::Expr& expr, Hint hint);
  const Expr* comparison(const ast::Expr& expr);
  bool compared(const ast::Expr& expr, const Expr*& left, const Expr*& right);
  const Expr* logical(const ast::Expr& expr);
  const Expr* membership(const ast::Expr& expr);
  const Expr* among_neighbors(const Expr& element, const Expr& node, std::string_view set, Location location);
  const Expr* bitwise(const ast::Expr& expr, Hint hint);
  const Expr* shift_count(const ast::Expr& expr);
  const Expr* bits_operand(const ast::Expr& at, const ast::Expr& operand, Hint hint);
  using Sides = std::vector<std::pair<const Expr*, const Expr*>>;
  const Expr* lexicographic(const ast::Expr& expr);
  bool sides_of(const ast::Expr& expr, const ast::Expr& left, const ast::Expr& right, Sides& sides);
  bool operands(const ast::Expr& a, const ast::Expr& b, Hint hint, const Expr*& left, const Expr*& right);
  bool unify(const ast::Expr& at, const Expr*& left, const Expr*& right);

  // builtin.cpp
  const Expr* call(const ast::Expr& expr, Hint hint);
  const Expr* builtin_call(const ast::Expr& expr, checked::Builtin builtin, Hint hint);
  const Expr* graph_call(const ast::Expr& expr, checked::Builtin builtin);
  const Expr* end_by_name(Location location, checked::Builtin builtin, const Expr& edge);
  const Expr* random_call(const ast::Expr& expr, checked::Builtin builtin);
  const Expr* neighbor_call(const ast::Expr& expr, checked::Builtin builtin);
  const Expr* math_call(const ast::Expr& expr, checked::Builtin builtin, Hint hint);
  const Expr* conversion(const ast::Expr& expr, Scalar wanted);
  const Expr* number_of(const ast::Expr& expr);
  const Expr* bits_call(const ast::Expr& expr, checked::Builtin builtin);
  const Expr* make_call(checked::Builtin builtin, Scalar scalar, Location location, std::vector<const Expr*> operands);
  const Expr* builtin_name(const ast::Expr& expr, checked::Builtin builtin);

  // function.cpp: calls of functions of the program.
  const ast::Definition* function(const ast::Expr& call) const;
  const Expr* function_call(const ast::Expr& call, const ast::Definition& function, bool as_statement);
  bool can_be_called(const ast::Expr& call, const ast::Definition& function, bool as_statement, bool hoisting);
  bool bind(const ast::Expr& argument, const ast::Parameter& parameter, bool plain, const ast::Definition& function);
  Symbol* whole_argument(const ast::Expr& argument, const ast::Parameter& parameter);
  bool bind_extents(const ast::Parameter& parameter, const Symbol& argument);
  void bind_value(const ast::Parameter& parameter, const Expr& value, bool plain, const ast::Definition& function);
  void open_call(const ast::Expr& call, const ast::Definition& callee);
  void close_call();
  bool bind_parameters(const std::vector<std::pair<ast::Parameter, Symbol*>>& bound);
  const Expr* inlined(const ast::Definition& function);
  const Expr* returned(const ast::Stmt& stmt, const ast::Definition& function);
  Symbol& substitute(std::string_view name, const Expr& value, Location location);
  std::string unique_name(std::string_view wish);
  bool is_being_called(const ast::Definition& function) const;
  std::string chain_of_calls(const ast::Definition& function) const;

  // algorithm_call.cpp
  const ast::Definition* called_algorithm(const ast::Expr* expr) const;
  // order.cpp
  void collect_library();
  const Symbol* ordered(const ast::Expr& call) const;
  const ast::Definition* library_algorithm(const ast::Expr& call) const;
  bool fits_library(const ast::Expr& call, const ast::Definition& callee);
  void note_primitive(const ast::Definition& callee, checked::Call& call,
                      const std::vector<std::pair<ast::Parameter, Symbol*>>& arguments,
                      const std::vector<Symbol*>& results) const;
  Location as_written(Location location) const;

  bool algorithm_can_be_called(const ast::Expr& call, const ast::Definition& callee, std::size_t results);
  bool has_requirements_of(const ast::Expr& call, const ast::Definition& callee);
  std::vector<Symbol*> algorithm_call(const ast::Expr& call, const ast::Definition& callee, std::size_t results);
  Symbol* result_of_call(const ast::Parameter& result);
  void declare_results(const ast::Stmt& stmt, const ast::Definition& callee);
  void assign_result(const ast::Stmt& stmt, const ast::Definition& callee);

  // convert.cpp
  const Expr* convert(const Expr* expr, Scalar wanted, std::string_view name = {});
  void report_conversion(const Expr& expr, Scalar wanted, std::string_view name);
  void bound_by_length(const checked::Loop& loop);
  bool is_short_index(const Expr& expr, Scalar wanted);

  Expr& make_expr(checked::ExprKind kind, Scalar scalar, Location location);
  Stmt& make_stmt(checked::StmtKind kind, Location location);
  void emit(Stmt& stmt) { block_->push_back(&stmt); }
  bool parallel() const;
  bool inside(Around around) const;

  const ast::File& file_;
  const Number number_;
  Diagnostics& diagnostics_;
  std::unique_ptr<checked::Program> program_;
  checked::Algorithm* algorithm_ = nullptr;
  Scopes scopes_;
  std::vector<Around> around_;
  struct Word {
    std::string_view text;
    std::uint32_t place;
  };
  std::vector<Word> words_;                       // every name of the files, in their order
  std::set<std::string, std::less<>> all_words_;  // these, and those that the checker made up
  std::map<std::string_view, const ast::Definition*> functions_, algorithms_;  // the first of each name
  std::map<std::string, ast::Definition, std::less<>> library_;  // algorithms of the language's own, by their form
  std::set<const Symbol*> broken_;                               // their declaration was an error: uses stay silent
  checked::Block* block_ = nullptr;                              // where statements go
  int rounds_ = 0;                                               // enclosing loops that have a `round`
  std::map<const Symbol*, const Symbol*> partners_;              // by `with`, both ways
  std::set<const Symbol*> keyed_;                                // tallies whose type of key is known
  std::map<const Symbol*, std::pair<const Symbol*, const Symbol*>> ends_;  // of the edges of loops; null: unknown
  std::map<const Symbol*, const Symbol*> marks_of_parameters_;
  checked::Block preamble_;                // what the algorithm begins with
  checked::Block* prelude_ = nullptr;      // of the condition of a host loop: carried out before every round
  bool binding_lengths_ = false;           // in the parameters of an algorithm: extents name lengths
  checked::Block* after_round_ = nullptr;  // in the `until` of an iterate: carried out before it is asked
  bool requiring_ = false;  // in a condition of `requires`: a whole property stands for each of its values
  struct CountedSize {
    const Symbol* size;
    Location location;
  };
  checked::Block* before_region_ = nullptr;     // what stands before the outermost parallel loop
  std::map<const Symbol*, CountedSize> sizes_;  // of sets, that were counted there
  /// A parameter of a function that stands for an expression, while the function's text is checked.
  std::map<const Symbol*, const Expr*> substitutes_;
  struct OpenCall {
    const ast::Definition* function;
    const checked::Call* call;
  };
  std::vector<OpenCall> calls_;                            // functions whose bodies are being checked
  std::vector<std::pair<ast::Parameter, Symbol*>> bound_;  // their arguments, before they get names
  std::set<const ast::Definition*> called_;
  std::map<std::string_view, const ast::Stmt*> constants_;                // of the files, the first of each name
  std::map<const SourceFile*, std::set<const SourceFile*>> imported_by_;  // of each imported file, directly or not
  std::set<const ast::Stmt*> used_constants_, broken_constants_;
  std::unordered_set<const Symbol*> integers_of_bits_;                 // whose bits `|=` or `&=` changes
  std::unordered_set<std::string> required_;                           // the conditions of the algorithm's `requires`
  std::unordered_map<const Symbol*, const Expr*> lengths_of_indices_;  // of loops over `0..n`
  std::set<std::string, std::less<>> taken_;  // names of the algorithm and of what was inlined in it
  std::unordered_map<std::string, int> numbers_, local_numbers_;  // the last that a name of each wish got
  std::int64_t text_ = 0;                                         // that calls and loops over adjacent nodes have added
  bool text_is_full_ = false;
  int adjacent_ = 0;  // enclosing loops over adjacent nodes
  int depth_ = 0;     // enclosing expressions and blocks
  std::unordered_map<const Expr*, Extent> extents_;
  // `was(…)` is carried out before its statement; allowed while nothing was read in it yet.
  bool hoisting_allowed_ = false;
};

}  // namespace maxwarp
