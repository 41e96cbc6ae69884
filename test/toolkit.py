# Finds a CUDA Toolkit that clang can compile against, and an nvcc that works: what lit.cfg.py offers as features.
# A program called nvcc proves neither: it may be a wrapper in another folder, or lack its parts.
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

NVCC_PLACES = ("/usr/local/cuda/bin/nvcc",)
FOLDERS = ("/usr/local/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit")


def find_nvcc():
    """The path of an nvcc that compiles C++20 for sm_90 without a warning, or None."""
    for place in filter(None, (os.environ.get("NVCC"), shutil.which("nvcc"), *NVCC_PLACES)):
        if os.path.exists(place) and compiles(place):
            return place
    return None


def compiles(nvcc):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "probe.cu")
        source.write_text("__global__ void probe(int *x) { *x = 1; }\n")
        words = [nvcc, "-std=c++20", "-arch=sm_90", "-c", source, "-o", f"{source}.o"]
        return subprocess.run(words, capture_output=True).returncode == 0


def find_toolkit(nvcc):
    """The folder of a complete toolkit (headers and libdevice), or None."""
    candidates = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), *folders_of(nvcc), *FOLDERS]
    return next((folder for folder in candidates if folder and is_complete(pathlib.Path(folder))), None)


def folders_of(nvcc):
    """What nvcc itself says about where its parts are."""
    if nvcc is None:
        return []
    said = subprocess.run([nvcc, "--dryrun", "-c", "-x", "cu", os.devnull], capture_output=True, text=True)
    tops = re.findall(r"^#\$ TOP=(.*)$", said.stderr + said.stdout, re.MULTILINE)
    return [str(pathlib.Path(top.strip()).resolve()) for top in tops] + [str(pathlib.Path(nvcc).resolve().parents[1])]


def is_complete(folder):
    return (folder / "include/cuda_runtime.h").exists() and any((folder / "nvvm/libdevice").glob("libdevice*.bc"))
