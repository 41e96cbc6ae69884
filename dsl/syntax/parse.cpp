// The parser's token handling, recovery, definitions and types.
// Statements, loops and expressions are in files of their own.
#include "dsl/syntax/parse.h"

#include <array>

#include "compiler/support/suggest.h"
#include "dsl/syntax/lexer.h"
#include "dsl/syntax/parser.h"

namespace maxwarp {

using ast::TypeKind;

Parser::Parser(const SourceFile& source, Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), all_tokens_(lex(source, diagnostics)) {
  for (std::size_t i = 0; i < all_tokens_.size(); ++i)
    if (all_tokens_[i].kind != TokenKind::DocComment) meaningful_.push_back(i);
  file_.source = &source;
}

Parser::Level::Level(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > deepest && !parser_.panicking_)
    parser_.fail(diag::NestingTooDeep, parser_.peek().location, deepest);
}

const Token& Parser::peek(std::size_t ahead) const {
  std::size_t index = panicking_ ? meaningful_.size() - 1 : std::min(position_ + ahead, meaningful_.size() - 1);
  return all_tokens_[meaningful_[index]];
}

Token Parser::next() {
  Token token = peek();
  if (!panicking_ && position_ + 1 < meaningful_.size()) ++position_;
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind) || kind == TokenKind::End) return false;
  next();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  next();
  return true;
}

void Parser::fail_expected(std::string_view what) {
  if (panicking_) return;
  fail(diag::Expected, peek().location, described(peek()), what);
}

void Parser::expect(TokenKind kind) {
  if (!accept(kind)) fail_expected(fmt::format("`{}`", spelling(kind)));
}

ast::Name Parser::expect_name() {
  if (at(TokenKind::Name)) {
    Token token = next();
    return {token.text, token.location};
  }
  if (!panicking_ && is_keyword(peek().kind))
    fail(diag::KeywordAsName, peek().location, peek().text);
  else
    fail_expected("a name");
  return {};
}

Location Parser::from(Location begin) const {
  if (position_ == 0) return begin;
  std::uint32_t end = all_tokens_[meaningful_[position_ - 1]].location.end;
  begin.end = std::max(begin.end, end);
  return begin;
}

/// Skips to the next token that may begin a statement of the block in which the error was found: after a
/// `;`, at the start of a line outside of braces that the statement opened, or at the closing brace.
void Parser::recover(std::size_t statement_begin) {
  panicking_ = false;
  int open = 0;
  for (std::size_t i = statement_begin; i < position_; ++i) {
    TokenKind kind = all_tokens_[meaningful_[i]].kind;
    open += (kind == TokenKind::OpenBrace) - (kind == TokenKind::CloseBrace);
  }
  bool moved = position_ > statement_begin;
  for (; !at(TokenKind::End); next(), moved = true) {
    if (at(TokenKind::Algorithm) && peek().fresh) return;
    if (at(TokenKind::CloseBrace) && open-- == 0) return;
    if (at(TokenKind::OpenBrace)) ++open;
    bool boundary = open == 0 && !at(TokenKind::OpenBrace) && !at(TokenKind::CloseBrace);
    if (boundary && moved && (peek().fresh || at(TokenKind::Semicolon))) return;
  }
}

void Parser::skip_to_definition() {
  panicking_ = false;
  while (!at(TokenKind::End) && !at(TokenKind::Algorithm) && !at(TokenKind::Function)) next();
}

std::string Parser::documentation_before(std::size_t token) const {
  std::size_t end = meaningful_[token], begin = end;
  while (begin > 0 && all_tokens_[begin - 1].kind == TokenKind::DocComment) --begin;
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin) text += '\n';
    text += all_tokens_[i].text;
  }
  return text;
}

ast::File Parser::run() {
  while (!at(TokenKind::End)) {
    if (at_word("import")) {
      import();
    } else if (at(TokenKind::Algorithm) || at(TokenKind::Function)) {
      definition();
    } else if (at(TokenKind::Let)) {
      constant();
    } else {
      static constexpr std::array<std::string_view, 4> heads = {"algorithm", "function", "let", "import"};
      Token found = peek();
      std::string_view meant = closest(found.text, heads);
      Diagnostic& error = fail(diag::ExpectedDefinition, found.location, described(found));
      if (!meant.empty()) error.instead(std::string(meant));
    }
    if (panicking_) skip_to_definition();
  }
  return std::move(file_);
}

void Parser::import() {
  const Location begin = next().location;
  const Token path = peek();
  if (!accept(TokenKind::Text)) return fail_expected("the name of a file in quotes");
  if (!file_.constants.empty() || !file_.definitions.empty()) diagnostics_.report(diag::ImportBelow, from(begin));
  accept(TokenKind::Semicolon);
  file_.imports.push_back({path.location, path.text});
}

void Parser::constant() {
  const ast::Stmt* stmt = declaration();
  if (!panicking_ && (stmt->kind != ast::StmtKind::Declare || !stmt->value))
    fail(diag::ConstantWithoutValue, stmt->location);
  accept(TokenKind::Semicolon);
  file_.constants.push_back(stmt);
}

void Parser::definition() {
  ast::Definition& definition = file_.definition_storage.emplace_back();
  file_.definitions.push_back(&definition);
  definition.documentation = documentation_before(position_);
  definition.is_function = at(TokenKind::Function);
  definition.location = next().location;
  definition.name = expect_name();
  expect(TokenKind::OpenParen);
  definition.parameters = parameters(TokenKind::CloseParen, TokenKind::CloseParen);
  expect(TokenKind::CloseParen);
  if (accept(TokenKind::Arrow)) {
    definition.has_return_type = definition.is_function;
    if (definition.is_function)
      definition.return_type = type();
    else
      definition.results = parameters(TokenKind::OpenBrace, TokenKind::Requires);
  }
  if (accept(TokenKind::Requires)) requirements(definition);
  definition.body = block();
}

std::vector<ast::Parameter> Parser::parameters(TokenKind end, TokenKind other_end) {
  std::vector<ast::Parameter> list;
  while (!at(end) && !at(other_end) && !at(TokenKind::End)) {
    ast::Parameter parameter;
    parameter.name = expect_name();
    expect(TokenKind::Colon);
    parameter.type = type();
    if (accept(TokenKind::Assign)) parameter.initial = expression();
    list.push_back(parameter);
    if (!accept(TokenKind::Comma)) break;
  }
  return list;
}

void Parser::requirements(ast::Definition& definition) {
  do {
    ast::Requirement requirement;
    Token word = peek();
    const ast::Expr* condition = expression();
    requirement.name = {word.text, word.location};
    if (condition->kind != ast::ExprKind::Name) requirement.condition = condition;
    definition.requirements.push_back(requirement);
  } while (accept(TokenKind::Comma));
}

namespace {

/// `bits` is a name where no type stands.
bool begins_scalar(const Token& token) {
  return is_scalar_type(token.kind) || (token.kind == TokenKind::Name && token.text == "bits");
}

}  // namespace

ast::Type Parser::type() {
  Level level(*this);
  ast::Type type;
  type.location = peek().location;
  bool space = at(TokenKind::Node) || at(TokenKind::Edge);
  const Token& after = peek(1);
  bool same_line = !after.fresh;
  if (accept(TokenKind::OpenBracket)) {
    type.kind = TypeKind::Array;
    extents(type);
    element_type(type);
  } else if (accept_word("tally")) {
    type.kind = TypeKind::Tally;
    if (begins_scalar(peek()) && !peek().fresh) {
      type.scalar_location = peek().location;
      type.scalar = scalar_type();
    }
  } else if (space && same_line && after.kind == TokenKind::Name && after.text == "set") {
    type.kind = TypeKind::Set;
    type.space = next().kind;
    next();
  } else if (space && same_line && (begins_scalar(after) || after.kind == TokenKind::OpenParen)) {
    type.kind = TypeKind::Property;
    type.space = next().kind;
    element_type(type);
  } else {
    element_type(type);
    type.kind = type.components.empty() ? TypeKind::Scalar : TypeKind::Tuple;
  }
  type.location = from(type.location);
  return type;
}

/// `node` and `edge` stand for all nodes or edges: names that no program can give.
void Parser::extents(ast::Type& type) {
  do {
    if (!at(TokenKind::Node) && !at(TokenKind::Edge)) {
      type.extents.push_back(expression());
      continue;
    }
    Token token = next();
    ast::Expr extent;
    extent.kind = ast::ExprKind::Name;
    extent.name = token.text;
    extent.location = token.location;
    type.extents.push_back(make(extent));
  } while (accept(TokenKind::Comma));
  expect(TokenKind::CloseBracket);
}

/// A scalar, or a tuple of scalars, which goes into `components`.
void Parser::element_type(ast::Type& type) {
  if (!accept(TokenKind::OpenParen)) {
    type.scalar_location = peek().location;
    type.scalar = scalar_type();
    return;
  }
  do {
    type.components.push_back(scalar_type());
  } while (accept(TokenKind::Comma));
  expect(TokenKind::CloseParen);
}

TokenKind Parser::scalar_type() {
  if (is_scalar_type(peek().kind)) return next().kind;
  if (accept_word("bits")) return TokenKind::Bits;
  static constexpr std::array<std::string_view, 9> names = {"bool",   "int",  "long", "float", "double",
                                                            "number", "node", "edge", "bits"};
  if (!panicking_ && at(TokenKind::Name)) {
    std::string_view meant = closest(peek().text, names);
    Diagnostic& error = fail(diag::UnknownType, peek().location, peek().text);
    if (!meant.empty()) error.instead(std::string(meant));
  }
  fail_expected("a type");
  return TokenKind::Int;
}

ast::File parse(const SourceFile& source, Diagnostics& diagnostics) { return Parser(source, diagnostics).run(); }

}  // namespace maxwarp
