// OpenMP C++: a CPU is a machine of threads, each with its own push buffer; there are no teams inside an item.
#pragma once

#include "compiler/emit/host.h"

namespace maxwarp::emit {

class OpenMpStagePrinter : public FunctionPrinter {
 public:
  using FunctionPrinter::FunctionPrinter;

 protected:
  void items() override;
  void push(const ir::Stmt& stmt) override;
  void team_statement(const ir::Stmt& stmt) override;
  std::string broadcast(const std::string& value) override { return value; }
  std::string team_lane() override { return "0"; }
  std::string team_size() override { return "1"; }

 private:
  std::map<const ir::Symbol*, std::string> buffers_;  // of each worklist that the stage feeds

  void waiters();
  void shared_items();
  void listed_items(const std::string& i);
  void loop_header(const std::string& variable, const std::string& type, const std::string& count);
};

class OpenMpHostPrinter : public HostPrinter {
 public:
  using HostPrinter::HostPrinter;

 protected:
  void run_stage(const mapped::Stage& stage) override;
  void clear(const ir::Symbol* storage) override;
  std::string read(const ir::Symbol* storage) override;
  void resident(const mapped::Control& control) override { sequence(control.body); }
  void launch_graph(const mapped::Control& control) override { sequence(control.body); }
  std::string finish() override { return "return {};"; }
};

}  // namespace maxwarp::emit
