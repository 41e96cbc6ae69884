// Ridge regression of the logarithms, solved one factor after the other.
#include "runtime/runner/option_costs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace maxwarp::runner {
namespace {

/// Each factor has, besides its measurements, so many that say 1: a single measurement may be by chance.
constexpr double doubt = 1;
/// Until factors change no more, for practical purposes.
constexpr int sweeps = 30;

/// `key=value,…` by key.
std::map<std::string, std::string> settings_of(const std::string& mapping) {
  std::map<std::string, std::string> settings;
  for (std::size_t at = 0; at < mapping.size();) {
    const std::size_t end = std::min(mapping.find(',', at), mapping.size());
    const std::string setting = mapping.substr(at, end - at);
    const std::size_t equals = std::min(setting.find('='), setting.size());
    settings[setting.substr(0, equals)] = setting.substr(equals);
    at = end + 1;
  }
  return settings;
}

}  // namespace

OptionCosts::OptionCosts(const std::vector<std::string>& mappings) : values_(mappings.size()) {
  std::vector<std::map<std::string, std::string>> settings;
  std::set<std::string> keys = {""};  // that of the program itself, which all share
  for (const std::string& mapping : mappings) {
    settings.push_back(settings_of(mapping));
    for (const auto& [key, value] : settings.back()) keys.insert(key);
  }
  for (const std::string& key : keys) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < mappings.size(); ++i) {
      const auto set = settings[i].find(key);
      const std::string value = set == settings[i].end() ? "" : set->second;
      values_[i].push_back(places.emplace(value, factors_.size() + places.size()).first->second);
    }
    factors_.resize(factors_.size() + places.size());
  }
}

void OptionCosts::learn(const std::vector<std::pair<std::size_t, double>>& ratios) {
  std::fill(factors_.begin(), factors_.end(), 0);
  std::vector<double> rest;  // what the factors do not explain
  for (const auto& [candidate, ratio] : ratios) rest.push_back(std::log(ratio));
  std::vector<std::vector<std::size_t>> users(factors_.size());
  for (std::size_t i = 0; i < ratios.size(); ++i)
    for (const std::size_t value : values_[ratios[i].first]) users[value].push_back(i);
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t value = 0; value < factors_.size(); ++value) {
      double sum = 0;
      for (const std::size_t i : users[value]) sum += rest[i] + factors_[value];
      const double factor = sum / (static_cast<double>(users[value].size()) + doubt);
      for (const std::size_t i : users[value]) rest[i] -= factor - factors_[value];
      factors_[value] = factor;
    }
}

double OptionCosts::expected(std::size_t candidate) const {
  double sum = 0;
  for (const std::size_t value : values_[candidate]) sum += factors_[value];
  return sum;
}

}  // namespace maxwarp::runner
