// Code addresses to source places, by the symbolizer of LLVM or binutils as an external program: reports are
// rare, and the engine stays free of debug-info libraries.
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "runtime/simt/report.h"

namespace maxwarp::simt {

namespace {

struct Module {
  std::uintptr_t address;
  std::uintptr_t base = 0;
  std::string file;
};

int match_module(dl_phdr_info* info, std::size_t, void* data) {
  auto& module = *static_cast<Module*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    if (module.address - (info->dlpi_addr + header.p_vaddr) >= header.p_memsz) continue;
    module.base = info->dlpi_addr;
    module.file = info->dlpi_name[0] == '\0' ? "/proc/self/exe" : info->dlpi_name;
    return 1;
  }
  return 0;
}

Module find_module(std::uintptr_t address) {
  Module module{address, 0, {}};
  dl_iterate_phdr(match_module, &module);
  if (module.file == "/proc/self/exe") {
    // The shell that runs the symbolizer has another /proc/self.
    char* path = realpath("/proc/self/exe", nullptr);
    if (path != nullptr) module.file = path;
    std::free(path);
  }
  return module;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Output lines of a command; empty when it cannot run.
std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return lines;
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    std::string line = buffer.data();
    while (!line.empty() && line.back() == '\n') line.pop_back();
    lines.push_back(line);
  }
  pclose(pipe);
  return lines;
}

/// `file:line` of `file:line:column` or `file:line (discriminator 2)`.
std::string file_and_line(const std::string& text) {
  std::size_t colon = 0;
  while ((colon = text.find(':', colon)) != std::string::npos) {
    std::size_t end = text.find_first_not_of("0123456789", ++colon);
    if (end != colon && colon < text.size()) return text.substr(0, end);
  }
  return text;
}

bool is_header(const std::string& place) {
  std::string file = place.substr(0, place.rfind(':'));
  return file.ends_with(".h") || file.ends_with(".cuh") || file.ends_with(".hpp");
}

/// From frames as the tools print them, innermost first, a function and a place each. Helpers inlined from
/// headers are mentioned, but the place is that of the program which called them.
Place choose_frame(const std::vector<std::string>& lines) {
  Place place{lines[(lines.size() - 2) / 2 * 2], file_and_line(lines[1]), {}};
  for (std::size_t i = 1; i < lines.size(); i += 2) {
    std::string candidate = file_and_line(lines[i]);
    if (is_header(candidate)) continue;
    if (i != 1) place.inlined = file_and_line(lines[1]);
    place.line = candidate;
    break;
  }
  return place;
}

using Known = std::map<std::uintptr_t, Place>;

Known& known() {
  static Known places;
  return places;
}

/// Enters what the tool prints for the addresses of one module: for each the address, then its frames. False
/// when it cannot run or knows nothing.
bool enter(const std::string& tool, const Module& module, const std::vector<std::uintptr_t>& addresses) {
  std::string command = fmt::format("{} -a -f -C -i -e {}", tool, quoted(module.file));
  for (std::uintptr_t address : addresses) command += fmt::format(" {:#x}", address - module.base);
  std::vector<std::string> lines = lines_of(command + " 2>/dev/null"), frames;
  bool any = false;
  std::size_t next = 0;  // of the addresses
  lines.push_back("0x");
  for (const std::string& line : lines) {
    if (!line.starts_with("0x")) {
      if (!line.empty()) frames.push_back(line);
      continue;
    }
    if (frames.size() >= 2 && next > 0 && next <= addresses.size() && !frames[1].starts_with("?")) {
      known()[addresses[next - 1]] = choose_frame(frames);
      any = true;
    }
    frames.clear();
    ++next;
  }
  return any;
}

void look_up(const Module& module, const std::vector<std::uintptr_t>& addresses) {
  for (std::uintptr_t address : addresses) known()[address] = {"?", "?", {}};
  if (module.file.empty()) return;
  const char* chosen = std::getenv("MAXWARP_SYMBOLIZER");
  for (std::string tool : {chosen == nullptr ? "" : chosen, "llvm-symbolizer-22", "llvm-symbolizer", "addr2line"})
    if (!tool.empty() && enter(tool, module, addresses)) return;
}

/// A return address may belong to the next line.
std::uintptr_t inside(std::uintptr_t address, bool call) { return call ? address - 1 : address; }

}  // namespace

Place resolve(std::uintptr_t address, bool call) {
  const std::uintptr_t place = inside(address, call);
  if (!known().contains(place)) look_up(find_module(place), {place});
  return known()[place];
}

void resolve_all(const std::vector<std::uintptr_t>& addresses) {
  constexpr std::size_t at_once = 500;  // a command line has an end
  std::map<std::string, std::vector<std::uintptr_t>> by_module;
  for (std::uintptr_t address : addresses) {
    const std::uintptr_t place = inside(address, true);
    if (known().contains(place)) continue;
    const Module module = find_module(place);
    std::vector<std::uintptr_t>& some = by_module[module.file];
    some.push_back(place);
    if (some.size() == at_once) look_up(module, std::exchange(some, {}));
  }
  for (const auto& [file, some] : by_module)
    if (!some.empty()) look_up(find_module(some.front()), some);
}

std::uintptr_t program_base() { return find_module(reinterpret_cast<std::uintptr_t>(&program_base)).base; }

}  // namespace maxwarp::simt
