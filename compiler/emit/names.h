// C++ names for symbols: the program's own, made unique only on a clash.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "compiler/emit/policy.h"
#include "compiler/mapped/ir.h"

namespace maxwarp::emit {

/// The names of one emitted scope, inside of an outer one that is finished. Names handed out first keep their spelling.
class Names {
 public:
  explicit Names(const Names* outer = nullptr) : outer_(outer) {}
  /// The name of a symbol, the same at every call.
  const std::string& of(const ir::Symbol* symbol);
  /// No symbol gets this name from now on.
  void reserve(const std::string& name) { taken_.insert(name); }
  /// The symbol goes by this text, which may be an expression.
  void bind(const ir::Symbol* symbol, const std::string& text) { names_[symbol] = text; }
  /// A name that no symbol has.
  std::string fresh(const std::string& wish);
  /// Whether the name of the symbol has been asked for since the last `forget_asked`.
  bool is_asked(const ir::Symbol* symbol) const { return asked_.contains(symbol); }
  void forget_asked() { asked_.clear(); }

 private:
  const std::string* find(const ir::Symbol* symbol) const;
  bool is_taken(const std::string& name) const { return taken_.contains(name) || (outer_ && outer_->is_taken(name)); }

  const Names* outer_;
  std::unordered_map<const ir::Symbol*, std::string> names_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> numbers_;  // the last that names of each wish got
  std::unordered_set<const ir::Symbol*> asked_;
};

/// The names that all text of one program shares.
class ProgramNames {
 public:
  explicit ProgramNames(const mapped::Program& program);
  ProgramNames(const ProgramNames&) = delete;
  ProgramNames& operator=(const ProgramNames&) = delete;

  /// The function of a stage.
  const std::string& of(const mapped::Stage& stage) const { return stages_.at(&stage); }
  /// The function of what a stage does with one item, where it is outlined.
  const std::string& operator_of(const mapped::Stage& stage) const { return operators_.at(stage.outlined); }
  /// The scope outside of the host function: no symbol hides the function of a stage.
  const Names& outside() const { return functions_; }
  /// The scope outside of a stage: storages have the same name in every stage.
  const Names& outside_of_stage() const { return storages_; }
  /// The constants of the mapping.
  const Policy& policy() const { return *policy_; }

 private:
  std::unordered_map<const mapped::Stage*, std::string> stages_, operators_;
  Names functions_;
  Names storages_{&functions_};
  std::optional<Policy> policy_;
};

/// The name, or with `_` after it (`x` in front of it where it begins with `_`) where it is reserved, see is_reserved.
std::string safe_name(const std::string& name);

/// The function that tells the length of a result.
std::string length_function(const ir::Symbol& result);

/// The C++ type of a local value, and of an element in memory (where a bool takes 32 bits).
std::string value_type(ir::Scalar scalar);
std::string element_type(ir::Scalar scalar);
/// That of a part of a sum or product of integers, where it is wide.
std::string wide_type(ir::Reduction reduction, ir::Scalar scalar);

}  // namespace maxwarp::emit
