// The host side of a CUDA program: launches on one stream; and the kernels of loop=persistent.
#pragma once

#include "compiler/emit/host.h"

namespace maxwarp::emit {

class LoopGraphPrinter;
struct GraphLine;

class CudaHostPrinter : public HostPrinter {
 public:
  using HostPrinter::HostPrinter;

 protected:
  void begin() override { line("Stream gpu(stream);"); }
  void run_stage(const mapped::Stage& stage) override;
  void clear(const ir::Symbol* storage) override { line("gpu.clear(" + storage_name(storage) + ");"); }
  std::string read(const ir::Symbol* storage) override { return "gpu.wait_for(" + storage_name(storage) + ")"; }
  void read_done() override { line("if (!gpu) return gpu.status();"); }
  void resident(const mapped::Control& control) override;
  void launch_graph(const mapped::Control& control) override;
  void call(const mapped::Control& control) override;
  std::string finish() override { return "gpu.wait();\nreturn gpu.status();"; }

 private:
  std::string resident_kernel(const mapped::Control& control) const;
  std::string resident_shape(const mapped::Control& control);
  std::string item_count(const mapped::Source& source);
  std::string threads_of_choice(const mapped::Stage& stage, const std::string& items) const;
  std::string shape(const mapped::Stage& stage, const std::string& kernel);
  void run_chosen(const mapped::Stage& stage);
  void run_batches(const mapped::Stage& stage);
  std::string passed(const GraphLine& line, const std::string& variables);
  void make_graph(const LoopGraphPrinter& graph, const mapped::Control& control, const std::string& loop);
  void graph_ended(const LoopGraphPrinter& graph, const std::string& variables);

  std::string lanes_;  // what the constant is called that is the chosen width; empty: there was none
};

/// The stages below a Resident or LaunchGraph node: they become device functions instead of kernels.
std::set<const mapped::Stage*> device_stages(const mapped::Program& program);

/// `name` or `name<W>`: the function of a stage as it is called.
std::string stage_call(const ProgramNames& names, const mapped::Stage& stage);
/// The same where the text has a name for the width of the virtual warps.
std::string stage_call(const ProgramNames& names, const mapped::Stage& stage, const std::string& width,
                       const std::string& edges = "");

}  // namespace maxwarp::emit
