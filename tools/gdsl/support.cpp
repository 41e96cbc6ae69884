// Errors, files and words of the workbench.
#include "tools/gdsl/support.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "runtime/system/output_file.h"

namespace maxwarp::workbench {
namespace {

llvm::Error as_error(const MaybeFailure& failure) {
  return failure ? fail("{}", failure->message) : llvm::Error::success();
}

}  // namespace

char CommandError::ID = 0;

void CommandError::log(llvm::raw_ostream& out) const { out << message_; }

llvm::Error already_said(int status) { return llvm::make_error<CommandError>("", status); }

llvm::Error interrupted() { return already_said(); }

bool is_there(const std::string& path) { return llvm::sys::fs::exists(path); }

llvm::Expected<std::string> read_text(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return fail("cannot read `{}`: {}", path, buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Error write_text(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  return as_error(file.finish());
}

llvm::Error print_text(std::string_view text) { return as_error(write_standard_output(text)); }

std::string content_hash(std::string_view text) {
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(text.data(), text.size()));
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string shell_quoted(const std::string& word) {
  const auto plain = [](char c) {
    return llvm::isAlnum(c) || std::string_view("-_./=:,+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && llvm::all_of(word, plain)) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace maxwarp::workbench
