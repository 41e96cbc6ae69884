// The printed form of the AST.
// Absent parts are not printed.
#include "dsl/syntax/print.h"

namespace maxwarp {

namespace {

using namespace ast;

std::string text_of(const Expr* expr);
std::string text_of(const Stmt& assignment);

std::string joined(const std::vector<const Expr*>& list, std::size_t from = 0) {
  std::string out;
  for (std::size_t i = from; i < list.size(); ++i) out += " " + text_of(list[i]);
  return out;
}

std::string text_of(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::Invalid: return "(invalid)";
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Boolean:
    case ExprKind::Name: return std::string(expr->name);
    case ExprKind::Infinity: return "inf";
    case ExprKind::None: return "none";
    case ExprKind::Index: return fmt::format("(index{})", joined(expr->operands));
    case ExprKind::Unary:
    case ExprKind::Binary: return fmt::format("({}{})", spelling(expr->op), joined(expr->operands));
    case ExprKind::Conditional: return fmt::format("(?{})", joined(expr->operands));
    case ExprKind::Call: return fmt::format("(call {}{})", expr->name, joined(expr->operands));
    case ExprKind::Tuple: return fmt::format("(tuple{})", joined(expr->operands));
    case ExprKind::Set: return fmt::format("(set{})", joined(expr->operands));
    case ExprKind::Comprehension: {
      std::string where = expr->operands.size() > 1 ? fmt::format(" (where {})", text_of(expr->operands[1])) : "";
      return fmt::format("(set-of {} {}{})", expr->name, text_of(expr->operands[0]), where);
    }
    case ExprKind::Was: return fmt::format("(was {})", text_of(*expr->update));
    case ExprKind::Latest: return fmt::format("(latest{})", joined(expr->operands));
  }
  return "";
}

std::string text_of(const Stmt& assignment) {
  std::string out = fmt::format("({} {} {}", spelling(assignment.op), text_of(assignment.target),
                                text_of(assignment.value));
  for (const With& with : assignment.withs)
    out += fmt::format(" (with {} {})", text_of(with.target), text_of(with.value));
  return out + ")";
}

std::string element_of(const Type& type) {
  if (type.components.empty()) return std::string(maxwarp::spelling(type.scalar));
  std::string out = "(tuple";
  for (TokenKind component : type.components) out += fmt::format(" {}", maxwarp::spelling(component));
  return out + ")";
}

std::string text_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::Invalid: return "(invalid)";
    case TypeKind::Scalar:
    case TypeKind::Tuple: return element_of(type);
    case TypeKind::Property: return fmt::format("({} {})", maxwarp::spelling(type.space), element_of(type));
    case TypeKind::Array: return fmt::format("(array {}{})", element_of(type), joined(type.extents));
    case TypeKind::Set: return fmt::format("(set-type {})", maxwarp::spelling(type.space));
    case TypeKind::Tally: return type.scalar_location.valid() ? fmt::format("(tally {})", element_of(type)) : "tally";
  }
  return "";
}

class Printer {
 public:
  std::string out;

  void import(const Import& import) { line(fmt::format("(import \"{}\")", import.path)); }

  void constant(const Stmt& constant) { line(declared(constant)); }

  void definition(const Definition& definition) {
    line(fmt::format("({} {}", definition.is_function ? "function" : "algorithm", definition.name.text));
    ++indent_;
    if (!definition.documentation.empty()) line(fmt::format("(doc {:?})", definition.documentation));
    parameters("parameter", definition.parameters);
    parameters("result", definition.results);
    if (definition.has_return_type) line(fmt::format("(returns {})", text_of(definition.return_type)));
    for (const Requirement& requirement : definition.requirements)
      line(requirement.condition ? fmt::format("(requires {})", text_of(requirement.condition))
                                 : fmt::format("(requires {})", requirement.name.text));
    block("body", definition.body);
    --indent_;
    close();
  }

 private:
  void line(std::string_view text) { out += fmt::format("{:{}}{}\n", "", indent_ * 2, text); }
  void close() { out.insert(out.size() - 1, ")"); }

  void parameters(std::string_view what, const std::vector<Parameter>& list) {
    for (const Parameter& parameter : list) {
      std::string initial = parameter.initial ? " " + text_of(parameter.initial) : "";
      line(fmt::format("({} {} {}{})", what, parameter.name.text, text_of(parameter.type), initial));
    }
  }

  void block(std::string_view what, const Block& block) {
    line(fmt::format("({}", what));
    ++indent_;
    for (const Stmt* stmt : block.statements) statement(*stmt);
    --indent_;
    close();
  }

  void with_body(const std::string& head, const Stmt& stmt) {
    line("(" + head);
    ++indent_;
    block("body", stmt.body);
    if (stmt.else_location.valid() && !stmt.other.statements.empty()) block("else", stmt.other);
    --indent_;
    close();
  }

  static std::string clause(std::string_view word, const Expr* expr) {
    return expr ? fmt::format(" ({} {})", word, text_of(expr)) : "";
  }
  static std::string clause(std::string_view word, const Name& name) {
    return name.present() ? fmt::format(" ({} {})", word, name.text) : "";
  }

  static std::string head(const Loop& loop) {
    static constexpr const char* spaces[] = {"node", "neighbor", "inneighbor", "adjacent", "edge", "range", "key"};
    std::string text = fmt::format(" {} {}", spaces[static_cast<int>(loop.space)], loop.variable.text);
    text += clause("to", loop.target) + clause("label", loop.label) + clause("of", loop.of) +
            clause("from", loop.source) + clause("low", loop.low) + clause("high", loop.high) +
            clause("step", loop.step) + clause("via", loop.edge) + clause("where", loop.where) + clause("by", loop.by) +
            clause("until", loop.until);
    if (loop.after_location.valid())
      text += fmt::format(" (after {} {}{})", loop.after_direction.text, loop.after_variable.text,
                          clause("where", loop.after_where));
    return text;
  }

  static std::string declared(const Stmt& stmt) {
    std::string text = stmt.constant ? "(let" : "(var";
    for (const Name& name : stmt.names) text += fmt::format(" {}", name.text);
    if (stmt.name.present()) text += fmt::format(" {}", stmt.name.text);
    return text + (stmt.has_type ? " (type " + text_of(stmt.type) + ")" : "") +
           (stmt.value ? " " + text_of(stmt.value) : "") + ")";
  }

  void statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Invalid: return line("(invalid)");
      case StmtKind::Declare:
      case StmtKind::Destructure: return line(declared(stmt));
      case StmtKind::Assign: return line(text_of(stmt));
      case StmtKind::If:
        return with_body("if " + (stmt.update ? text_of(*stmt.update) : text_of(stmt.condition)), stmt);
      case StmtKind::Foreach: return with_body("foreach" + head(stmt.loop), stmt);
      case StmtKind::Iterate: return with_body("iterate" + head(stmt.loop), stmt);
      case StmtKind::For: return with_body("for" + head(stmt.loop), stmt);
      case StmtKind::Repeat:
        return with_body("repeat" + clause("up-to", stmt.value) + clause("until", stmt.condition), stmt);
      case StmtKind::While: return with_body("while " + text_of(stmt.condition), stmt);
      case StmtKind::Activate: return line(fmt::format("(activate {})", text_of(stmt.value)));
      case StmtKind::Break: return line("(break)");
      case StmtKind::Assert: return line(fmt::format("(assert {})", text_of(stmt.value)));
      case StmtKind::Return: return line(fmt::format("(return {})", text_of(stmt.value)));
      case StmtKind::Call: return line(text_of(stmt.value));
    }
  }

  int indent_ = 0;
};

}  // namespace

std::string print_ast(const ast::File& file) {
  Printer printer;
  for (const Import& import : file.imports) printer.import(import);
  for (const Stmt* constant : file.constants) printer.constant(*constant);
  for (const Definition* definition : file.definitions) printer.definition(*definition);
  return std::move(printer.out);
}

}  // namespace maxwarp
