// The built-in references, and the choice between them and recorded results.
#include "runtime/runner/oracle.h"

#include <any>

#include "runtime/runner/expected_results.h"
#include "runtime/runner/verify.h"

namespace maxwarp::runner {
namespace {

/// Keeps what it has computed for the next variant, of so many sets of arguments: it takes memory.
class BuiltInReference final : public Oracle {
 public:
  /// `keeps`: another variant with the same runs follows.
  explicit BuiltInReference(bool keeps) : kept_(keeps ? most_kept : 0) {}

  const std::string& name() const override { return name_; }
  MaybeFailure begin(const Algorithm&) override { return std::nullopt; }
  void begin_variant() override { next_ = 0; }
  MaybeFailure advance() override {
    ++next_;
    return std::nullopt;
  }
  Verdict judge(const Algorithm& algorithm, const Variant&, const Graph& graph, const ArgumentSet& arguments,
                const RunResult& result) override {
    std::any once;
    std::any& expected = next_ > 0 && next_ <= kept_.size() ? kept_[next_ - 1] : once;
    return {first_difference(algorithm, graph, arguments, result, expected), {}, true};
  }

 private:
  static constexpr std::size_t most_kept = 64;

  std::vector<std::any> kept_;
  std::size_t next_ = 0;  // number of the run that `advance` went to, from 1 on
  std::string name_ = "the reference";
};

}  // namespace

Result<std::unique_ptr<Oracle>> open_oracle(const Algorithm& algorithm, const RunnerOptions& options,
                                            const std::string& option) {
  if (!options.expected_results.empty()) return open_expected_results(options.expected_results, options.program);
  if (!options.verify_program.empty())
    return Failure{"--verify=" + options.verify_program +
                   ": a program alone compiles no other one; write `gdsl run` or leave the name out"};
  const bool several = options.variant == "all" || options.variant.find(',') != std::string::npos;
  if (has_reference(algorithm))
    return std::unique_ptr<Oracle>(std::make_unique<BuiltInReference>(several && options.selftest < 0));
  return Failure{option + ": there is no reference for `" + algorithm.name +
                 "`; `gdsl run` compares with the interpreter; a program alone has one for " + reference_names()};
}

}  // namespace maxwarp::runner
