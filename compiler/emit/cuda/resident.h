// loop=persistent: the control of a loop of rounds inside one cooperative kernel. Every thread runs the
// control.
#pragma once

#include "compiler/emit/host.h"

namespace maxwarp::emit {

class ResidentPrinter : public HostPrinter {
 public:
  /// `lines`: whether there are `#line` directives.
  ResidentPrinter(const mapped::Program& program, const ProgramNames& names, const mapped::Control& resident,
                  bool lines = false);

  /// The __global__ function.
  std::string kernel();
  /// Symbols passed, in the order of the parameters after `graph`: storages first, then scalars.
  const std::vector<const ir::Symbol*>& storages() const { return storages_; }
  const std::vector<const ir::Symbol*>& scalars() const { return scalars_; }
  /// What is passed after them as the limit of rounds: round_limit of a loop, or empty.
  const std::string& limit() const { return limit_; }
  /// Its loops that have a limit. The kernel leaves -1 as the number of rounds beyond it.
  const Limited& limited() const { return limited_; }

 protected:
  void run_stage(const mapped::Stage& stage) override;
  void clear(const ir::Symbol* storage) override;
  std::string read(const ir::Symbol* storage) override;
  void barrier(const mapped::Control& control) override;
  void resident(const mapped::Control&) override {}
  void launch_graph(const mapped::Control&) override {}
  std::string finish() override { return ""; }
  void expect(const mapped::Control& control) override;
  void round_begins(const mapped::Control& loop) override;
  std::string storage_name(const ir::Symbol* symbol) override;

 private:
  void collect(const mapped::Sequence& controls, std::set<const ir::Symbol*>& assigned);
  void use_scalar(const ir::Symbol* symbol);
  void use_storage(const ir::Symbol* symbol);
  void write_rounds();

  const mapped::Control& resident_;
  std::vector<const ir::Symbol*> storages_, scalars_;
  std::unordered_set<const ir::Symbol*> used_, used_scalars_;  // the same
  std::set<const ir::Symbol*> written_;                        // storages that the kernel changes; the others are const
  std::map<const ir::Symbol*, std::string> pointer_names_;
  std::string limit_;
  Limited limited_;
  bool lines_;
};

}  // namespace maxwarp::emit
