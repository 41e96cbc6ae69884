// How the parts of a checked program are written in the language.
// Shared by the messages and the printers.
#pragma once

#include <string>
#include <string_view>

#include "dsl/check/program.h"

namespace maxwarp::checked {

std::string_view spelling(Scalar scalar);
std::string_view spelling(Space space);  // `global`, `node`, `edge`, `array`, `local`
std::string_view spelling(Builtin builtin);
std::string_view spelling(BinaryOp op);
std::string_view spelling(Reduction reduction);  // `min=`
std::string_view spelling(LoopDomain domain);    // `node`, `neighbor`, …
/// What a message calls the symbol: "parameter", "loop variable", …
std::string_view described(SymbolKind kind);
/// A higher number binds tighter; the one precedence table is dsl/syntax/operators.def.
int precedence(BinaryOp op);

bool is_integer(Scalar scalar);  // int, long
bool is_real(Scalar scalar);     // float, double
bool is_number(Scalar scalar);
/// Whether a value of `from` becomes `to` by itself: int -> long -> float -> double, each also to those after it.
bool widens(Scalar from, Scalar to);

}  // namespace maxwarp::checked
