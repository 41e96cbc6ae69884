// One connection to `gdsl serve`, which carries one request. However slowly a client sends or reads, and however much,
// it holds a thread for a bounded time and takes a bounded amount of memory.
#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <optional>

namespace maxwarp::workbench {

/// Reads and writes a socket until a time is over. A request with more bytes than allowed ends where they do.
class BoundedStream : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  /// `reading`: for the whole request; `writing`: for the whole answer, or each event of a stream.
  BoundedStream(socket_t socket, std::chrono::seconds reading, std::chrono::seconds writing, std::size_t most_bytes)
      : socket_(socket), end_of_reading_(Clock::now() + reading), writing_(writing), left_(most_bytes) {}

  bool is_readable() const override;
  /// Whether the client is still there and takes more.
  bool is_writable() const override;
  ssize_t read(char* data, size_t size) override;
  ssize_t write(const char* data, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  bool fill();

  socket_t socket_;
  Clock::time_point end_of_reading_;
  std::chrono::seconds writing_;
  mutable std::optional<Clock::time_point> end_of_writing_;  // set by the first write, until `is_writable` is asked
  std::size_t left_;                                         // bytes that may still be read
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0, end_ = 0;  // of what is in the buffer
};

/// A server whose connections are such streams.
class BoundedServer : public httplib::Server {
 public:
  BoundedServer(std::chrono::seconds reading, std::chrono::seconds writing, std::size_t most_bytes)
      : reading_(reading), writing_(writing), most_bytes_(most_bytes) {}

 private:
  bool process_and_close_socket(socket_t socket) override;

  std::chrono::seconds reading_, writing_;
  std::size_t most_bytes_;
};

}  // namespace maxwarp::workbench
