// What a web page elsewhere, or another user of this machine, can send here is refused before anything is done with it:
// the name of the host (a foreign name may lead to 127.0.0.1), the origin, and the token are checked for each request.
#include "tools/gdsl/serve_server.h"

#include <sys/random.h>

#include <array>
#include <thread>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/json_text.h"
#include "tools/gdsl/serve_connection.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = ServeWork::Json;
using httplib::Request;
using httplib::Response;

constexpr std::chrono::seconds reading{5}, writing{20};
/// A text may take six bytes of JSON for one of its own; a save has two.
constexpr std::size_t most_body = 14 * ProgramFolder::most_bytes, most_head = 64 * 1024;
constexpr std::size_t threads = 32;
constexpr int waiting_connections = 128;
constexpr std::size_t most_explored = 200;

constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// The token of an address, which cannot be guessed.
llvm::Expected<std::string> make_token() {
  std::array<unsigned char, 32> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail("this machine gives no random numbers");
  return llvm::toHex(llvm::ArrayRef<unsigned char>(bytes), /*LowerCase=*/true);
}

/// In a time that does not tell where they differ.
bool is_same(const std::string& one, const std::string& other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) difference |= static_cast<unsigned char>(one[i] ^ other[i]);
  return difference == 0;
}

/// The value of a header that may occur once; empty: it is missing, or there are several.
std::string only(const Request& request, const char* name) {
  return request.get_header_value_count(name) == 1 ? request.get_header_value(name) : "";
}

struct Denial {
  int status = 0;  // 0: none
  const char* reason = "";
};

class Site {
 public:
  Site(ServeWork& work, std::string token) : work_(work), token_(std::move(token)) {}

  llvm::Error read_page(const Installation& installation);
  void set_up(httplib::Server& server);
  void set_port(int port) { port_ = port; }

 private:
  using Handler = std::function<llvm::Expected<Json>(const Json&)>;
  using Answering = llvm::Expected<Json> (ServeWork::*)(const Question&);

  Denial denial(const Request& request) const;
  void answer(httplib::Server& server, const char* path, Handler handler);
  void answer(httplib::Server& server, const char* path, Answering method);
  void explore(const Json& asked, Response& response);

  ServeWork& work_;
  std::string token_;
  int port_ = 0;
  struct Part {
    const char *path, *file, *type;
    std::string text;
  };
  std::array<Part, 4> parts_ = {{{"/", "page.html", "text/html; charset=utf-8", ""},
                                 {"/page.css", "page.css", "text/css; charset=utf-8", ""},
                                 {"/page.js", "page.js", "text/javascript; charset=utf-8", ""},
                                 {"/editor.js", "editor.js", "text/javascript; charset=utf-8", ""}}};
};

llvm::Error Site::read_page(const Installation& installation) {
  for (Part& part : parts_) {
    auto text = read_text(installation.share + "/serve/" + part.file);
    if (!text) return text.takeError();
    part.text = std::move(*text);
  }
  return llvm::Error::success();
}

/// Why a request is refused whatever it asks for.
Denial Site::denial(const Request& request) const {
  const std::string host = only(request, "Host");
  const std::string port = ":" + std::to_string(port_);
  if (host != "127.0.0.1" + port && host != "localhost" + port) return {403, "wrong Host"};
  if (request.has_header("Origin") && only(request, "Origin") != "http://" + host) return {403, "wrong Origin"};
  const std::string site = only(request, "Sec-Fetch-Site");
  if (request.has_header("Sec-Fetch-Site") && site != "same-origin" && site != "none") return {403, "another site"};
  if (request.has_header("Transfer-Encoding")) return {411, "a body needs a Content-Length"};
  if (request.method == "GET") return request.has_header("Content-Length") ? Denial{400, "a body of GET"} : Denial{};
  if (request.method != "POST") return {405, "only GET and POST"};
  if (!is_same(only(request, "X-Maxwarp-Token"), token_)) return {403, "wrong token"};
  if (only(request, "Content-Type") != "application/json") return {415, "no application/json"};
  std::size_t length = 0;
  if (llvm::StringRef(only(request, "Content-Length")).getAsInteger(10, length)) return {411, "no Content-Length"};
  if (length > most_body) return {413, "the body is too large"};
  return {};
}

void refuse(Response& response, int status, const std::string& reason) {
  response.status = status;
  response.set_content(json_text(Json{{"error", reason}}, -1), "application/json");
}

/// The body as JSON; discarded: it is none.
Json json_body(const httplib::ContentReader& read) {
  std::string body;
  read([&](const char* data, std::size_t size) {
    body.append(data, size);
    return body.size() <= most_body;
  });
  return Json::parse(body, nullptr, /*allow_exceptions=*/false);
}

void Site::answer(httplib::Server& server, const char* path, Handler handler) {
  server.Post(path, [handler](const Request&, Response& response, const httplib::ContentReader& read) {
    const Json asked = json_body(read);
    if (asked.is_discarded()) return refuse(response, 400, "the body is no JSON");
    auto answer = handler(asked);
    if (!answer) return refuse(response, 400, llvm::toString(answer.takeError()));
    response.set_content(json_text(*answer, -1), "application/json");
  });
}

void Site::answer(httplib::Server& server, const char* path, Answering method) {
  answer(server, path, [this, method](const Json& asked) -> llvm::Expected<Json> {
    auto question = question_of(asked);
    if (!question) return question.takeError();
    return (work_.*method)(*question);
  });
}

/// Server-sent events: one for each mapping.
void Site::explore(const Json& asked, Response& response) {
  auto question = question_of(asked);
  if (!question) return refuse(response, 400, llvm::toString(question.takeError()));
  const bool has_limit = asked.contains("limit") && asked["limit"].is_number_unsigned();
  const auto limit = has_limit ? asked["limit"].get<std::size_t>() : 0;
  if (limit == 0 || limit > most_explored)
    return refuse(response, 400, fmt::format("`limit` is no number from 1 to {}", most_explored));
  response.set_chunked_content_provider(
      "text/event-stream", [this, question = *question, limit](std::size_t, httplib::DataSink& sink) {
        const auto send = [&](const std::string& line) {
          if (!sink.is_writable()) return false;
          if (line.empty()) return true;
          const std::string event = "data: " + line + "\n\n";
          return sink.write(event.data(), event.size());
        };
        if (llvm::Error failed = work_.explore(question, limit, send)) {
          std::string text = json_text(Json{{"message", llvm::toString(std::move(failed))}}, -1);
          text.pop_back();
          send(text);
        }
        sink.done();
        return true;
      });
}

void Site::set_up(httplib::Server& server) {
  server.set_default_headers({{"Content-Security-Policy", policy},
                              {"X-Content-Type-Options", "nosniff"},
                              {"X-Frame-Options", "DENY"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cross-Origin-Opener-Policy", "same-origin"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Cache-Control", "no-store"}});
  server.set_pre_routing_handler([this](const Request& request, Response& response) {
    const Denial denied = denial(request);
    if (denied.status == 0) return httplib::Server::HandlerResponse::Unhandled;
    refuse(response, denied.status, denied.reason);
    return httplib::Server::HandlerResponse::Handled;
  });
  server.set_exception_handler([](const Request&, Response& response, const std::exception_ptr&) {
    refuse(response, 500, "a defect of Maxwarp");
  });
  for (const Part& part : parts_)
    server.Get(part.path, [&part](const Request&, Response& response) { response.set_content(part.text, part.type); });
  answer(server, "/api/start", [this](const Json&) -> llvm::Expected<Json> { return work_.start(); });
  answer(server, "/api/program", [this](const Json& asked) { return work_.program(asked); });
  answer(server, "/api/save", [this](const Json& asked) { return work_.save(asked); });
  answer(server, "/api/compile", &ServeWork::compile);
  answer(server, "/api/judge", &ServeWork::judge);
  answer(server, "/api/measure", &ServeWork::measure);
  answer(server, "/api/assemble", &ServeWork::assemble);
  server.Post("/api/explore", [this](const Request&, Response& response, const httplib::ContentReader& read) {
    explore(json_body(read), response);
  });
}

}  // namespace

llvm::Error serve(ServeWork& work, const Installation& installation, int port,
                  const std::function<llvm::Error(const std::string& address)>& on_start) {
  auto token = make_token();
  if (!token) return token.takeError();
  Site site(work, *token);
  if (llvm::Error failed = site.read_page(installation)) return failed;
  BoundedServer server(reading, writing, most_body + most_head);
  server.new_task_queue = [] { return new httplib::ThreadPool(threads); };
  // Two servers on one port would share its requests: only what is left of an earlier one may be there.
  socket_t accepting = -1;
  server.set_socket_options([&](socket_t socket) {
    accepting = socket;
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    fcntl(socket, F_SETFD, FD_CLOEXEC);
  });
  site.set_up(server);
  const DeferredInterrupt deferred;
  const int bound = port == 0                                ? server.bind_to_any_port("127.0.0.1")
                    : server.bind_to_port("127.0.0.1", port) ? port
                                                             : -1;
  if (bound <= 0) return fail("port {} of 127.0.0.1 is taken; write another --port, or none", port);
  // The library lets 5 connections wait; what comes beside them would try again a second later.
  listen(accepting, waiting_connections);
  site.set_port(bound);
  std::thread listening([&] { server.listen_after_bind(); });
  const llvm::scope_exit end([&] {
    server.stop();
    listening.join();
  });
  while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (llvm::Error failed = on_start(fmt::format("http://127.0.0.1:{}/#token={}", bound, *token))) return failed;
  while (!is_interrupted() && server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return is_interrupted() ? llvm::Error::success() : fail("the server cannot accept connections any more");
}

}  // namespace maxwarp::workbench
