# Sourced by the on_device.sh of a bench whose pack is one executable, beside it in the pack: compiles that.
# Environment: NVCC, ARCH (sm_90), JOBS (all cores), BUILD_ONLY=1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
ARCH=${ARCH:-sm_90}
NVCC=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
build=build/$ARCH
options="-O3 -std=c++20 -arch=$ARCH -I. -Iinclude -Iruntime/include"

begin() { # begin OUT
  local given=${1:?output folder}
  [[ $given == /* ]] || given=$OLDPWD/$given
  mkdir -p "$given" "$build"
  out=$given
}

compile_source() { $NVCC $options -c "$1" -o "$build/$(echo "${1#"$PWD/"}" | tr /. _).o"; }

# The sources and the texts of all programs become one executable: compile NAME LIBRARY|"" SOURCE…
compile() {
  local name=$1 library=$2 sources
  shift 2
  mapfile -t sources < <(printf '%s\n' "${@/#/$PWD/}"; find "$PWD"/programs -name "*.cu" ! -name "*_entry.cu")
  rm -f "$build"/*.o
  export -f compile_source
  export NVCC options build
  printf '%s\0' "${sources[@]}" |
    xargs -0 -P "${JOBS:-$(nproc)}" -I{} bash -euo pipefail -c 'compile_source "$1"' compile_source {}
  "$NVCC" "-arch=$ARCH" "$build"/*.o -o "$build/$name" ${library:+"$library"}
  echo "compiled in $SECONDS s"
  [ -z "${BUILD_ONLY:-}" ] || exit 0
}

# The GPU, as the first line of a page: name_device PAGE
name_device() {
  { nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null || echo "no GPU"; } | tee "$1"
}
