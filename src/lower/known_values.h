// Values that are known during lowering, so that some instructions need not be emitted. They are discarded where
// control flow joins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace eugene::lower {

class KnownValues {
 public:
  // Call where control flow joins, and after instructions that write f0.
  void forget() {
    predicate_.reset();
    surfaces_.clear();
  }

  // The predicate variable whose bits f0 holds.
  bool has_predicate(std::uint32_t variable) const { return predicate_ == variable; }
  void set_predicate(std::uint32_t variable) { predicate_ = variable; }

  // Constant propagation for surface variables: the index that was last moved to the variable at `byte`. Compilers move
  // an index before each message, and the message's descriptor then becomes a constant.
  std::optional<std::uint32_t> surface(std::uint32_t byte) const {
    const auto found = surfaces_.find(byte);
    return found != surfaces_.end() ? std::optional(found->second) : std::nullopt;
  }
  void set_surface(std::uint32_t byte, std::optional<std::uint32_t> index) {
    surfaces_.erase(byte);
    if (index) surfaces_.emplace(byte, *index);
  }
  void forget_surfaces() { surfaces_.clear(); }

 private:
  std::optional<std::uint32_t> predicate_;
  std::map<std::uint32_t, std::uint32_t> surfaces_;  // index, by the variable's first byte
};

}  // namespace eugene::lower
