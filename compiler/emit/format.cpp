// clang-format in-process: the Google style with 110 columns, as the project's own code.
#include "compiler/emit/format.h"

#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>

namespace maxwarp::emit {

std::string format(const std::string& text) {
  clang::format::FormatStyle style = clang::format::getGoogleStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = 110;
  style.AllowShortFunctionsOnASingleLine = clang::format::FormatStyle::SFS_All;
  style.SortIncludes.Enabled = false;
  const clang::tooling::Replacements replacements = clang::format::reformat(
      style, text, {clang::tooling::Range(0, static_cast<unsigned>(text.size()))}, "generated.cu");
  auto result = clang::tooling::applyAllReplacements(text, replacements);
  if (!result) {
    llvm::consumeError(result.takeError());
    return text;
  }
  return *result;
}

}  // namespace maxwarp::emit
