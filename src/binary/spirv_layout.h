// The layout of a compute shader's shared memory with Mesa's drivers: its variables in the order of the module, each
// aligned as its type requires (glsl_type::get_explicit_type_for_size_align; vectors of three are aligned like vectors
// of four). SPIR-V specification 1.6, section 3.42.6 (types).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace eugene::binary {

// The types of a module, collected from its instructions.
class SpirvTypes {
 public:
  // Returns the value of a constant, which is the length of an array. Returns nothing if unknown.
  using Value = std::function<std::optional<std::uint32_t>(std::uint32_t id)>;
  struct Extent {
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 1;
  };

  // Adds the type that an instruction declares; ignores other instructions. `words` are the instruction's words after
  // the first.
  void add(std::uint16_t opcode, std::span<const std::uint32_t> words);
  // Returns the size of type `id`. Returns nothing if the type has no size or is unknown.
  std::optional<Extent> extent(std::uint32_t id, const Value& find_value) const;

 private:
  enum class Kind : std::uint8_t { number, several, array, structure };
  struct Type {
    Kind kind = Kind::number;
    std::uint32_t bytes = 0;    // of a number
    std::uint32_t element = 0;  // id of the elements' type
    std::uint32_t count = 0;    // number of elements; for an array, the id of a constant
    bool is_matrix = false;     // elements are columns
    std::vector<std::uint32_t> members;
  };

  std::optional<Extent> extent(std::uint32_t id, const Value& find_value, unsigned depth) const;

  std::map<std::uint32_t, Type> types_;
};

}  // namespace eugene::binary
