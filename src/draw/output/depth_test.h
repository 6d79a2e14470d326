// Depth tests and writes (SKL PRM vol7 "Depth Test"). Depths are compared as the depth buffer's format has them.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostic.h"
#include "draw/state/state_3d.h"
#include "memory/image_layout.h"
#include "memory/view.h"

namespace eugene::draw {

// The codes of 3D_Compare_Function.
enum class Compare : std::uint8_t { always, never, less, equal, less_equal, greater, not_equal, greater_equal };

class DepthTest {
 public:
  // Makes the test of a draw. Without a depth buffer the test always passes and writes nothing. An error names the
  // unsupported feature.
  static Result<DepthTest> make(const State3d& state);

  bool writes() const { return writes_; }
  // Whether anything can fail or be written.
  bool is_needed() const { return writes_ || compare_ != Compare::always; }

  struct Place {
    std::uint32_t x = 0, y = 0, layer = 0;
  };
  // Returns whether a pixel of depth `depth` passes; nothing if memory is not mapped. A pixel outside the depth buffer
  // fails.
  std::optional<bool> test(const Place& place, float depth, memory::View& memory) const;
  // Writes the depth of a pixel inside the depth buffer. Returns false if memory is not mapped.
  bool write(const Place& place, float depth, memory::View& memory) const;

 private:
  std::optional<std::uint64_t> find_address(const Place& place) const;

  std::optional<memory::ImageLayout> image_;
  std::uint32_t first_layer_ = 0;
  Compare compare_ = Compare::always;
  bool writes_ = false;
};

}  // namespace eugene::draw
