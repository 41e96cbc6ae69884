// main of every built program: hands the algorithm that is linked in to the runner.
// Kept apart from the runner, so that tests can link the runner with a main of their own.
#include "runtime/runner/runner.h"

int main(int argc, char** argv) { return maxwarp::runner::run_program(*maxwarp_algorithm(), argc, argv); }
