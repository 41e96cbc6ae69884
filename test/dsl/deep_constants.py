"""Writes a program with a chain of constants, each made of the one before. Usage: deep_constants.py LENGTH"""
import sys

length = int(sys.argv[1])
print("algorithm a(x: node int) -> y: node int {\nforeach node v {\nlet a0 = x[v]")
for i in range(1, length):
    print(f"let a{i} = a{i - 1} + a{i - 1}")
    if i == 10000:
        print("// expected-error@-1 {{`a10000` is made of more than 10000 constants, each of the one before; declare some of them by `var`}}")
print(f"y[v] = a{length - 1} }} }}")
