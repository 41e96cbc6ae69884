"""Prints what the SIMT engine counted in the form of ncu_table.py. Usage: counts.py MAPPING FILE… (FILE: the engine's standard error)"""
import json
import pathlib
import re
import sys


def kernel_name(text):
    plain = re.sub(r"\(anonymous namespace\)|\(int\)", "", text).split("(")[0]
    return re.sub(r"<[^<>]*>$", "", plain).split("::")[-1]


def kernels(path):
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith('{"simt_statistics"'):
            return json.loads(line)["simt_statistics"]
    sys.exit(f"{path} holds no statistics of the engine")


if __name__ == "__main__":
    print(f"{'mapping':16} {'kernel':14} {'launches':>8} {'issued':>12} {'threads':>14} {'per issue':>9} {'sectors/request':>15}")
    for path in sys.argv[1:]:
        for one in kernels(path):
            print(f"{pathlib.Path(path).stem:16} {kernel_name(one['kernel']):14} {one['launches']:8} {one['issued']:12} {one['active_lanes']:14} "
                  f"{one['active_lanes'] / max(one['issued'], 1):9.3f} {one['sectors'] / max(one['requests'], 1):15.3f}")
