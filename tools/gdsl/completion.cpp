// The scripts hold all words: pressing TAB starts no program.
#include "tools/gdsl/completion.h"

#include <fmt/format.h>

#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

/// The functions that the script of every program needs. bash splits words at `=` and `:`, and wants the part
/// after them alone; zsh does not.
constexpr const char* bash_functions = R"(_gdsl_match() {  # the words that begin with $1
  local begin=$1 word
  shift
  for word in "$@"; do
    [[ $word == "$begin"* ]] && COMPREPLY+=("$_gdsl_before$word")
  done
}
_gdsl_files() {  # files that begin with $1, folders, and files with the endings $2…
  local begin=$1 home= file name ending
  shift
  [[ $begin == "~/"* ]] && home="~/" begin=$HOME/${begin:2}
  for file in "$begin"*; do
    name=${file#"${home:+$HOME/}"}
    [[ -n ${ZSH_VERSION-} ]] || printf -v name %q "$name"
    name=$_gdsl_before$home$name
    [[ -d $file ]] && COMPREPLY+=("$name/")
    [[ -f $file ]] || continue
    [[ $# -eq 0 ]] && COMPREPLY+=("$name")
    for ending in "$@"; do
      [[ $file == *"$ending" ]] && COMPREPLY+=("$name")
    done
  done
}
_gdsl_mapping() {  # [NAME:]key=value,key=value or FILE.map
  local begin=$1 done=
  if [[ $begin == *,* ]]; then
    done=${begin%,*},
  elif [[ $begin == *:* && $begin != *=*:* ]]; then
    done=${begin%%:*}:
  fi
  _gdsl_before+=$done
  _gdsl_match "${begin#"$done"}" "${_gdsl_mappings[@]}"
  [[ -n $begin ]] && _gdsl_files "${begin#"$done"}" .map
}
_gdsl_offer() {  # what $1 has to offer for a word that begins with $2; further words as they are
  local kind=$1 begin=$2
  shift 2
  _gdsl_match "$begin" "$@"
  case $kind in
    file) _gdsl_files "$begin" ;;
    folder) _gdsl_files "$begin" / ;;
    program) _gdsl_files "$begin" .gdsl ;;
    graph) _gdsl_match "$begin" "${_gdsl_generators[@]}"; _gdsl_files "$begin" ;;
    mapping) _gdsl_mapping "$begin" ;;
  esac
}
_gdsl_finish() {  # takes off what bash holds for words of their own
  local i before=
  if [[ -z ${ZSH_VERSION-} && $1 == *[=:]* ]]; then
    before=${1%"${1##*[=:]}"}
  fi
  for ((i = 0; i < ${#COMPREPLY[@]}; ++i)); do
    COMPREPLY[i]=${COMPREPLY[i]#"$before"}
    # zsh adds no blank by itself: only behind a whole word, which is not to go on.
    [[ -z ${ZSH_VERSION-} || ${COMPREPLY[i]} == *[=:/] || $1 == --map=* ]] || COMPREPLY[i]+=" "
  done
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:/] ]] || [[ $1 == --map=* ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
)";

/// `KIND "$begin" WORDS…`, as `_gdsl_offer` takes it.
std::string offer(ValueKind kind, const char* begin, const std::vector<std::string>& words) {
  const char* names[] = {"none", "any", "file", "folder", "program", "graph", "mapping"};
  std::string text = fmt::format("_gdsl_offer {} {}", names[static_cast<int>(kind)], begin);
  for (const std::string& word : words) text += " " + shell_quoted(word);
  return text;
}

/// What may stand at the place of `$cur` after a command.
std::string option_cases(const CompletedCommand& command) {
  std::string cases, names;
  for (const CompletedOption& option : command.options) {
    const bool value = option.kind != ValueKind::None;
    names += " " + option.name + (value ? "=" : "");
    if (value)
      cases += fmt::format("        {0}=*) _gdsl_before={0}=; {1} ;;\n", option.name,
                           offer(option.kind, "\"${cur#*=}\"", option.values));
  }
  std::vector<std::string> words = command.commands;
  words.insert(words.end(), command.words.begin(), command.words.end());
  return cases + fmt::format("        -*) _gdsl_match \"$cur\"{} ;;\n        *) {} ;;\n", names,
                             offer(command.argument, "\"$cur\"", words));
}

/// The function of one program: finds the sub-command among the words, then offers what it takes.
std::string bash_program(const Completions& completions, const std::string& program) {
  std::string paths, offers;
  for (const CompletedCommand& command : completions.commands) {
    if (command.path.front() != program) continue;
    const std::string path = joined(command.path);
    if (command.path.size() > 1) paths += fmt::format("      '{}') path=\"$path $word\" ;;\n", path);
    offers += fmt::format("    '{}')\n      case $cur in\n{}      esac ;;\n", path, option_cases(command));
  }
  return fmt::format(
      R"(_{0}() {{
  local cur=${{COMP_LINE:0:$COMP_POINT}} path={0} word _gdsl_before=
  local -a before
  read -a before <<<"$cur"
  if [[ $cur == *[[:blank:]] ]]; then
    cur=
  else
    cur=${{before[${{#before[@]}}-1]}}
    unset "before[${{#before[@]}}-1]"
  fi
  for word in "${{before[@]:1}}"; do
    case "$path $word" in
{1}    esac
  done
  COMPREPLY=()
  case $path in
{2}  esac
  _gdsl_finish "$cur"
}}
complete -F _{0} {0}
)",
      program, paths, offers);
}

std::string word_list(const char* name, const std::vector<std::string>& words) {
  std::string text = std::string(name) + "=(";
  for (const std::string& word : words) text += "\n  " + shell_quoted(word);
  return text + "\n)\n";
}

std::vector<std::string> programs(const Completions& completions) {
  std::vector<std::string> names;
  for (const CompletedCommand& command : completions.commands)
    if (command.path.size() == 1) names.push_back(command.path.front());
  return names;
}

/// A quoted word of fish, in which only quotes and backslashes are special.
std::string fish_quoted(const std::string& word) {
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return quoted + "'";
}

/// When a command's words are offered: all names of its path were said, and no further sub-command.
std::string fish_condition(const CompletedCommand& command) {
  std::string text;
  for (std::size_t i = 1; i < command.path.size(); ++i)
    text += (text.empty() ? "" : "; and ") + fmt::format("__fish_seen_subcommand_from {}", command.path[i]);
  if (!command.commands.empty())
    text += (text.empty() ? "" : "; and ") +
            fmt::format("not __fish_seen_subcommand_from {}", joined(command.commands));
  return text.empty() ? "" : " -n " + fish_quoted(text);
}

std::string fish_value(ValueKind kind, std::vector<std::string> values, const Completions& completions) {
  if (kind == ValueKind::Mapping) values = completions.mappings;
  if (kind == ValueKind::Graph) values = completions.generators;
  const bool files = kind == ValueKind::File || kind == ValueKind::Graph || kind == ValueKind::Program ||
                     kind == ValueKind::Folder;
  std::string text = kind == ValueKind::None ? "" : files ? " -r -F" : " -x";
  return values.empty() ? text : text + " -a " + fish_quoted(joined(values));
}

}  // namespace

std::string bash_script(const Completions& completions) {
  std::string text = "# Completion of Maxwarp's tools for bash: source <(gdsl completion bash)\n" +
                     word_list("_gdsl_mappings", completions.mappings) +
                     word_list("_gdsl_generators", completions.generators) + bash_functions;
  for (const std::string& program : programs(completions)) text += bash_program(completions, program);
  return text;
}

std::string zsh_script(const Completions& completions) {
  std::string text = bash_script(completions);
  const std::string head =
      "# Completion of Maxwarp's tools for zsh: source <(gdsl completion zsh)\n"
      "autoload -U +X compinit && compinit -u\n"
      "autoload -U +X bashcompinit && bashcompinit\n";
  // The functions count from 0 and keep unmatched patterns, as bash does.
  for (std::size_t at = 0; (at = text.find("() {", at)) != std::string::npos; at += 4)
    text.insert(at + 4,
                "\n  [[ -n ${ZSH_VERSION-} ]] && setopt local_options ksh_arrays no_nomatch glob_subst "
                "sh_word_split");
  for (std::size_t at = 0; (at = text.find("complete -F", at)) != std::string::npos; at += 9)
    text.replace(at, 9, "complete -o nospace ");
  for (std::size_t at = 0; (at = text.find("read -a ", at)) != std::string::npos; at += 8)
    text.replace(at, 8, "read -A ");
  return head + text.substr(text.find('\n') + 1);
}

std::string fish_script(const Completions& completions) {
  std::string text = "# Completion of Maxwarp's tools for fish: gdsl completion fish | source\n";
  for (const CompletedCommand& command : completions.commands) {
    const std::string begin = "complete -c " + command.path.front() + fish_condition(command);
    for (const std::string& name : command.commands)
      for (const CompletedCommand& sub : completions.commands)
        if (sub.path.size() == command.path.size() + 1 && sub.path.front() == command.path.front() &&
            sub.path.back() == name)
          text += fmt::format("{} -f -a {} -d {}\n", begin, name, fish_quoted(sub.help));
    if (!command.words.empty()) text += fmt::format("{} -f -a {}\n", begin, fish_quoted(joined(command.words)));
    for (const CompletedOption& option : command.options)
      text += fmt::format("{} -l {}{} -d {}\n", begin, option.name.substr(2),
                          fish_value(option.kind, option.values, completions), fish_quoted(option.help));
  }
  return text;
}

}  // namespace maxwarp::workbench
