# Compiles the generated text of a program under all pairs of mapping values with a C++ compiler; any warning fails.
# `compile.py COMPILER PROG OUTPUT`, COMPILER being nvcc, nvcc-short (without the optimizer, the assembler and the host
# compiler, which take most of the time and warn of nothing; every second mapping, of some programs the even ones, of some
# the odd ones), clang-cuda or openmp. All pairs in the long form of the tests, else every value.
# One file has all variants.
import os
import pathlib
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import cover

ROOT = pathlib.Path(__file__).resolve().parents[3]
INCLUDE = f"-I{ROOT / 'runtime/include'}"
CLANG = os.environ.get("CXX", "clang++-22")


def command(compiler, source):
    warnings = ["-Wall", "-Wextra", "-Werror"]
    if compiler == "openmp":
        return [CLANG, "-std=c++20", "-fopenmp", "-fsyntax-only", *warnings, INCLUDE, source]
    if compiler == "clang-cuda":
        toolkit = os.environ["CUDA_HOME"]
        return [CLANG, "-std=c++20", "-x", "cuda", "--cuda-gpu-arch=sm_90", "--cuda-device-only", "-fsyntax-only",
                f"--cuda-path={toolkit}", "-Wno-unknown-cuda-version", "-isystem", f"{toolkit}/include/cccl",
                *warnings, INCLUDE, source]
    how_far = ["--ptx", "-Xcicc", "-O0"] if compiler == "nvcc-short" else ["-c"]
    return [os.environ["NVCC"], "-std=c++20", "-arch=sm_90", *how_far,
            "-Xcompiler", "-Wall,-Wextra,-Werror", "-Werror", "all-warnings", INCLUDE, source, "-o", f"{source}.o"]


def main():
    compiler, program, output = sys.argv[1:4]
    target = "openmp" if compiler == "openmp" else "cuda"
    mappings = (cover.pairwise if os.environ.get("MAXWARP_FULL") else cover.every_value)(program, target)
    if compiler == "nvcc-short":
        mappings = mappings[zlib.crc32(pathlib.Path(program).stem.encode()) % 2::2]
    source = pathlib.Path(output + (".cpp" if target == "openmp" else ".cu"))
    variants = [f"--map=m{i}:{mapping}" for i, mapping in enumerate(mappings)]
    entry = source.with_suffix(".entry.cpp")
    subprocess.run(["gdslc", program, f"--target={target}", *variants, "-o", source, f"--emit-entry={entry}"], check=True)
    done = subprocess.run(command(compiler, source), capture_output=True, text=True)
    print(done.stdout + done.stderr)
    print(f"{len(mappings)} variants, status {done.returncode}")
    sys.exit(done.returncode != 0 or "warning" in done.stderr + done.stdout)


if __name__ == "__main__":
    main()
