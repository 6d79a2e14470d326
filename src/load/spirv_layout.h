// How Mesa's drivers lay out the shared memory of a compute shader: its variables one after the other, in the order of
// the module, each aligned as its type needs (glsl_type::get_explicit_type_for_size_align with vectors of three aligned
// as those of four). SPIR-V specification 1.6, section 3.42.6 (types).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace eugene::load {

// The types of a module, from their instructions.
class SpirvTypes {
 public:
  // The value of a constant that is the length of an array. Nothing: it is not known.
  using Value = std::function<std::optional<std::uint32_t>(std::uint32_t id)>;
  struct Extent {
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 1;
  };

  // Adds the type that an instruction declares, and ignores other instructions. `words` begin after the first word.
  void add(std::uint16_t opcode, std::span<const std::uint32_t> words);
  // Returns nothing if the type of that id has no size, or is not known.
  std::optional<Extent> extent(std::uint32_t id, const Value& value_of) const;

 private:
  enum class Kind : std::uint8_t { number, several, array, structure };
  struct Type {
    Kind kind = Kind::number;
    std::uint32_t bytes = 0;    // of a number
    std::uint32_t element = 0;  // id of the type of its elements
    std::uint32_t count = 0;    // of elements; for an array, the id of the constant
    bool is_matrix = false;     // columns
    std::vector<std::uint32_t> members;
  };

  std::optional<Extent> extent(std::uint32_t id, const Value& value_of, unsigned depth) const;

  std::map<std::uint32_t, Type> types_;
};

}  // namespace eugene::load
