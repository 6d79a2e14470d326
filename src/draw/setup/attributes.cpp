#include "draw/setup/attributes.h"

#include <bit>
#include <cstring>

#include "base/bits.h"

namespace eugene::draw {
namespace {

// Returns the number that replaces components of an attribute.
memory::Pixel constant_value(std::uint8_t code, std::uint32_t primitive_id) {
  enum : std::uint8_t { zeros = 0, zeros_and_one = 1, ones = 2, id = 3 };
  const auto one = std::bit_cast<std::uint32_t>(1.0F);
  switch (code) {
    case zeros_and_one: return {0, 0, 0, one};
    case ones: return {one, one, one, one};
    case id: return {primitive_id, primitive_id, primitive_id, primitive_id};
    default: return {};
  }
}

struct Attribute {
  std::size_t row = 0;          // in each vertex
  std::uint8_t overridden = 0;  // bit c: component c has the constant
  memory::Pixel constant{};
};

Attribute find_attribute(const Attributes& attributes, unsigned index, const AttributeSource& source) {
  Attribute result{.row = std::size_t{attributes.first} + index};
  if (attributes.has_swizzles && index < attributes.swizzles.size()) {
    const AttributeSwizzle& swizzle = attributes.swizzles[index];
    constexpr unsigned kFacing = 0;  // bit of Swizzle Select: back faces have the next row
    result.row =
        std::size_t{attributes.first} + swizzle.source + (bit(swizzle.select, kFacing) && source.is_back ? 1 : 0);
    result.overridden = swizzle.overridden;
    result.constant = constant_value(swizzle.constant, source.primitive_id);
  }
  if (attributes.primitive_id_components != 0 && index == attributes.primitive_id_attribute) {
    result.overridden = attributes.primitive_id_components;
    result.constant = constant_value(3, source.primitive_id);
  }
  return result;
}

using Setup = std::array<std::uint32_t, 16>;  // four dwords for each component

// Returns the place in a point, (0, 0) to (1, 1), as an attribute.
Setup sprite_coordinates(bool goes_up) {
  const auto f = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  return {f(1), 0, 0, 0, 0, f(goes_up ? -1.0F : 1.0F), 0, f(goes_up ? 1.0F : 0.0F), 0, 0, 0, 0, 0, 0, 0, f(1)};
}

std::uint32_t component(VertexRows vertex, std::size_t row, unsigned c) {
  return row < vertex.size() ? vertex[row][c] : 0;
}

Setup set_up_attribute(const Attributes& attributes, unsigned index, const AttributeSource& source) {
  constexpr unsigned kComponents = 4, kBits = 32;
  const Attribute attribute = find_attribute(attributes, index, source);
  if (source.is_point && index < kBits && bit(attributes.sprites, index))
    return sprite_coordinates(attributes.sprites_go_up);
  const bool is_constant = index < kBits && bit(attributes.constants, index);
  Setup dwords{};
  for (unsigned c = 0; c < kComponents; ++c) {
    std::uint32_t* const setup = &dwords[4 * std::size_t{c}];
    const auto value = [&](unsigned vertex) { return component(source.vertices[vertex], attribute.row, c); };
    if (bit(attribute.overridden, c)) {
      setup[3] = attribute.constant[c];
    } else if (is_constant) {
      setup[3] = value(source.provoking);
    } else {
      const auto first = std::bit_cast<float>(value(0));
      setup[0] = std::bit_cast<std::uint32_t>(std::bit_cast<float>(value(1)) - first);
      setup[1] = std::bit_cast<std::uint32_t>(std::bit_cast<float>(value(2)) - first);
      setup[3] = value(0);
    }
  }
  return dwords;
}

}  // namespace

void append_attributes(const Attributes& attributes, const AttributeSource& source, std::vector<eu::Grf>& to) {
  for (unsigned index = 0; index < attributes.count; ++index) {
    const Setup setup = set_up_attribute(attributes, index, source);
    to.resize(to.size() + 2);
    std::memcpy(&to[to.size() - 2], setup.data(), sizeof(setup));
  }
}

}  // namespace eugene::draw
