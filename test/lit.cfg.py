# How lit runs the tests of all rooms: a test is one `.gdsl` or `.test` file with RUN lines.
# Rooms keep their tests in test/ROOM and need no configuration of their own.
import os
import sys

import lit.formats

sys.path.insert(0, os.path.dirname(__file__))
import toolkit

config.name = "Maxwarp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".gdsl", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.maxwarp_build, "test")

tool_folders = [os.path.join(config.maxwarp_build, "bin"), config.llvm_tools]
config.environment["PATH"] = os.pathsep.join(tool_folders + [config.environment["PATH"]])
config.environment["NO_COLOR"] = "1"
config.environment["OMP_WAIT_POLICY"] = "passive"  # threads that spin at barriers slow down the tests beside them

# `scripts/check --full`: the long tests say `REQUIRES: full`, others do more of the same.
if os.environ.get("MAXWARP_FULL", "0") not in ("", "0"):
    config.available_features.add("full")
    config.environment["MAXWARP_FULL"] = "1"

config.substitutions.append(("%examples", os.path.join(config.maxwarp_source, "examples")))
config.substitutions.append(("%cxx", config.cxx_compiler))

# Tests of builds under sanitizers say `REQUIRES: thread`, those that no such build can pass `UNSUPPORTED: address`.
config.available_features.update(config.sanitizers.split(",") if config.sanitizers else [])

# Large inputs that are no part of the repository; tests that use them say `REQUIRES: shared`.
shared = os.path.join(os.path.dirname(config.maxwarp_source), "shared")
config.substitutions.append(("%shared", shared))
if os.path.isdir(shared):
    config.available_features.add("shared")

for tool in ("gdslc", "gdsl", "gdsl-front", "gdsl-interpret"):
    if os.path.exists(os.path.join(tool_folders[0], tool)):
        config.available_features.add(tool)
nvcc = toolkit.find_nvcc()
if nvcc:
    config.available_features.add("nvcc")
    config.environment["NVCC"] = nvcc
cuda = toolkit.find_toolkit(nvcc)
if cuda:
    config.available_features.add("cuda-toolkit")
    config.environment["CUDA_HOME"] = cuda
