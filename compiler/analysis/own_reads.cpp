// Goes through an operator in the order of its execution and keeps which own elements it may have changed by then.
#include "compiler/analysis/own_reads.h"

namespace maxwarp::analysis {
namespace {

using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;

using Symbols = std::set<const Symbol*>;

bool repeats_body(const Stmt* stmt) {
  return ir::is_inner_loop(stmt) || stmt->kind == StmtKind::While || stmt->kind == StmtKind::For ||
         stmt->kind == StmtKind::Unroll;
}

class Reader {
 public:
  explicit Reader(const Symbol* item) : item_(item) {}

  void follow(const Body& body) {
    for (const Stmt* stmt : body) {
      // What one iteration changes, the next one reads.
      if (repeats_body(stmt)) ir::walk(stmt->body, [&](const Stmt* inner) { note_change(inner); });
      read(stmt);
      note_change(stmt);
      branch(stmt);
    }
  }

  OwnReads take() { return std::move(reads_); }

 private:
  void branch(const Stmt* stmt) {
    const Symbols before = changed_;
    follow(stmt->body);
    Symbols after = std::move(changed_);
    changed_ = before;
    follow(stmt->other);
    changed_.merge(after);
  }

  void read(const Stmt* stmt) {
    for (const Expr* expr : ir::expressions_of(stmt))
      ir::walk(expr, [&](const Expr* e) {
        if (e == stmt->target || !ir::is_element_at(e, item_)) return;
        reads_.all.push_back(e);
        if (changed_.contains(e->symbol)) reads_.after_change.insert(e);
      });
  }

  void note_change(const Stmt* stmt) {
    if (!stmt->target || !ir::is_element_at(stmt->target, item_)) return;
    changed_.insert(stmt->target->symbol);
    reads_.after_change.insert(stmt->target);  // the same expression may be read elsewhere, too
  }

  const Symbol* item_;
  Symbols changed_;
  OwnReads reads_;
};

}  // namespace

OwnReads own_reads(const Body& body, const Symbol* item) {
  Reader reader(item);
  reader.follow(body);
  return reader.take();
}

}  // namespace maxwarp::analysis
