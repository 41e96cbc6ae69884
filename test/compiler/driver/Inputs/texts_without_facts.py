# Compiles each program with each single value that gdslc accepts only where facts are not checked; one that ends in a crash is an error.
import subprocess
import sys


def accepted(program, *options):
    said = subprocess.run(["gdslc", program, "--list-legality", *options], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in said.splitlines() if line.split()[1] == "legal"}


def main():
    tried = 0
    for program in sys.argv[1:]:
        for value in sorted(accepted(program, "--no-fact-check") - accepted(program)):
            command = ["gdslc", program, "--no-fact-check", f"--map={value}", "--emit=source", "-o", "/dev/null"]
            if status := subprocess.run(command).returncode:
                sys.exit(f"{' '.join(command)}\nends with {status}")
            tried += 1
    if not tried:
        sys.exit("no value is refused by a fact alone")


main()
