// Time limits for a client to send a message, and to read an answer. Without limits, a client that sends half of a
// message, reads no answer, or sends a byte now and then would occupy a thread of the server for ever. So each message
// has a deadline, and each byte that arrives makes the deadline a little later.
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

  // Call when the client is between messages.
  void rest() { deadline_.reset(); }
  // Call when the client is in the middle of a message. `bytes` of the message have arrived since the last call.
  // `is_new`: the message is not the one of the last call.
  void goes_on(std::size_t bytes, bool is_new) {
    if (is_new || !deadline_) deadline_ = std::chrono::steady_clock::now() + patience_;
    *deadline_ += compute_time(bytes);
  }
  // Returns nothing if the client is between messages.
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

// Waits until the socket is ready for `events` of poll(). Returns false if the deadline comes first. Without a
// deadline, waits for ever.
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
