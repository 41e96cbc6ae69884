// The library's own streams bound the time of each read, not of the request: a byte every few seconds would hold a
// thread for ever.
#include "tools/gdsl/serve_connection.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace maxwarp::workbench {
namespace {

using Clock = BoundedStream::Clock;

/// Waits until the socket is ready for `events`. False: not before `end`.
bool wait_for(socket_t socket, short events, Clock::time_point end) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{socket, events, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

}  // namespace

bool BoundedStream::fill() {
  if (left_ == 0 || !wait_for(socket_, POLLIN, end_of_reading_)) return false;
  const ssize_t count = recv(socket_, buffer_.data(), std::min(buffer_.size(), left_), 0);
  if (count <= 0) return false;
  left_ -= static_cast<std::size_t>(count);
  begin_ = 0;
  end_ = static_cast<std::size_t>(count);
  return true;
}

bool BoundedStream::is_readable() const { return begin_ < end_ || wait_for(socket_, POLLIN, end_of_reading_); }

bool BoundedStream::is_writable() const {
  char byte = 0;
  const ssize_t count = recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  const bool is_gone = count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
  end_of_writing_.reset();
  return !is_gone && wait_for(socket_, POLLOUT, Clock::now() + writing_);
}

ssize_t BoundedStream::read(char* data, size_t size) {
  if (begin_ == end_ && !fill()) return -1;
  const std::size_t count = std::min(size, end_ - begin_);
  std::memcpy(data, buffer_.data() + begin_, count);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t BoundedStream::write(const char* data, size_t size) {
  if (!end_of_writing_) end_of_writing_ = Clock::now() + writing_;
  if (!wait_for(socket_, POLLOUT, *end_of_writing_)) return -1;
  return send(socket_, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void BoundedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip = "127.0.0.1";  // no other host can connect, and no port of a client matters
  port = 0;
}

void BoundedStream::get_local_ip_and_port(std::string& ip, int& port) const { get_remote_ip_and_port(ip, port); }

bool BoundedServer::process_and_close_socket(socket_t socket) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  BoundedStream stream(socket, reading_, writing_, most_bytes_);
  bool is_closed = false;
  const bool done = process_request(stream, /*close_connection=*/true, is_closed, nullptr);
  shutdown(socket, SHUT_RDWR);
  close(socket);
  return done;
}

}  // namespace maxwarp::workbench
