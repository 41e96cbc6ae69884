// The observer, and the names of kernels, which the plugin has left in a table.
#include "runtime/simt/include/simt/observer.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "runtime/simt/observation.h"
#include "runtime/simt/report.h"

namespace {

struct KernelRow {
  const void* kernel;
  const char* name;  // mangled
};

}  // namespace

// Present in every program, so that the table always exists.
extern "C" {
__attribute__((section("maxwarp_kernel_table"), used, aligned(16)))
const KernelRow maxwarp_simt_first_kernel = {nullptr, ""};
extern const KernelRow __start_maxwarp_kernel_table __attribute__((visibility("hidden")));
extern const KernelRow __stop_maxwarp_kernel_table __attribute__((visibility("hidden")));
}

namespace maxwarp::simt {

namespace {

std::function<void(const Point&)>& observer() {
  static std::function<void(const Point&)> instance;
  return instance;
}

/// `void space::(anonymous namespace)::expand<8>(int*)` without all but `expand`.
std::string own_name(std::string text) {
  const std::string unnamed = "(anonymous namespace)::";
  for (std::size_t at = 0; (at = text.find(unnamed)) != std::string::npos;) text.erase(at, unnamed.size());
  text.resize(std::min(text.find_first_of("<("), text.size()));
  const std::size_t before = text.find_last_of(": ");
  return before == std::string::npos ? text : text.substr(before + 1);
}

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? text.get() : name;
}

}  // namespace

void set_observer(std::function<void(const Point&)> function) {
  std::lock_guard lock(engine.mutex);
  observer() = std::move(function);
}

void pass_point(std::uintptr_t barrier) {
  if (observer() && !engine.launch.ended_by_finding) observer()({engine.launch.invocation.kernel, barrier});
}

std::string kernel_name(const void* kernel) {
  static const std::unordered_map<const void*, std::string> names = [] {
    std::unordered_map<const void*, std::string> all;
    for (const KernelRow* row = &__start_maxwarp_kernel_table; row != &__stop_maxwarp_kernel_table; ++row)
      all.emplace(row->kernel, own_name(demangled(row->name)));
    return all;
  }();
  const auto found = names.find(kernel);
  return found == names.end() ? "?" : found->second;
}

std::string point_text(const Point& point) {
  const std::string kernel = fmt::format("kernel `{}`", kernel_name(point.kernel));
  const auto line = [](const Place& place) { return place.line.substr(place.line.find_last_of('/') + 1); };
  if (point.barrier != 0)
    return fmt::format("the grid barrier at {} of {}", line(resolve(point.barrier, true)), kernel);
  return fmt::format("{} ({})", kernel, line(resolve(reinterpret_cast<std::uintptr_t>(point.kernel), false)));
}

}  // namespace maxwarp::simt
