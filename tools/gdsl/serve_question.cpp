// The sets of characters are narrow: a mapping and an argument can hold no path, no blank and no second option.
#include "tools/gdsl/serve_question.h"

#include <algorithm>

#include "llvm/ADT/StringExtras.h"
#include "runtime/graph/parse.h"
#include "tools/gdsl/serve_folder.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_mapping = 1000, most_arguments = 50, most_argument = 200;

bool has_only(std::string_view text, std::string_view others) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return llvm::isAlnum(c) || others.find(c) != std::string_view::npos;
  });
}

/// `granularity=warp:8`, `relax.push=scan`; with `|*` as `others` those of a space, too.
bool is_setting(std::string_view text, const std::string& others = "") {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || text.ends_with(".map")) return false;
  const std::string_view key = text.substr(0, equals), value = text.substr(equals + 1);
  return has_only(key, "_.-") && key.front() != '-' && has_only(value, "_.:-+" + others);
}

bool is_argument(std::string_view name, std::string_view value) {
  return has_only(name, "_") && value.size() <= most_argument && has_only(value, ".,:+_-");
}

llvm::Expected<std::vector<std::string>> arguments_of(const Json& asked) {
  std::vector<std::string> words;
  if (!asked.contains("arguments")) return words;
  const Json& arguments = asked["arguments"];
  if (!arguments.is_object() || arguments.size() > most_arguments) return fail("`arguments` is no object of few names");
  for (const auto& [name, value] : arguments.items()) {
    if (!value.is_string() || !is_argument(name, value.get<std::string>()))
      return fail("`{}` is no argument that can be given here; write `name=value` without paths", name);
    words.push_back(name + "=" + value.get<std::string>());
  }
  return words;
}

llvm::Expected<std::string> space_of(const Json& asked) {
  if (!asked.contains("space") || asked["space"] == "") return std::string();
  auto space = text_at(asked, "space", most_mapping);
  if (!space) return space.takeError();
  const auto is_choice = [](std::string_view one) { return is_setting(one, "|*"); };
  if (*space == "pairs" || std::ranges::all_of(split(*space, ','), is_choice)) return space;
  return fail("`{}` is no space of mappings; write `key=a|b,key=*`, or `pairs`", *space);
}

}  // namespace

llvm::Expected<std::string> text_at(const Json& asked, const char* key, std::size_t most_bytes) {
  if (!asked.is_object() || !asked.contains(key) || !asked[key].is_string())
    return fail("the request has no `{}`", key);
  auto text = asked[key].get<std::string>();
  if (text.size() > most_bytes) return fail("`{}` has more than {} bytes", key, most_bytes);
  return text;
}

llvm::Expected<Question> question_of(const Json& asked) {
  Question question;
  for (const auto& [key, field, most_bytes] : {std::tuple("program", &question.program, std::size_t{500}),
                                               std::tuple("text", &question.text, ProgramFolder::most_bytes),
                                               std::tuple("map", &question.mapping, most_mapping)}) {
    auto text = text_at(asked, key, most_bytes);
    if (!text) return text.takeError();
    *field = std::move(*text);
  }
  const auto is_mapping = [](std::string_view one) { return is_setting(one); };
  if (!question.mapping.empty() && !std::ranges::all_of(split(question.mapping, ','), is_mapping))
    return fail("`{}` is no mapping; write `key=value,…`", question.mapping);
  auto space = space_of(asked);
  if (!space) return space.takeError();
  question.space = std::move(*space);
  auto arguments = arguments_of(asked);
  if (!arguments) return arguments.takeError();
  question.arguments = std::move(*arguments);
  if (!asked.contains("edit") || !asked["edit"].is_number_unsigned()) return fail("the request has no `edit`");
  question.edit = asked["edit"].get<std::uint64_t>();
  return question;
}

}  // namespace maxwarp::workbench
