// `gdsl cache info|trim|clear`: looks after the compiled programs that are kept.
#include <CLI/CLI.hpp>
#include <memory>

#include "runtime/system/memory.h"
#include "runtime/system/shown_text.h"
#include "tools/gdsl/cache.h"
#include "tools/gdsl/commands.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

std::string facts_text(const CacheFacts& facts) {
  return fmt::format("{} {}, {}", facts.entries, facts.entries == 1 ? "program" : "programs",
                     size_text(static_cast<double>(facts.bytes)));
}

llvm::Expected<int> print_facts() {
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  if (llvm::Error failed = print_text(fmt::format("folder  {}\nholds   {}\nlimit   {} (MAXWARP_CACHE_SIZE)\n",
                                                  shown(cache->folder()), facts_text(cache->facts()),
                                                  size_text(static_cast<double>(cache->limit())))))
    return failed;
  return Done;
}

/// Removes what has not been used for the longest time until at most `bytes` are left.
llvm::Expected<int> shrink_to(std::uint64_t bytes, bool quiet) {
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  const std::string left = facts_text(cache->shrink(bytes));
  if (quiet) return Done;
  if (llvm::Error failed = print_text("left: " + left + "\n")) return failed;
  return Done;
}

llvm::Expected<int> trim(const std::string& wanted, bool quiet) {
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  const auto bytes = wanted.empty() ? std::optional(cache->limit()) : parse_size(wanted);
  if (!bytes) return fail("--to: `{}` is not a size; write e.g. 500M or 2G", wanted);
  return shrink_to(*bytes, quiet);
}

}  // namespace

void add_cache_command(CLI::App& app, CommandLine& line) {
  CLI::App* group = app.add_subcommand("cache", "Manage the cache of compiled programs");
  group->require_subcommand(1);
  group->footer(
      "Compiled programs are kept in $XDG_CACHE_HOME/maxwarp or ~/.cache/maxwarp. Beyond MAXWARP_CACHE_SIZE\n"
      "(default 2G) the least recently used are removed; running ones stay.\n"
      "The folder is yours alone: one that belongs to another user, or that others can write to, is not used, nor\n"
      "is one below such a folder. Without HOME nothing is kept; programs are then compiled in a folder of TMPDIR.\n"
      "Examples:\n"
      "  gdsl cache info\n"
      "  gdsl cache trim --to=500M\n"
      "  MAXWARP_CACHE_SIZE=10G gdsl run bfs.gdsl --graph=rmat:16:16 --source=random:1:1\n");
  CLI::App* info = group->add_subcommand("info", "Print folder, contents and limit");
  info->callback([&line] { line.action = print_facts; });
  auto size = std::make_shared<std::string>();
  CLI::App* to = group->add_subcommand("trim", "Remove the least recently used until a size is reached");
  to->add_option("--to", *size, "bytes to leave, such as 500M (default: the limit)");
  add_quiet_flag(*to, line);
  to->callback([size, &line] { line.action = [size, &line] { return trim(*size, line.quiet); }; });
  CLI::App* all = group->add_subcommand("clear", "Remove everything that is not running");
  add_quiet_flag(*all, line);
  all->callback([&line] { line.action = [&line] { return shrink_to(0, line.quiet); }; });
}

}  // namespace maxwarp::workbench
