// Goes through the imports, depth first. Files are the same if their paths lead to the same place.
#include "dsl/syntax/import.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "dsl/diagnostics.h"
#include "dsl/syntax/lexer.h"
#include "dsl/syntax/library.h"
#include "dsl/syntax/parse.h"

namespace maxwarp {

namespace {

namespace fs = std::filesystem;

class Loader {
 public:
  Loader(Sources& sources, Diagnostics& diagnostics, const std::string& root)
      : sources_(sources), diagnostics_(diagnostics), root_(root) {}

  ast::File run() {
    ast::File main = parse(sources_.main(), diagnostics_);
    std::error_code none;
    const fs::path place = fs::canonical(sources_.main().name(), none);
    if (!none) known_.emplace(place, &sources_.main());
    load_imports(main);
    for (const ast::File& file : imported_)
      main.definitions.insert(main.definitions.end(), file.definitions.begin(), file.definitions.end());
    add_library(main, calls_library(main), has_iterate());
    main.constants = std::move(constants_);
    main.imported = std::move(imported_);
    return main;
  }

 private:
  /// One text of the language's own, with what the program needs of it.
  void add_library(ast::File& program, bool calls, bool iterates) {
    if (!calls && !iterates) return;
    const std::string called = calls ? library_text() : "";
    const SourceFile& library = sources_.add_library(library_name, called + (iterates ? replacements_text() : ""));
    for (const ast::Definition* one : imported_.emplace_back(parse(library, diagnostics_)).definitions) {
      const bool is_called = one->location.begin < library.location(0, 0).begin + called.size();
      (is_called ? program.built_in : program.replacements).push_back(one);
    }
  }

  bool has_iterate() const {
    Diagnostics reported_before(sources_);
    return std::ranges::any_of(sources_.files(), [&](const SourceFile& source) {
      return std::ranges::any_of(lex(source, reported_before),
                                 [](const Token& token) { return token.kind == TokenKind::Iterate; });
    });
  }

  /// Whether a text calls what the language has as a program of its own, and no file defines.
  bool calls_library(const ast::File& program) const {
    Diagnostics reported_before(sources_);
    for (const SourceFile& source : sources_.files()) {
      const std::vector<Token> tokens = lex(source, reported_before);
      for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const std::string_view word = tokens[i].kind == TokenKind::Name ? tokens[i].text : "";
        const bool call = tokens[i + 1].kind == TokenKind::OpenParen;
        if (call && is_of_library(word) && std::ranges::none_of(program.definitions, [&](const ast::Definition* one) {
              return one->name.text == word;
            }))
          return true;
      }
    }
    return false;
  }

  void load_imports(ast::File& file) {
    open_.push_back(file.source);
    for (ast::Import& import : file.imports) import.source = load(import, *file.source);
    open_.pop_back();
    constants_.insert(constants_.end(), file.constants.begin(), file.constants.end());
  }

  /// The file that is imported, or null after an error.
  const SourceFile* load(const ast::Import& import, const SourceFile& importer) {
    const fs::path path = fs::path(importer.name()).parent_path() / import.path;
    const std::string name = path == "-" ? "./-" : path.string();  // `-` alone is the standard input
    std::error_code none;
    const fs::path place = fs::canonical(name, none);
    if (const auto found = known_.find(place); !none && found != known_.end()) {
      check_cycle(import, *found->second);
      return found->second;
    }
    std::string error;
    const SourceFile* source = is_outside(name, error) || is_special(name, error) ? nullptr
                                                                                  : sources_.read(name, error);
    if (!source) {
      const std::string_view what_then = is_outside(name, error) ? "" : advice(import, importer, name);
      diagnostics_.report(diag::ImportUnreadable, import.location, error, what_then);
      return nullptr;
    }
    if (!none) known_.emplace(place, source);
    load_imports(imported_.emplace_back(parse(*source, diagnostics_)));
    return source;
  }

  /// The error tells nothing of the file, not even whether there is one.
  bool is_outside(const std::string& name, std::string& error) const {
    if (root_.empty()) return false;
    std::error_code failed;
    const fs::path root = fs::canonical(root_, failed);
    const fs::path place = failed ? fs::path() : fs::weakly_canonical(name, failed);
    const fs::path below = place.lexically_relative(root);
    if (!failed && !below.empty() && *below.begin() != "..") return false;
    error = "cannot read `" + name + "`: it is outside of the folder `" + root_ + "`";
    return true;
  }

  /// Reading a terminal or a pipe would wait for somebody. The error of a folder is that of reading it.
  static bool is_special(const std::string& name, std::string& error) {
    std::error_code none;
    if (!fs::is_other(name, none)) return false;
    error = "cannot read `" + name + "`: it is not a regular file";
    return true;
  }

  /// For a file that is not there.
  static std::string_view advice(const ast::Import& import, const SourceFile& importer, const std::string& name) {
    std::error_code none;
    if (fs::path(import.path).is_absolute() || fs::exists(name, none)) return "";
    return importer.name() == standard_input_name ? "; the path is relative to the working folder"
                                                  : "; the path is relative to the folder of this file";
  }

  void check_cycle(const ast::Import& import, const SourceFile& found) {
    const auto first = std::ranges::find(open_, &found);
    if (first == open_.end()) return;
    std::string chain;
    for (auto file = first; file != open_.end(); ++file) chain += "`" + (*file)->name() + "` imports ";
    diagnostics_.report(diag::ImportCycle, import.location, chain + "`" + found.name() + "`");
  }

  Sources& sources_;
  Diagnostics& diagnostics_;
  const std::string& root_;
  std::deque<ast::File> imported_;
  std::vector<const ast::Stmt*> constants_;
  std::map<fs::path, const SourceFile*> known_;
  std::vector<const SourceFile*> open_;  // whose imports are being read, the given file first
};

}  // namespace

ast::File parse_program(Sources& sources, Diagnostics& diagnostics, const std::string& root) {
  return Loader(sources, diagnostics, root).run();
}

}  // namespace maxwarp
