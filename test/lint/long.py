# Prints a source file that is too long, with a function that is too long, for can_fail.test.
print("// Two lines of purpose.\nvoid f() {\n" + "  f();\n" * 400 + "}")
