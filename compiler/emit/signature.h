// The C++ interface of a compiled program: header, entry description and the line that defines `run`.
#pragma once

#include <optional>

#include "compiler/emit/emit.h"
#include "compiler/emit/names.h"

namespace maxwarp::emit {

/// `Status run(const GraphView &graph, node_t source, std::int32_t *level, RunOptions &options, cudaStream_t stream)`.
std::string run_signature(const checked::Algorithm& algorithm, Names& names, Target target, bool defaults,
                          const char* name = "run", const char* view = "GraphView");
/// What such a function of a GPU passes on to another one, after the graph: `source, level, options, stream`.
std::string run_arguments(const checked::Algorithm& algorithm, Names& names);
/// Which of the parameters the symbol is, if it is one.
std::optional<std::size_t> place_of(const checked::Algorithm& algorithm, const ir::Symbol* symbol);
/// The lengths that the parameter gives their values, after which they stand in every list.
std::vector<const ir::Symbol*> lengths_of(const checked::Algorithm& algorithm, const ir::Symbol* parameter);
/// The number of elements of an array: its extents, multiplied.
const ir::Expr* elements_of(const mapped::Program& program, const ir::Symbol* array);
/// Whether a loop of it runs as a CUDA graph.
bool runs_graphs(const mapped::Program& program);
/// Whether it tells an observer what its stages work on.
bool is_observed(const mapped::Program& program);
/// Whether worklists of it may ask the caller for memory.
bool grows(const mapped::Program& program);
/// What lengths of results and workspace are made of: beside the graph, `workspace_bytes` and lengths take them.
std::vector<const ir::Symbol*> shape_parameters(const mapped::Program& program);
/// `const GraphView &graph, std::int32_t n`; without types `graph, n`. Not every length needs all of them:
/// `maybe` says so of each.
std::string shape_list(const mapped::Program& program, Names& names, bool types, bool maybe = false,
                       const char* view = "GraphView");
/// NAME.h.
std::string header(const std::vector<Variant>& variants, const Options& options);
/// The entry file.
std::string entry(const std::vector<Variant>& variants, const Options& options);
/// First lines of every generated file: program, mapping, compiler.
std::string banner(const std::vector<Variant>& variants, const Options& options);
/// `gdsl::bfs` or `gdsl::bfs::warp8`.
std::string variant_namespace(const Variant& variant);
/// `forms` as an expression over the GraphForm names.
std::string forms_expression(unsigned forms);

/// `Numbering::Degree`.
std::string numbering_text(mapped::Numbering numbering);

}  // namespace maxwarp::emit
