// Scopes: which symbol a name means, and which symbols were never used.
// Names of variables and names of functions do not meet: `source(e)` works beside a parameter `source`.
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/support/diagnostics.h"
#include "dsl/check/program.h"

namespace maxwarp {

class Scopes {
 public:
  explicit Scopes(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void open() { marks_.push_back(entries_.size()); }
  /// Ends the innermost scope and warns about what was not used in it.
  void close();
  /// Adds a symbol by `name`, or by its own. The same name in the same scope is an error, in an outer one a warning.
  void add(checked::Symbol& symbol, std::string_view name = {}) {
    add({&symbol, name.empty() ? symbol.name : name, symbol.location});
  }
  /// The same of a name that stands elsewhere than the declaration of the symbol: what a call yields. `part`: one of
  /// several that a statement declares. `_` is no name: it stands for what is left out.
  void add(checked::Symbol& symbol, std::string_view name, Location place, bool part) {
    add({&symbol, name, place, false, part});
  }
  /// Another name for a symbol that has a declaration of its own: a parameter of a function.
  void add_alias(std::string_view name, checked::Symbol& symbol) { push({&symbol, name, symbol.location, true}); }
  /// From here on no name of before is seen, until `leave` gets back what `enter` returned.
  std::size_t enter() { return std::exchange(floor_, entries_.size()); }
  void leave(std::size_t outer) { floor_ = outer; }
  /// The symbol, or null.
  checked::Symbol* find(std::string_view name) const;
  void mark_read(const checked::Symbol* symbol) { mark(symbol, true); }
  void mark_written(const checked::Symbol* symbol) { mark(symbol, false); }
  /// All names that can be seen, innermost first.
  std::vector<std::string_view> names() const;

 private:
  struct Entry {
    checked::Symbol* symbol;
    std::string_view name;
    Location location;  // of the name
    bool alias = false;
    bool part = false;
    bool read = false, written = false;
  };
  void add(const Entry& entry);
  void push(const Entry& entry);
  void pop();
  const Entry* last(std::string_view name) const;
  void mark(const checked::Symbol* symbol, bool read);
  void warn_if_unused(const Entry& entry);

  Diagnostics& diagnostics_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;  // places in entries_, innermost last
  std::unordered_map<const checked::Symbol*, std::vector<std::size_t>> by_symbol_;
  std::vector<std::size_t> marks_;  // where each open scope begins
  std::size_t floor_ = 0;           // the first entry that can be seen
};

}  // namespace maxwarp
