// Assembly of the generated files: banner, includes, stages, host function, for each variant.
#include "compiler/emit/emit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "compiler/emit/cuda/host.h"
#include "compiler/emit/cuda/loop_graph.h"
#include "compiler/emit/cuda/resident.h"
#include "compiler/emit/cuda/stage.h"
#include "compiler/emit/format.h"
#include "compiler/emit/openmp/openmp.h"
#include "compiler/emit/signature.h"
#include "compiler/emit/text.h"
#include "runtime/system/shown_text.h"

namespace maxwarp::emit {
namespace {

using mapped::Control;
using mapped::ControlKind;

// The names of what the stage stores to, at most four of them.
std::string stored_names(const mapped::Stage& stage) {
  constexpr std::size_t limit = 4;
  std::vector<std::string> stored;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    if (stmt->kind != ir::StmtKind::Store) return;
    const std::string name = "`" + stmt->target->symbol->name + "`";
    if (std::ranges::find(stored, name) == stored.end()) stored.push_back(name);
  });
  const std::size_t shown = std::min(stored.size(), limit);
  return fmt::format("{}{}", fmt::join(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     stored.size() > limit ? " and others" : "");
}

std::string comment(const mapped::Program& program, const mapped::Stage& stage) {
  std::string text = stage.purpose;
  if (stage.role != mapped::StageRole::Other) text += " " + stored_names(stage);
  const bool along_edges = stage.source.kind == mapped::SourceKind::Edges ||
                           stage.source.kind == mapped::SourceKind::EdgeBalanced || stage.source.most;
  if (along_edges && stage.source.direction == ir::Direction::In) text += ", along incoming edges";
  if (stage.location.valid()) return line_comment(program, stage.location, text);
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return "// " + text + ".\n";
}

std::string cuda_stage(const mapped::Program& program, const ProgramNames& names, const mapped::Stage& stage,
                       bool device, const Options& options) {
  CudaStagePrinter printer(program, names, stage, options.lines);
  const std::string parameters = printer.parameters();
  const std::string body = printer.body();
  const std::string kind = device ? "__device__" : "__global__ " + names.policy().bounds(stage.launch);
  const bool marked = options.lines && stage.location.valid();  // by the line of its loop, for those who name kernels
  const std::string line = marked ? line_directive(program, stage.location) + "\n" : "";
  return fmt::format("{}{}{}{} void {}({}) {{\n{}}}\n\n", comment(program, stage), line, printer.template_head(), kind,
                     names.of(stage), parameters, body);
}

// The stages in the order in which they run first: what a condition looks up is run before its loop and in each round.
void stages_of(const mapped::Sequence& controls, std::set<const mapped::Stage*>& seen,
               std::vector<const mapped::Stage*>& stages) {
  for (const Control* control : controls) {
    if (control->stage && seen.insert(control->stage).second) stages.push_back(control->stage);
    stages_of(control->body, seen, stages);
    stages_of(control->other, seen, stages);
  }
}

std::vector<const mapped::Stage*> stages_of(const mapped::Program& program) {
  std::set<const mapped::Stage*> seen;
  std::vector<const mapped::Stage*> stages;
  stages_of(program.body, seen, stages);
  return stages;
}

// Resident kernels, and the kernels of graphs.
void loop_kernels(const mapped::Program& program, const ProgramNames& names, const mapped::Sequence& controls,
                  bool lines, std::string& text) {
  for (const Control* control : controls) {
    if (control->kind == ControlKind::Resident) {
      ResidentPrinter printer(program, names, *control, lines);
      text += printer.kernel() + "\n";
    }
    if (control->kind == ControlKind::LaunchGraph) text += LoopGraphPrinter(program, names, *control).kernels();
    loop_kernels(program, names, control->body, lines, text);
    loop_kernels(program, names, control->other, lines, text);
  }
}

std::string cuda_variant(const mapped::Program& program, const ProgramNames& names, const Options& options) {
  std::string text;
  const auto inside = device_stages(program);
  std::set<const mapped::Stage*> outlined;
  for (const mapped::Stage* stage : stages_of(program)) {
    if (stage->outlined && outlined.insert(stage->outlined).second)
      text += CudaStagePrinter(program, names, *stage->outlined, options.lines).operator_function();
    text += cuda_stage(program, names, *stage, inside.count(stage) != 0, options);
  }
  loop_kernels(program, names, program.body, options.lines, text);
  return text;
}

std::string openmp_variant(const mapped::Program& program, const ProgramNames& names, const Options& options) {
  std::string text;
  for (const mapped::Stage* stage : stages_of(program)) {
    OpenMpStagePrinter printer(program, names, *stage, options.lines);
    const std::string parameters = printer.parameters();
    const std::string body = printer.body();
    text += fmt::format("{}void {}({}) {{\n{}}}\n\n", comment(program, *stage), names.of(*stage), parameters, body);
  }
  return text;
}

std::string length_functions(const mapped::Program& program) {
  std::string text;
  Names names;
  const Expressions expressions(program, names, nullptr);
  for (const ir::Symbol* result : program.algorithm->results) {
    if (result->type.space != ir::Space::Array) continue;
    const std::string size = expressions.print(elements_of(program, result));
    text += fmt::format("std::int64_t {}({}) {{ return {}; }}\n\n", length_function(*result),
                        shape_list(program, names, true, true), size);
  }
  return text;
}

bool has_tally(const Variant& variant) {
  return std::ranges::any_of(variant.program->stages, [](const mapped::Stage& stage) {
    return ir::contains(stage.body, ir::StmtKind::OpenTally);
  });
}

bool unrolls(const mapped::Stage& stage, ir::Stride stride) {
  bool found = false;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    found = found || (stmt->kind == ir::StmtKind::Unroll && stmt->stride == stride);
  });
  return found;
}

bool has_own_lists(const Variant& variant) {
  return std::ranges::any_of(variant.program->stages,
                             [](const mapped::Stage& stage) { return unrolls(stage, ir::Stride::Serial); });
}

bool waits(const Variant& variant) {
  return std::ranges::any_of(variant.program->stages,
                             [](const mapped::Stage& stage) { return stage.unready != nullptr; });
}

template <ir::Access access>
bool updates(const mapped::Stage& stage) {
  bool some = false;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) { some = some || stmt->access == access; });
  return some;
}

bool leaves_edges_out(const mapped::Stage& stage) { return stage.source.dead; }

bool has_levels(const mapped::Stage& stage) { return stage.local != nullptr; }

bool has_components(const mapped::Stage& stage) {
  bool some = false;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    some = some || (stmt->kind == ir::StmtKind::RangeLoop && (stmt->batch > 1 || stmt->stride == ir::Stride::Columns));
  });
  return some;
}

bool is_counted(const mapped::Batch& batch) { return batch.slots != nullptr; }

// The headers of device code that only some stages take.
std::string device_headers(const std::vector<Variant>& variants) {
  const auto any = [&](bool (*takes)(const mapped::Stage&)) {
    return std::ranges::any_of(
        variants, [&](const Variant& variant) { return std::ranges::any_of(variant.program->stages, takes); });
  };
  std::string text;
  if (any([](const mapped::Stage& stage) { return std::ranges::any_of(stage.batches, std::not_fn(is_counted)); }))
    text += "#include <maxwarp/batch.cuh>\n";
  if (any(has_levels)) text += "#include <maxwarp/block_levels.cuh>\n";
  if (any([](const mapped::Stage& stage) {
        return ir::contains(stage.body, ir::StmtKind::CountMarked) ||
               ir::contains(stage.body, ir::StmtKind::ClearBits) || ir::contains(stage.body, ir::StmtKind::CompactBits);
      }))
    text += "#include <maxwarp/compact.cuh>\n";
  if (any([](const mapped::Stage& stage) { return !stage.team.parts.empty(); }))
    text += "#include <maxwarp/bins.cuh>\n";
  if (any([](const mapped::Stage& stage) { return ir::contains(stage.body, ir::StmtKind::ChooseWidth); }))
    text += "#include <maxwarp/choose_width.cuh>\n";
  if (any(has_components)) text += "#include <maxwarp/components.cuh>\n";
  text += "#include <maxwarp/device.cuh>\n";
  if (any([](const mapped::Stage& stage) { return stage.work_counter != nullptr; }))
    text += "#include <maxwarp/distribution.cuh>\n";
  if (any([](const mapped::Stage& stage) { return stage.donation.has_value(); }))
    text += "#include <maxwarp/donation.cuh>\n";
  if (any(updates<ir::Access::Guarded>)) text += "#include <maxwarp/guards.cuh>\n";
  if (any([](const mapped::Stage& stage) { return std::ranges::any_of(stage.batches, is_counted); }))
    text += "#include <maxwarp/scan.cuh>\n";
  if (any(updates<ir::Access::Segment>)) text += "#include <maxwarp/segments.cuh>\n";
  if (any([](const mapped::Stage& stage) {
        return ir::contains(stage.body, ir::StmtKind::CountStep) || (stage.donation && stage.donation->counted);
      }))
    text += "#include <maxwarp/steps.cuh>\n";
  if (any(leaves_edges_out)) text += "#include <maxwarp/living.cuh>\n";
  if (any([](const mapped::Stage& stage) { return stage.source.pieces; })) text += "#include <maxwarp/pieces.cuh>\n";
  if (any([](const mapped::Stage& stage) {
        return stage.source.kind == mapped::SourceKind::EdgeBalanced && !stage.source.pieces;
      }))
    text += "#include <maxwarp/shares.cuh>\n";
  if (any([](const mapped::Stage& stage) { return unrolls(stage, ir::Stride::Team); }))
    text += "#include <maxwarp/team_list.cuh>\n";
  return text;
}

// Functions of real numbers, which the headers of the runtime do without, as <cmath> takes long to read.
bool calls_math(const Variant& variant) {
  bool found = false;
  const auto look = [&](const ir::Expr* e) {
    found = found ||
            (e->kind == ir::ExprKind::Call && e->builtin >= ir::Builtin::Sqrt && e->builtin <= ir::Builtin::Pow);
  };
  for (const mapped::Stage& stage : variant.program->stages) ir::walk_expressions(stage.body, look);
  for (const mapped::Control& control : variant.program->controls)
    for (const ir::Expr* expr : {control.value, control.condition})
      if (expr) ir::walk(expr, look);
  return found;
}

bool has_widths(const Variant& variant) {
  return std::ranges::any_of(variant.program->stages,
                             [](const mapped::Stage& stage) { return stage.team.chosen || stage.gather; });
}

bool observed(const Variant& variant) { return is_observed(*variant.program); }
bool by_index(const Variant& variant) { return variant.program->index == mapped::Index::Auto; }
bool calls_runtime(const Variant& variant) {
  return std::ranges::any_of(variant.program->controls,
                             [](const Control& control) { return control.kind == ControlKind::Call; });
}
bool has_graph(const Variant& variant) { return runs_graphs(*variant.program); }

std::string source(const std::vector<Variant>& variants, const Options& options) {
  const bool cuda = options.target == Target::Cuda;
  std::string text = banner(variants, options) + fmt::format("#include \"{}\"\n\n", options.header_name);
  const std::string tallies = std::ranges::any_of(variants, has_tally) ? "#include <maxwarp/tally.h>\n" : "";
  const std::string lists = std::ranges::any_of(variants, has_own_lists) ? "#include <maxwarp/local_list.h>\n" : "";
  const std::string index = std::ranges::any_of(variants, by_index) ? "#include <maxwarp/index.h>\n" : "";
  const std::string graph = std::ranges::any_of(variants, has_graph) ? "#include <maxwarp/loop_graph.cuh>\n" : "";
  const std::string order = std::ranges::any_of(variants, calls_runtime) ? "#include <maxwarp/order.h>\n" : "";
  if (!cuda && std::ranges::any_of(variants, calls_math)) text += "#include <cmath>\n\n";
  text += cuda ? device_headers(variants) + index + graph + order + "#include <maxwarp/stream.cuh>\n"
               : "#include <maxwarp/host.h>\n";
  const std::string observer = std::ranges::any_of(variants, observed) ? "#include <maxwarp/observer.h>\n" : "";
  const std::string retries = std::ranges::any_of(variants, waits) ? "#include <maxwarp/retry_loop.h>\n" : "";
  if (std::ranges::any_of(variants, [](const Variant& variant) { return variant.program->checked; }))
    text += "#include <maxwarp/checked.h>\n";
  const std::string widths = std::ranges::any_of(variants, has_widths) ? "#include <maxwarp/width.h>\n" : "";
  text += lists + tallies + observer + retries + widths + "\n";
  for (const Variant& variant : variants) {
    const mapped::Program& program = *variant.program;
    const ProgramNames names(program);
    CudaHostPrinter cuda_host(program, names);
    OpenMpHostPrinter openmp_host(program, names);
    const std::string stages = cuda ? cuda_variant(program, names, options) : openmp_variant(program, names, options);
    const std::string host = (cuda ? static_cast<HostPrinter&>(cuda_host) : openmp_host).functions(options.target);
    const std::string name = variant_namespace(variant);
    text += fmt::format("namespace {} {{\n\nusing namespace maxwarp;\n\nnamespace {{\n\n", name);
    text += names.policy().declarations(stages + host) + stages + "}  // namespace\n\n" + length_functions(program);
    text += host + fmt::format("\n}}  // namespace {}\n", name);
  }
  return text;
}

// Whether a message or a debugger may point at the line: it is neither empty nor a comment nor a brace.
bool holds_code(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && !line.substr(first).starts_with("//") &&
         line.find_first_not_of(" \t\n{};") != std::string_view::npos;
}

// Puts line number and name of the generated file where its own lines count again, and repeats a line of the program
// before each line of text that stems from it: the compiler would count on.
std::string number_lines(const std::string& text, const std::string& name) {
  std::string result, directive;
  int number = 1;  // of the next line of the result
  const auto append = [&](const std::string& line) {
    result += line;
    ++number;
  };
  bool repeated = true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    begin = end;
    if (line == std::string(line_of_generated_text) + "\n") {
      append(fmt::format("#line {} {}\n", number + 1, quoted(name)));
      directive.clear();
    } else if (line.starts_with("#line ")) {
      append(directive = line);
      repeated = true;
    } else {
      if (!directive.empty() && !repeated && holds_code(line)) append(directive);
      repeated = repeated && !holds_code(line);
      append(line);
    }
  }
  return result;
}

}  // namespace

Output emit(const std::vector<Variant>& variants, const Options& given) {
  Options options = given;
  for (std::string* name : {&options.source_name, &options.output_name}) *name = shown(*name);
  return {number_lines(format(source(variants, options)), options.output_name), format(header(variants, options)),
          format(entry(variants, options))};
}

}  // namespace maxwarp::emit
