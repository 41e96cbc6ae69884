// Clang LibTooling over text in memory.
#include "compiler/output_check/check_cuda.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>

#include <memory>

namespace maxwarp {
namespace {

class Collector : public clang::DiagnosticConsumer {
 public:
  explicit Collector(std::vector<ParseFinding>& findings) : findings_(findings) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Warning) return;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    ParseFinding finding;
    finding.message = text.str().str();
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (place.isValid()) {
        finding.file = place.getFilename();
        finding.line = place.getLine();
      }
    }
    findings_.push_back(std::move(finding));
  }

 private:
  std::vector<ParseFinding>& findings_;
};

std::vector<std::string> command_line(const ParseInput& input) {
  std::vector<std::string> words{"-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", "-I" + input.runtime_include};
  if (input.cuda) {
    words.insert(words.end(),
                 {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90", "--cuda-path=" + input.cuda_path,
                  "-Wno-unknown-cuda-version", "-isystem", input.cuda_path + "/include/cccl"});
  } else {
    words.insert(words.end(), {"-x", "c++", "-fopenmp"});
  }
  return words;
}

}  // namespace

std::vector<ParseFinding> parse_generated(const ParseInput& input, std::string& error) {
  std::vector<ParseFinding> findings;
  if (input.cuda && input.cuda_path.empty()) {
    error = "no CUDA Toolkit was found; set CUDA_HOME to its folder";
    return findings;
  }
  Collector collector(findings);
  clang::tooling::FixedCompilationDatabase database(".", command_line(input));
  clang::tooling::ClangTool tool(database, {input.source_name});
  tool.mapVirtualFile(input.source_name, input.source);
  llvm::StringRef folder = input.source_name;
  folder = folder.substr(0, folder.rfind('/'));
  const std::string header_path = (folder + "/" + input.header_name).str();
  tool.mapVirtualFile(header_path, input.header);
  tool.setDiagnosticConsumer(&collector);
  tool.appendArgumentsAdjuster(clang::tooling::getInsertArgumentAdjuster(
      ("-resource-dir=" MAXWARP_CLANG_RESOURCES), clang::tooling::ArgumentInsertPosition::BEGIN));
  if (tool.run(clang::tooling::newFrontendActionFactory<clang::SyntaxOnlyAction>().get()) != 0 && findings.empty())
    error = "clang could not parse the generated text";
  return findings;
}

}  // namespace maxwarp
