// How long a client may take for a message, and to take an answer. A client that sends half of a message, or reads no
// answer, would have a thread of the server for ever; one that sends a byte now and then is no better. So a message has
// a time of its own, and more of it for its bytes.
#pragma once

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

namespace eugene::serve {

using Time = std::chrono::steady_clock::time_point;

class Pace {
 public:
  static constexpr std::size_t kLeastRate = std::size_t{1} << 20;  // bytes a second

  explicit Pace(std::chrono::milliseconds patience) : patience_(patience) {}

  // The client is between messages from now on.
  void rest() { deadline_.reset(); }
  // It is in the middle of a message, of which `bytes` have come since the last call. `is_new`: another message than
  // then.
  void goes_on(std::size_t bytes, bool is_new) {
    if (is_new || !deadline_) deadline_ = std::chrono::steady_clock::now() + patience_;
    *deadline_ += compute_time(bytes);
  }
  // Nothing: the client is between messages.
  const std::optional<Time>& deadline() const { return deadline_; }
  // Returns the deadline of an answer of `bytes` bytes whose sending begins now.
  Time compute_deadline(std::size_t bytes) const {
    return std::chrono::steady_clock::now() + patience_ + compute_time(bytes);
  }

 private:
  static std::chrono::microseconds compute_time(std::size_t bytes) {
    return std::chrono::microseconds(bytes * 1'000'000 / kLeastRate);
  }

  std::chrono::milliseconds patience_;
  std::optional<Time> deadline_;
};

// Waits until the socket is ready for `events` of poll(). False: the deadline has come before. Nothing as the deadline:
// there is none.
inline bool wait_until_ready(int socket, short events, const std::optional<Time>& deadline) {
  using namespace std::chrono;
  while (!deadline || steady_clock::now() <= *deadline) {
    pollfd waiting{.fd = socket, .events = events, .revents = 0};
    const auto left =
        deadline ? std::max(milliseconds(0), ceil<milliseconds>(*deadline - steady_clock::now())) : milliseconds(-1);
    constexpr milliseconds kMax{60'000};  // fits an int
    if (::poll(&waiting, 1, static_cast<int>(std::min(left, kMax).count())) > 0) return true;
  }
  return false;
}

}  // namespace eugene::serve
