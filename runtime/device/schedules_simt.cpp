// The orders of the SIMT engine, as the runner asks for them.
#include "runtime/device/schedules.h"
#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/guarantees.h"
#include "runtime/simt/include/simt/observer.h"
#include "runtime/simt/include/simt/orders.h"

namespace maxwarp {
namespace {

simt::ValueType value_type(ScalarType type) {
  switch (type) {
    case ScalarType::Bool:
    case ScalarType::Int:
    case ScalarType::Node: return simt::ValueType::Signed32;
    case ScalarType::Long:
    case ScalarType::Bits:
    case ScalarType::Edge: return simt::ValueType::Signed64;
    case ScalarType::Float: return simt::ValueType::Float;
    case ScalarType::Double: return simt::ValueType::Double;
  }
  return simt::ValueType::Signed32;
}

simt::Sharing sharing(Sharing sharing) {
  switch (sharing) {
    case Sharing::Own: return simt::Sharing::Own;
    case Sharing::Uniform: return simt::Sharing::Uniform;
    case Sharing::Min: return simt::Sharing::Min;
    case Sharing::Max: return simt::Sharing::Max;
    case Sharing::And: return simt::Sharing::And;
    case Sharing::Or: return simt::Sharing::Or;
    case Sharing::Atomic: return simt::Sharing::Atomic;
  }
  return simt::Sharing::Atomic;
}

class SimtSchedules final : public Schedules {
 public:
  bool choose(const std::string& order) override {
    const auto parsed = simt::parse_order(order);
    if (parsed) simt::set_order(*parsed);
    return parsed.has_value();
  }

  std::string forms() const override { return simt::order_forms(); }

  std::string of_series(int number) const override {
    return simt::order_text(simt::order_of_series(static_cast<std::uint64_t>(number)));
  }

  void observe(std::function<void(const SchedulePoint&)> observer) override {
    if (!observer) return simt::set_observer({});
    simt::set_observer(
        [observer = std::move(observer)](const simt::Point& point) { observer({point.kernel, point.barrier}); });
  }

  void check(const std::vector<SharingRule>& rules) override {
    std::vector<simt::Guarantee> guarantees;
    for (const SharingRule& rule : rules)
      guarantees.push_back(
          {rule.kernel, rule.array->name, rule.data, rule.bytes, value_type(rule.array->type), sharing(rule.sharing)});
    simt::set_guarantees(std::move(guarantees));
  }

  void begin_count(const void* own, std::size_t bytes) override {
    simt::collect_statistics(true);
    simt::watch_atomics(own, bytes);
    before_ = simt::totals();
  }

  LaunchCounts end_count() override {
    simt::collect_statistics(false);
    const simt::Totals now = simt::totals();
    return {simt::watched_atomics(), now.issued - before_.issued, now.sectors - before_.sectors};
  }

  std::string text(const SchedulePoint& point) const override {
    return simt::point_text({point.kernel, point.barrier});
  }

 private:
  simt::Totals before_;  // of what is being counted
};

}  // namespace

Schedules* simt_schedules() {
  static SimtSchedules instance;
  return &instance;
}

}  // namespace maxwarp
