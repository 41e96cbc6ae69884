// What an iteration does, as a tree: the accesses up to one that needs an answer, and for each answer what follows. It
// depends on the answers alone, so that it is found once, by running the iteration in the interpreter from its
// beginning with the answers so far.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <unordered_map>

#include "test/differential/explorer/conflicts.h"
#include "test/differential/explorer/values.h"
#include "tools/interpreter/machine.h"

namespace maxwarp::explorer {

using checked::Stmt;
using checked::Symbol;
using interpreter::Item;

enum class Act : std::uint8_t {
  Load,  // answer: a value that `element` held
  Store,
  Update,  // a reduction. Answer, where the statement uses its outcome: the value before
  Count,   // by a tally
  Activate,
  Fork,   // a parallel loop inside. Answer: what it has left in the local variables that it changes
  Break,  // of the parallel loop that the iteration is of
  Fault,  // an error of the program
  End,
};

struct Access {
  Act act = Act::End;
  int element = -1, payload_element = -1;
  ValueId value = 0, payload = 0;  // Count: the amount
  const Stmt* stmt = nullptr;      // Update, Fork
  node_t node = no_node;           // Activate
  Location location = {};
  StatusCode fault = StatusCode::Ok;  // Fault
};

using Answer = std::vector<ValueId>;
struct Fork;

/// Where an iteration begins.
struct Origin {
  const Stmt* loop = nullptr;
  Item item;
  const Fork* fork = nullptr;  // null: of the region
  int path = 0;
};

/// A place on the way of an iteration: it has had its answers up to here, or has just begun.
struct Point {
  int id = 0;
  const Origin* origin = nullptr;
  const Point* before = nullptr;
  Answer answer;                 // that led here
  int forks = 0;                 // loops that it has passed
  bool known = false;            // whether the rest is filled in
  std::vector<Access> accesses;  // the last one needs an answer, or ends the iteration
  std::unique_ptr<Fork> fork;    // where that is a Fork
  std::vector<std::unique_ptr<Point>> next;
};

/// A parallel loop that an iteration has come to.
struct Fork {
  const Stmt* loop = nullptr;
  const Origin* around = nullptr;  // of the iteration that has come to it
  bool breaks = false;
  std::vector<interpreter::Place> locals;        // what the local names stand for
  std::unordered_map<const Symbol*, int> cells;  // local names that iterations share, and their owners
  std::vector<const Symbol*> own;                // those whose owner is the iteration itself
  std::vector<std::unique_ptr<Origin>> origins;  // one an item
  std::vector<std::unique_ptr<Point>> begins;
};

/// What of a parallel loop its iterations touch.
struct Scope {
  std::set<const Symbol*> written;  // outside of local names
  std::vector<const Symbol*> locals;
  std::unordered_map<const Stmt*, std::set<const Symbol*>>
      carried;                   // by loop inside: local names of outside that it changes
  std::set<const Stmt*> broken;  // parallel loops that a `break` leaves
};
Scope scope_of(const Stmt& region);

/// Runs the host's statements, and iterations as far as their answers go.
class Recorder : public interpreter::Machine {
 public:
  Recorder(const checked::Algorithm& algorithm, const Call& call) : Machine(algorithm, call, {}) {}

  /// The region that is run from now on. What has been found out about its iterations is forgotten.
  void enter(const Stmt& region, const Scope& scope, Paths& paths, Elements& elements, bool ordered);
  /// The beginning of an iteration of the region.
  Point& begin(const Item& item);
  /// The place after an answer.
  Point& after(Point& point, Answer answer);
  /// Fills in what is not known of the point.
  void look(Point& point);
  /// Before the region is left: other statements touch values directly again.
  void leave() { scope_ = nullptr; }

  ValueId initial(int element);
  Values& values() { return values_; }

 protected:
  interpreter::Flow statement(const Stmt& stmt) override;

 private:
  interpreter::Value load(const interpreter::Element& element) override;
  void store(const interpreter::Element& element, const interpreter::Value& value) override;
  interpreter::Value update(const interpreter::Update& update) override;
  /// `Region` collects sums, for each schedule its own.
  bool collect(const Stmt&, const interpreter::Value&) override { return false; }
  void count(const Symbol& tally, std::int64_t key, const interpreter::Value& amount) override;
  void activate(node_t node) override;
  void foreach_loop(const Stmt& stmt) override;

  void play(const Point& point);
  void join(const Fork& fork, const Answer& answer);
  std::unique_ptr<Fork> fork(const Stmt& stmt, std::vector<Item> items);
  std::unique_ptr<Point> make_point(const Origin& origin) const;
  /// The number of a shared element, or -1 where the iteration has it for itself.
  int shared(const interpreter::Element& element);
  bool is_replaying() const { return answered_ < answers_.size(); }
  const Answer& next_answer() { return answers_[answered_++]->answer; }
  void record(Access access);
  [[noreturn]] void ask(Access access);

  Values values_;
  const Stmt* region_ = nullptr;
  const Scope* scope_ = nullptr;
  Paths* paths_ = nullptr;
  Elements* elements_ = nullptr;
  bool ordered_ = false;
  std::map<int, std::unique_ptr<Point>> begins_;  // by path
  std::vector<std::unique_ptr<Origin>> origins_;
  mutable int points_ = 0;

  // While an iteration is played:
  Point* point_ = nullptr;
  std::vector<const Point*> answers_;  // the points after each answer
  std::size_t answered_ = 0;
  Location here_;
};

}  // namespace maxwarp::explorer
