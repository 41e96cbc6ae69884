// Looks for a CUDA device (through the driver library, which needs no toolkit) and for compilers.
// The architecture of the device is part of the choice: a cache shared by several machines must see it.
#include "tools/gdsl/engine_choice.h"

#include <cstdlib>
#include <filesystem>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DynamicLibrary.h"
#include "tools/gdsl/mapping_table.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

struct Device {
  std::string architecture;  // empty: no device
};

/// The first device of the CUDA driver. Loaded at run time: most machines have no driver.
Device find_device() {
  std::string error;
  auto driver = llvm::sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1", &error);
  if (!driver.isValid()) return {};
  const auto initialize = reinterpret_cast<int (*)(unsigned)>(driver.getAddressOfSymbol("cuInit"));
  const auto get = reinterpret_cast<int (*)(int*, int)>(driver.getAddressOfSymbol("cuDeviceGet"));
  const auto attribute = reinterpret_cast<int (*)(int*, int, int)>(driver.getAddressOfSymbol("cuDeviceGetAttribute"));
  if (!initialize || !get || !attribute || initialize(0) != 0) return {};
  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
  constexpr int major_attribute = 75, minor_attribute = 76;
  int device = 0, major = 0, minor = 0;
  if (get(&device, 0) != 0) return {};
  if (attribute(&major, major_attribute, device) != 0 || attribute(&minor, minor_attribute, device) != 0) return {};
  return {fmt::format("sm_{}{}", major, minor)};
}

std::optional<std::string> first_program(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (auto path = find_program(name)) return path;
  return std::nullopt;
}

std::optional<std::string> find_nvcc() {
  if (const char* chosen = std::getenv("NVCC"); chosen && *chosen) return find_program(chosen);
  return first_program({"nvcc", "/usr/local/cuda/bin/nvcc"});
}

/// What keeps nvcc from compiling for the architecture. One that does not say what it knows is let alone.
llvm::Error check_nvcc(const std::string& nvcc, const std::string& architecture) {
  if (!std::getenv("NVCC_CCBIN") && !find_program("g++"))
    return fail("--engine=cuda: nvcc needs g++, and there is none on PATH (or name another compiler by NVCC_CCBIN)");
  auto known = ask_compiler(nvcc, "--list-gpu-code");
  if (!known) {
    llvm::consumeError(known.takeError());
    return llvm::Error::success();
  }
  llvm::SmallVector<llvm::StringRef> names;
  llvm::SplitString(*known, names, "\n");
  // `sm_90a` and `sm_100f` are kinds of those that nvcc lists.
  const llvm::StringRef base = llvm::StringRef(architecture).rtrim("af");
  if (names.empty() || llvm::is_contained(names, base)) return llvm::Error::success();
  return fail("--arch={}: `{}` compiles for {}", architecture, nvcc, llvm::join(names, ", "));
}

bool has_library(const Installation& installation, const std::string& engine) {
  return is_there(fmt::format("{}/libmaxwarp_engine_{}.a", installation.libraries, engine));
}

llvm::Expected<EngineChoice> choose_cuda(const EngineWish& wish, const Installation& installation) {
  const Device device = find_device();
  if (wish.must_run_here && device.architecture.empty())
    return fail(
        "--engine=cuda: no CUDA device found here; use --engine=openmp or --engine=simt, or "
        "--pack=DIR for another machine");
  auto nvcc = find_nvcc();
  if (!nvcc) return fail("--engine=cuda: no nvcc found (on PATH, in /usr/local/cuda/bin, or as NVCC=…)");
  if (!has_library(installation, "cuda"))
    return fail(
        "--engine=cuda: `{}` has no libmaxwarp_engine_cuda.a: Maxwarp was built without the CUDA "
        "toolkit",
        installation.libraries);
  EngineChoice choice{EngineKind::Cuda, *nvcc, wish.architecture, ""};
  if (choice.architecture.empty()) choice.architecture = device.architecture;
  if (choice.architecture.empty()) choice.architecture = "sm_90";
  if (!wish.architecture.empty() || !wish.must_run_here)
    if (llvm::Error failed = check_nvcc(*nvcc, choice.architecture)) return std::move(failed);
  choice.reason = device.architecture.empty() ? "for " + choice.architecture
                                              : "a CUDA device (" + device.architecture + ") and nvcc are here";
  return choice;
}

llvm::Expected<EngineChoice> choose_openmp(const EngineWish& wish) {
  // Clang's OpenMP library exists only as a shared one; GCC's can be linked in.
  auto compiler = wish.stand_alone ? first_program({"g++", "clang++-22", "clang++"})
                                   : first_program({"clang++-22", "clang++", "g++"});
  if (!compiler) return fail("--engine=openmp: no C++ compiler found (clang++-22, clang++ or g++)");
  const bool gcc = std::filesystem::path(*compiler).filename() == "g++";
  return EngineChoice{EngineKind::OpenMp, *compiler, "",
                      wish.stand_alone && !gcc ? "all cores; without g++ here it needs libomp.so.5 where it runs"
                                               : "all cores of this machine"};
}

llvm::Expected<EngineChoice> choose_simt(const Installation& installation) {
  auto compiler = first_program({"clang++-22", "clang++"});
  if (!compiler) return fail("--engine=simt: no clang++-22 found: the engine instruments kernels by a plugin of Clang");
  if (!has_library(installation, "simt"))
    return fail("--engine=simt: `{}` has no libmaxwarp_engine_simt.a", installation.libraries);
  return EngineChoice{EngineKind::Simt, *compiler, "", "the CUDA program executed on the CPU"};
}

}  // namespace

std::string engine_name(EngineKind kind) {
  switch (kind) {
    case EngineKind::Cuda: return "cuda";
    case EngineKind::OpenMp: return "openmp";
    case EngineKind::Simt: return "simt";
  }
  return "";
}

llvm::Expected<EngineChoice> choose_engine(const EngineWish& wish, const Installation& installation) {
  if (wish.name == "cuda") return choose_cuda(wish, installation);
  if (wish.name == "openmp") return choose_openmp(wish);
  if (wish.name == "simt") return choose_simt(installation);
  EngineWish here = wish;
  here.must_run_here = true;
  auto cuda = choose_cuda(here, installation);
  if (cuda) return cuda;
  llvm::consumeError(cuda.takeError());
  auto openmp = choose_openmp(wish);
  if (openmp) openmp->reason = find_device().architecture.empty() ? "no CUDA device here" : "no nvcc here";
  return openmp;
}

}  // namespace maxwarp::workbench
