// The built-in references, and the choice between them and recorded results.
#include "runtime/runner/oracle.h"

#include "runtime/runner/expected_results.h"
#include "runtime/runner/verify.h"

namespace maxwarp::runner {
namespace {

class BuiltInReference final : public Oracle {
 public:
  const std::string& name() const override { return name_; }
  MaybeFailure begin(const Algorithm&) override { return std::nullopt; }
  void begin_variant() override {}
  MaybeFailure advance() override { return std::nullopt; }
  Verdict judge(const Algorithm& algorithm, const Variant&, const Graph& graph, const ArgumentSet& arguments,
                const RunResult& result) override {
    return {first_difference(algorithm, graph, arguments, result), {}, true};
  }

 private:
  std::string name_ = "the reference";
};

}  // namespace

Result<std::unique_ptr<Oracle>> open_oracle(const Algorithm& algorithm, const RunnerOptions& options,
                                            const std::string& option) {
  if (!options.expected_results.empty()) return open_expected_results(options.expected_results, options.program);
  if (!options.verify_program.empty())
    return Failure{"--verify=" + options.verify_program +
                   ": a program alone compiles no other one; write `gdsl run` or leave the name out"};
  if (has_reference(algorithm)) return std::unique_ptr<Oracle>(std::make_unique<BuiltInReference>());
  return Failure{option + ": there is no reference for `" + algorithm.name +
                 "`; `gdsl run` compares with the interpreter; a program alone has one for " + reference_names()};
}

}  // namespace maxwarp::runner
