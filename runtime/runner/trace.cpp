// Arrays are copied, not hashed, so that the element is known, and so that the rounding of sums is no difference. What
// a kernel has not changed is kept once.
#include "runtime/runner/trace.h"

#include <algorithm>

#include "runtime/runner/difference.h"

namespace maxwarp::runner {
namespace {

constexpr std::size_t most_kept = std::size_t{256} << 20;  // bytes

bool is_traced(const PlacedArray& array) { return array.info->declared && !array.info->open; }

/// Elements of an array in memory: values, or pairs of them, the second at a multiple of its size.
struct Elements {
  const ArrayInfo& info;
  std::size_t first = element_bytes(info.type), second = info.pair ? element_bytes(info.second) : 0;
  std::size_t offset = std::max(first, second), step = info.pair ? 2 * offset : first;

  static ScalarValue value(const std::byte* from, ScalarType type) {
    HostArray one{type, {from, from + element_bytes(type)}};
    return one[0];
  }
  bool same(const std::byte* a, const std::byte* b, double absolute) const {
    return same_value(value(a, info.type), value(b, info.type), info.type, absolute) &&
           (!info.pair || same_value(value(a + offset, info.second), value(b + offset, info.second), info.second, 0));
  }
  std::string text(const std::byte* from, const Labels& labels) const {
    const std::string one = value_text(value(from, info.type), info.type, labels);
    return info.pair ? "(" + one + ", " + value_text(value(from + offset, info.second), info.second, labels) + ")"
                     : one;
  }
};

}  // namespace

Trace::Trace(Schedules& schedules, const Session& session, double absolute)
    : schedules_(schedules), session_(session), absolute_(absolute) {
  schedules_.observe([this](const SchedulePoint& point) { pass(point); });
}

Trace::~Trace() { schedules_.observe({}); }

void Trace::begin() {
  ++runs_;
  next_ = 0;
  first_.reset();
  lasting_.clear();
}

void Trace::pass(const SchedulePoint& point) {
  if (runs_ == 1)
    keep(point);
  else
    compare(point);
}

Trace::Moment Trace::next_moment(const SchedulePoint& point, const Moment* before) const {
  Moment moment{point, 1, point.barrier != 0 ? 1 : 0, {}};
  if (before == nullptr) return moment;
  const bool within = before->point.barrier != 0;  // the launch that was in progress still is
  moment.launch = before->launch + (within ? 0 : 1);
  if (within) moment.barriers += before->barriers;
  return moment;
}

void Trace::keep(const SchedulePoint& point) {
  if (full_) return;
  const Moment* before = moments_.empty() ? nullptr : &moments_.back();
  Moment moment = next_moment(point, before);
  const auto& arrays = session_.arrays();
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const std::byte *begin = arrays[i].data, *end = begin + arrays[i].bytes;
    if (!is_traced(arrays[i])) {
      moment.arrays.push_back(nullptr);
    } else if (before != nullptr && std::equal(begin, end, before->arrays[i]->begin(), before->arrays[i]->end())) {
      moment.arrays.push_back(before->arrays[i]);
    } else {
      moment.arrays.push_back(std::make_shared<const std::vector<std::byte>>(begin, end));
      kept_ += arrays[i].bytes;
    }
  }
  full_ = kept_ > most_kept;
  if (!full_) moments_.push_back(std::move(moment));
}

std::string Trace::difference(const PlacedArray& array, const std::vector<std::byte>& kept) const {
  if (array.bytes != kept.size() || std::equal(kept.begin(), kept.end(), array.data)) return "";
  const Elements elements{*array.info};
  for (std::size_t at = 0; at + elements.step <= kept.size(); at += elements.step) {
    if (elements.same(&kept[at], array.data + at, absolute_)) continue;
    const auto i = static_cast<std::int64_t>(at / elements.step);
    return element_name(array.info->name, array.info->space, session_.labels(), i) + " is " +
           elements.text(&kept[at], session_.labels()) + " and " + elements.text(array.data + at, session_.labels());
  }
  return "";
}

void Trace::compare(const SchedulePoint& point) {
  if (next_ >= moments_.size()) return;
  const std::size_t now = next_++;
  if (moments_[now].point != point) {
    if (!first_) first_ = {now, "the other run comes to " + schedules_.text(point)};
    next_ = moments_.size();  // from here on they do not correspond
    return;
  }
  const auto& arrays = session_.arrays();
  lasting_.resize(arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (!is_traced(arrays[i])) continue;
    std::string text = difference(arrays[i], *moments_[now].arrays[i]);
    if (text.empty()) lasting_[i].reset();
    if (text.empty()) continue;
    if (!first_) first_ = {now, text};
    if (!lasting_[i]) lasting_[i] = {now, std::move(text)};
  }
}

std::string Trace::moment_text(const Moment& moment) const {
  std::string text = schedules_.text(moment.point) + ", launch " + std::to_string(moment.launch);
  return moment.barriers == 0 || moment.point.barrier == 0 ? text
                                                           : text + ", barrier " + std::to_string(moment.barriers);
}

std::string Trace::parting(const std::string& result) const {
  const auto told = [&](const Place& place) {
    return "after " + moment_text(moments_[place.moment]) + ": " + place.text;
  };
  if (!first_) return "";
  std::string text = told(*first_);
  const auto& arrays = session_.arrays();
  for (std::size_t i = 0; i < lasting_.size(); ++i)
    if (lasting_[i] && arrays[i].info->name == result && lasting_[i]->moment != first_->moment)
      text += "; `" + result + "` differs " + told(*lasting_[i]);
  return text;
}

}  // namespace maxwarp::runner
