// The description of a compiled algorithm: what the runner needs in order to call it by names.
// gdslc writes one beside the product (`--emit-entry`); hand-written code may fill one in as well.
#pragma once

#include "maxwarp/graph_view.h"
#include "maxwarp/selection.h"

namespace maxwarp {

class KeptGraphs;
class StageObserver;

/// Element types. In arrays a Bool takes 32 bits (0 or 1), so that it can be updated atomically; Node is
/// node_t, Edge is edge_t, Int 32 and Long 64 bits.
enum class ScalarType : std::uint8_t { Bool, Int, Long, Float, Double, Node, Edge, Bits };

/// Where a parameter or result lives: one value, one per node, one per edge, an array with its own length,
/// or a set of nodes (a parameter: a list of `count` nodes; a result: one Bool per node, 1 for members).
enum class ValueSpace : std::uint8_t { Global, Node, Edge, Array, NodeSet };

struct Call;

/// An extent of an array: as the program writes it, and its value in a call.
struct ExtentInfo {
  const char* text;
  std::int64_t (*value)(const Call&);
  ScalarType index = ScalarType::Long;  // Node, Edge: it stands for all of them
};

/// A value by kind: integers, bools, nodes and edges in `integer`, float and double in `real`.
struct ScalarValue {
  std::int64_t integer = 0;
  double real = 0;
};

/// A parameter of the algorithm, in the order of the program text.
struct ParameterInfo {
  const char* name;
  ScalarType type;
  ValueSpace space;
  bool has_default;
  ScalarValue default_value;
  const ExtentInfo* extents = nullptr;  // of an Array: what each extent of the argument has to be. The first
                                        // to name a length gives its value
  int dimensions = 0;
};

/// A result. `length` gives the number of elements of an Array result (null in the other spaces).
struct ResultInfo {
  const char* name;
  ScalarType type;
  ValueSpace space;
  std::int64_t (*length)(const Call&);
  const ExtentInfo* extents = nullptr;  // of an Array
  int dimensions = 0;
  bool rises = false;  // `max=` changes it: its `inf` is a value, as at the source of widest paths, not a mark of nodes
                       // that were not reached
};

/// What the program leaves open (dsl/reference.md, "What a result depends on").
enum class ChoiceKind : std::uint8_t { Any, Payload, Exchange, Latest, Before, Rounding, Overflow };

/// A choice that may show in results: apart from the choices, two runs agree. `Before` is the same wherever the nodes
/// are numbered alike, `Rounding` stays within rounding for real numbers; the others are open in every run.
struct ChoiceInfo {
  ChoiceKind kind;
  const char* name;    // the variable, property or function that it is about
  int line;            // of the program
  const int* results;  // the places of the results that may show it
  int result_count;
  const char* file = nullptr;  // of the line, if it is in an imported file
};

/// A condition that the arguments have to meet, such as `weight >= 0`; the runner checks it before a run.
struct RequirementInfo {
  const char* text;       // as the program writes it
  ValueSpace space;       // Node, Edge: it has to hold at every node, for every edge. Global: once
  const int* parameters;  // the places of the parameters that it names
  int parameter_count;
  /// The first of the elements begin .. end for which it does not hold, or -1. Arguments are in host memory. Global: 0
  /// or -1.
  std::int64_t (*first_fault)(const Call&, std::int64_t begin, std::int64_t end);
};

/// One parameter as passed: `scalar` for Global; `data` (engine memory) otherwise.
struct Argument {
  ScalarValue scalar;
  const void* data = nullptr;
  std::int64_t count = 0;                 // elements at `data`
  const std::int64_t* extents = nullptr;  // of an Array: its elements are stored row by row
};

/// Everything a run takes. Results in the Global space are written to `scalar_results`, the others to
/// `result_data` (engine memory, elements of the result's type, allocated by the caller).
struct Call {
  GraphView graph;
  const Argument* arguments = nullptr;    // one per parameter
  void* const* result_data = nullptr;     // one per result, null for Global results
  ScalarValue* scalar_results = nullptr;  // one per result
  void* workspace = nullptr;              // engine memory
  std::size_t workspace_bytes = 0;
  void* stream = nullptr;        // cudaStream_t
  std::int64_t max_rounds = 0;   // 0: as in RunOptions
  std::int64_t rounds = 0;       // out: rounds of the `iterate` and `repeat` loops run, added up
  KeptGraphs* graphs = nullptr;  // as in RunOptions
  void* (*more)(void* owner, std::size_t bytes) = nullptr;  // as in RunOptions
  void* owner = nullptr;
  StageObserver* observer = nullptr;  // as in RunOptions
};

/// An array or single value (Global) that a run keeps in engine memory, for tools that inspect it from outside.
struct ArrayInfo {
  const char* name;
  ValueSpace space;
  ScalarType type;    // of a pair: of its first value
  ScalarType second;  // of a pair: of its second value; else as `type`
  bool pair;
  int result;     // its place among the results, or -1
  int workspace;  // else its place in the workspace
  bool declared;  // declared by the program; otherwise added by the mapping
  bool open;      // may differ between two runs by more than rounding
};

/// What all changes of an element by one kernel, between two grid-wide barriers, have in common, so that several
/// threads may make them: one thread makes all of them, all store one value, or all are atomic and go in one
/// direction.
enum class Sharing : std::uint8_t { Own, Uniform, Min, Max, And, Or, Atomic };

/// How a kernel changes an array that threads share; `array` is its place in Variant::arrays.
struct SharingInfo {
  const char* kernel;
  int array;
  Sharing sharing;
};

/// One compiled mapping of the algorithm.
struct Variant {
  const char* name;                             // of `--map=NAME:…`, or "default"
  const char* mapping;                          // the resolved mapping as `key=value,…`
  unsigned forms;                               // GraphForm bits that it needs; 0: it does not look at the graph
  std::size_t (*workspace_bytes)(const Call&);  // reads the graph and the arguments
  Status (*run)(Call&);
  const char* const* workspace = nullptr;  // what the arrays of the workspace are called, in their order
  int workspace_count = 0;
  Numbering numbering = Numbering::Given;  // of the graph that it is meant for; it is right on any
  const ArrayInfo* arrays = nullptr;       // CUDA only: what stages read and write, arguments and lists aside
  int array_count = 0;
  const SharingInfo* sharing = nullptr;  // CUDA only: what the SIMT engine checks
  int sharing_count = 0;
  bool observed = false;     // compiled with --instrument: it tells the observer of a call of its stages
  bool host_starts = false;  // observed: the host starts stages that the mapping would have the device start
  bool timed = false;        // observed: only when stages begin and end
};

struct Algorithm {
  const char* name;
  const char* documentation;
  const char* engine;  // "cuda" or "openmp"; the SIMT engine runs "cuda"
  const ParameterInfo* parameters;
  int parameter_count;
  const ResultInfo* results;
  int result_count;
  const Variant* variants;
  int variant_count;
  bool requires_symmetric;
  bool requires_simple;              // no self-loops, no parallel edges
  const Algorithm* reals = nullptr;  // the form for graphs whose weights are real numbers (`number` is double)
  bool requires_tree = false;        // a forest whose edges run from parents to children
  const RequirementInfo* requirements = nullptr;
  int requirement_count = 0;
  const char* source = "";  // the program's file, for messages
  const ChoiceInfo* choices = nullptr;
  int choice_count = 0;
  const SelectionNode* selection = nullptr;  // the tree that chooses a variant for a graph, its root first; null: none
};

}  // namespace maxwarp

/// The algorithm linked into this program.
extern "C" const maxwarp::Algorithm* maxwarp_algorithm();
