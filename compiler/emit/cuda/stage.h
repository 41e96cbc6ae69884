// A stage as CUDA device code: the loop over items by source and team, SISD and SIMD phases.
#pragma once

#include <map>

#include "compiler/emit/function.h"

namespace maxwarp::emit {

class CudaStagePrinter : public FunctionPrinter {
 public:
  using FunctionPrinter::FunctionPrinter;
  /// `template <…>` and a line break, where the function is a template: over the type of edges, the width W of its
  /// virtual warps, the edges of a batch.
  std::string template_head() const;
  /// What an outlined stage does with one item, as a function that any team may call.
  std::string operator_function();

 protected:
  void items() override;
  void items_body() override;
  void push(const ir::Stmt& stmt) override;
  void team_statement(const ir::Stmt& stmt) override;
  std::string broadcast(const std::string& value) override { return team_name() + ".broadcast(" + value + ")"; }
  std::string team_lane() override { return team_name() + ".lane()"; }
  std::string team_size() override {
    return stage_.team.kind == mapped::TeamKind::Tile ? "W" : team_name() + ".size()";
  }
  std::string team_name() override {
    if (!column_.empty()) return column_;
    if (!stage_.team.parts.empty()) return "team";
    return stage_.team.kind == mapped::TeamKind::Block ? "block" : "tile";
  }
  std::string skip() override { return stage_.outlined ? "return;" : "continue;"; }

 private:
  struct Counted {
    std::string count;  // number of items
    std::string node;   // the item at index @
    std::string at(const std::string& index) const;
  };
  Counted counted();
  struct Span {
    std::string begin, end;  // of the loop over items, teams of the warp or blocks
    int depth = 0;           // braces to close after it
    std::string piece = {};  // where teams take pieces: their size
  };
  Span pieces(const std::string& team, const std::string& teams, const std::string& step, const std::string& count,
              const std::string& parts = "");
  void close(const Span& span);
  Counted range();
  void levels_begin();
  void levels_end();
  struct Share {
    std::string begin, stride;  // indices of the first item of a team, and from one to the next
  };
  Share share();
  void batches_begin();
  void batches_end();
  /// What a batch is appended to: its worklist, or what the block keeps for that.
  std::string target_of(const ir::Symbol* batch, const ir::Symbol* list);
  void once();
  void turns();
  void turn_ends();
  void lanes();
  void donors(const Counted& items, const std::string& team, const std::string& box, const std::string& assigned,
              const std::string& item);
  Span box_begins(const std::string& box, const std::string& count, const std::string& step);
  void donating_lanes();
  Span donated_chunks(const Counted& items, const std::string& base, const std::string& count);
  Span shared_chunks(const std::string& base, const std::string& count);
  Span chunks_in_turns(const std::string& base, const std::string& count);
  void waiters();
  void edge_loop(const std::string& edge, const std::string& first, const std::string& end);
  void edges();
  void edges_of_one();
  void edges_on_list();
  void living_edges();
  void edge_balanced();
  void parts_of_share(const std::string& share);
  void share_of_pieces(const std::string& share);
  void even_share(const std::string& share);
  void blocks();
  std::string chunk_text() const;
  void chunks();
  void by_size();
  void fill_bins(const Counted& items, const std::string& base, const std::string& end);
  std::vector<const ir::Symbol*> item_symbols();
  void call_operator(const std::string& team, const std::string& item);
  void packed_chunk(const Counted& counted, const std::string& base, const std::string& whole, const std::string& size);
  void chunk_items(const Counted& items, const std::string& base, const std::string& size, const std::string& k);
  std::string row_bounds() const;
  void copy_item(const std::string& value, const std::string& k);
  void bounds_of_leader(const std::string& item);
  void staged_chunk(const Counted& counted, const std::string& base, const std::string& size, const std::string& k);
  void declare_item(const std::string& value);
  void declare_piece();
  void grid_statement(const ir::Stmt& stmt);
  void choose_width(const ir::Stmt& stmt);
  void leader(const ir::Stmt& stmt);
  void by_columns(const ir::Stmt& stmt);
  void unroll_team(const ir::Stmt& stmt);
  void team_reduce(const ir::Stmt& stmt);

  std::string column_;                                        // in a loop by columns: the one at hand
  std::string living_;                                        // the variable of a loop over living edges
  std::map<const mapped::CopiedValue*, std::string> copies_;  // what a tile has of a property for its chunk
};

}  // namespace maxwarp::emit
