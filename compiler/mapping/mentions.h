// Who names what in the statements of an operator: what a team has to wait for before it goes on.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "compiler/mapping/apart.h"

namespace maxwarp::mapping {

// The expressions by which the statements of a body name each symbol, and in which statement; null: as the node of a
// neighbor loop, or as a variable that gets a value. Those of `unordered` are left out: they need not see what the
// iteration has written.
class Mentions {
 public:
  Mentions(const ir::Body& body, const checked::Places& unordered) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      ir::walk_expressions({body[i]}, [&](const ir::Expr* e) {
        const bool element = e->kind == ir::ExprKind::Element;
        if (!element || !unordered.contains(e->location.begin)) all_[e->symbol].push_back({i, e});
      });
      ir::walk({body[i]}, [&](const ir::Stmt* stmt) {
        for (const ir::Symbol* symbol : {stmt->of, stmt->kind == ir::StmtKind::Assign ? stmt->symbol : nullptr})
          if (symbol) all_[symbol].push_back({i, nullptr});
      });
    }
  }
  /// Whether one from the `next`-th statement on names the symbol; `again`: the body begins anew after its end.
  bool from(std::size_t next, bool again, const ir::Symbol* symbol) const {
    const auto found = all_.find(symbol);
    return found != all_.end() && (again || found->second.back().first >= next);
  }
  /// Whether one of them may be the element `written`.
  bool from(std::size_t next, bool again, const ir::Expr* written, const Apart& apart) const {
    const auto found = all_.find(written->symbol);
    return found != all_.end() && std::ranges::any_of(found->second, [&](const auto& mention) {
             return (again || mention.first >= next) && mention.second && !apart.are_apart(written, mention.second);
           });
  }

 private:
  std::unordered_map<const ir::Symbol*, std::vector<std::pair<std::size_t, const ir::Expr*>>> all_;
};

// What runs after the statement before `next`.
struct Rest {
  const Mentions& mentions;
  std::size_t next;
  bool again;
  bool names(const ir::Symbol* symbol) const { return mentions.from(next, again, symbol); }
  bool names(const ir::Expr* written, const Apart& apart) const { return mentions.from(next, again, written, apart); }
};

}  // namespace maxwarp::mapping
