// The functions around the control of a program: its workspace, and what the caller calls.
#include <fmt/format.h>

#include "compiler/emit/host.h"

namespace maxwarp::emit {

using mapped::Index;
using mapped::Storage;
using mapped::StorageKind;
using mapped::StorageOwner;

std::string HostPrinter::take_list(const Storage& storage) {
  const char* edge = program_.index == Index::Auto ? "<edge_t>" : "";
  if (storage.kind == StorageKind::EdgeList && storage.room == mapped::Room::Bounded)
    return fmt::format("take_bounded_edges{}(layout, graph.edges)", edge);
  if (storage.kind == StorageKind::EdgeList) return fmt::format("layout.take_edge_list{}(graph.edges)", edge);
  if (storage.kind == StorageKind::Pieces)
    return fmt::format("layout.take_pieces(graph.nodes, graph.edges, graph.{}_offsets, {})",
                       storage.direction == ir::Direction::Out ? "row" : "column", storage.piece);
  const std::string room = list_room(storage.share);
  if (storage.room == mapped::Room::Bounded) return fmt::format("layout.take_bounded({0}, {0})", room);
  if (storage.room == mapped::Room::Growing)
    return fmt::format("layout.take_bounded({}, {})", room,
                       storage.first_room ? std::to_string(storage.first_room) : "first_room(graph.nodes)");
  const bool extent = !storage.symbol->type.extents.empty();
  return fmt::format("layout.take_worklist({})",
                     extent ? expressions_.print(elements_of(program_, storage.symbol)) : room);
}

// The length of an array of the workspace that is no list.
std::string HostPrinter::length_of(const Storage& storage) {
  switch (storage.kind) {
    case StorageKind::Sum:
    case StorageKind::Steps:
    case StorageKind::Variables:
    case StorageKind::Cell: return "1";
    case StorageKind::Bits:
    case StorageKind::EdgeBits: return fmt::format("bit_words({})", bit_count(storage));
    case StorageKind::Scratch:
      return fmt::format("{}_words<{}>({})", storage.primitive == checked::Primitive::Sort ? "sort" : "sum",
                         element_type(storage.of->type.scalar), expressions_.print(elements_of(program_, storage.of)));
    case StorageKind::Counts: return "mark_chunks(graph.nodes)";
    case StorageKind::Slots: return "slot_words(graph.nodes)";
    case StorageKind::Offsets: return list_room(storage.share) + " + 1 + most_ranges";
    case StorageKind::Property:
      if (storage.symbol->type.space == ir::Space::Array)
        return expressions_.print(elements_of(program_, storage.symbol));
      return storage.symbol->type.space == ir::Space::Edge ? "graph.edges" : "graph.nodes";
    default: return "graph.nodes";
  }
}

void HostPrinter::workspace_member(const Storage& storage, std::string& members, std::string& takes) {
  const std::string own = name(storage.symbol);
  if (const std::string list = list_type(storage, program_.index); !list.empty()) {
    members += list + " " + own + ";\n";
    takes += fmt::format("{} = {};\n", own, take_list(storage));
    return;
  }
  const bool variables = storage.kind == StorageKind::Variables;
  const std::string type = variables ? variables_namespace(storage.symbol) + "::Variables" + template_words(program_)
                                     : memory_type(storage);
  members += fmt::format("{} *{};\n", type, own);
  takes += fmt::format("{} = layout.take<{}>({});\n", own, type, length_of(storage));
}

void HostPrinter::workspace() {
  if (!owns_workspace()) return;
  std::string members, takes;
  for (const Storage& storage : program_.storages)
    if (storage.owner == StorageOwner::Workspace) workspace_member(storage, members, takes);
  line("// The arrays that the program needs for itself, laid out in the caller's workspace.");
  line(std::string(template_head(program_)) + "struct Workspace {");
  line(members + "std::size_t bytes;\n");
  const std::string base = names_.fresh("base");
  line(fmt::format("Workspace({}, void *{}) {{", shape_list(program_, names_, true, true, view_type(program_.index)),
                   base));
  line(fmt::format("WorkspaceLayout layout({});", base));
  line(takes + "bytes = layout.bytes();\n}\n};\n");
}

// The types of shape_list without names, for a function that needs none of them.
std::string HostPrinter::unnamed_shape() const {
  std::string list = "const GraphView &";
  for (const ir::Symbol* symbol : shape_parameters(program_)) list += ", " + value_type(symbol->type.scalar);
  return list;
}

// What the functions around call the view whose type of edges is known.
const std::string& HostPrinter::view_name() {
  if (view_.empty()) view_ = names_.fresh("view");
  return view_;
}

std::string HostPrinter::bytes_function() {
  if (!owns_workspace()) return fmt::format("std::size_t workspace_bytes({}) {{ return 0; }}\n", unnamed_shape());
  const std::string given = shape_list(program_, names_, true), passed = shape_list(program_, names_, false);
  if (program_.index == Index::Wide)
    return fmt::format("std::size_t workspace_bytes({}) {{ return Workspace({}, nullptr).bytes; }}\n", given, passed);
  const std::string view = view_name(), rest = passed.substr(std::string("graph").size());
  return fmt::format(
      "std::size_t workspace_bytes({}) {{\nreturn with_index(graph, [&](const auto &{}) {{ return Workspace({}{}, "
      "nullptr).bytes; }});\n}}\n",
      given, view, view, rest);
}

// Where the type of edges is open, the function with that body is a template, which `run` calls.
std::string HostPrinter::run_function(const std::string& body, Target target) {
  const checked::Algorithm& algorithm = *program_.algorithm;
  if (program_.index == Index::Wide) return run_signature(algorithm, names_, target, false) + "\n" + body;
  const std::string view = view_name();
  return fmt::format(
      "namespace {{\n\ntemplate <typename edge_t>\n{}\n{}\n}}  // namespace\n\n{} {{\nreturn with_index(graph, "
      "[&](const "
      "auto &{}) {{ return run_with({}, {}); }});\n}}\n",
      run_signature(algorithm, names_, target, false, "run_with", view_type(program_.index)), body,
      run_signature(algorithm, names_, target, false), view, view, run_arguments(algorithm, names_));
}

}  // namespace maxwarp::emit
