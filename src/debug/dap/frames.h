// Frames messages of the Debug Adapter Protocol and the Language Server Protocol in a stream of bytes: "Content-Length:
// N", an empty line, and N bytes of JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug::dap {

std::string framed(const nlohmann::json& message);

class Frames {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;  // maximum length of a message

  void add(std::string_view bytes) { received_.append(bytes); }
  // Returns the next message, or nothing if the message is incomplete or the stream is_broken().
  std::optional<nlohmann::json> next();
  bool is_broken() const { return is_broken_; }

 private:
  std::string received_;
  bool is_broken_ = false;  // the beginning of the next message cannot be found
};

}  // namespace eugene::debug::dap
