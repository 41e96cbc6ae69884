// Colours of text for pages: what each piece of a line is. No editor is needed to show it.
#pragma once

#include <string>
#include <vector>

namespace maxwarp::workbench {

/// A piece of a line: `k` keyword, `t` type or attribute, `c` comment, `s` string, `n` number, `p` preprocessor, ` `
/// none of these.
struct Piece {
  char kind;
  std::string text;
};

enum class TextLanguage { Gdsl, Cuda };

/// The lines of a text; their pieces together are the text.
std::vector<std::vector<Piece>> highlighted(const std::string& text, TextLanguage language);

}  // namespace maxwarp::workbench
