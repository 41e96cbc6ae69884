// The orders of the SIMT engine, as the runner asks for them.
#include "runtime/device/schedules.h"
#include "runtime/simt/include/simt/observer.h"
#include "runtime/simt/include/simt/orders.h"

namespace maxwarp {
namespace {

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

  std::string text(const SchedulePoint& point) const override {
    return simt::point_text({point.kernel, point.barrier});
  }
};

}  // namespace

Schedules* simt_schedules() {
  static SimtSchedules instance;
  return &instance;
}

}  // namespace maxwarp
