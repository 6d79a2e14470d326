// A draw whose state, targets, vertices and pixel shader come from the fuzzer.
//
// A draw is orderly or not. The targets and the depth and stencil buffers of an orderly draw are apart from each other
// and from everything that a draw reads, and each pixel has its own bytes. Its result must then not depend on the order
// of the threads of different pixels. The other draws may have any target anywhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "exact_memory.h"
#include "gpu/draw/drawing.h"
#include "input.h"
#include "isa/encoding/encode.h"
#include "memory/format_table.h"
#include "memory/surface_layout.h"
#include "support/build.h"

namespace eugene {

class HostileDraw {
 public:
  HostileDraw() {
    memory_.map(kCode, 1);
    memory_.map(kVertices, 1);
    memory_.map(kVertices + memory::kPageBytes, 1);
    memory_.map(kState, 1);
    for (const std::uint64_t target : kTargets) memory_.map(target, kTargetPages);
    memory_.map(kDepth, kTargetPages);
    memory_.map(kStencil, kTargetPages);
    memory_.map(kTop, 2);
  }

  // Takes a draw from `input`.
  void take(Input& input) {
    state_ = {};
    state_.bases = {.surface = kState, .dynamic = kState, .instruction = kCode};
    const auto first = input.take<std::uint8_t>();
    is_orderly_ = first % 4 != 0;
    is_16_ = first / 4 % 2 == 0;
    fill_memory(input);
    put_code(input);
    put_targets(input);
    put_dynamic_state(input);
    give_fixed(input);
    give_depth(input);
    for (unsigned left = input.take<std::uint8_t>() % 6; left != 0; --left) give_any(input);
    call_ = {.is_indexed = input.take<std::uint8_t>() % 4 == 0,
             .vertices = input.take<std::uint8_t>() % 12U,
             .first_vertex = input.take<std::uint8_t>() % 4U,
             .instances = 1 + input.take<std::uint8_t>() % 2U,
             .first_instance = input.take<std::uint8_t>(),
             .base_vertex = input.take<std::uint8_t>()};
    before_ = memory_.copy();
  }

  bool is_orderly() const { return is_orderly_; }
  const gpu::DrawCall& call() const { return call_; }
  const gpu::PipelineState& state() const { return state_; }
  ExactMemory& memory() { return memory_; }
  // Makes memory what it was before the draw.
  void restore() { memory_.restore(before_); }

 private:
  static constexpr std::uint64_t kCode = 0x10'0000;
  static constexpr std::uint64_t kVertices = 0x20'0000;
  static constexpr std::uint64_t kState = 0x30'0000;
  // So far apart that no pixel of one is in another.
  static constexpr std::uint64_t kTargets[] = {0x1000'0000'0000, 0x2000'0000'0000};
  static constexpr std::uint64_t kDepth = 0x3000'0000'0000, kStencil = 0x4000'0000'0000;
  static constexpr std::uint64_t kTop = 0xFFFF'FFFF'E000;
  static constexpr std::uint64_t kTargetPages = 16;
  // Places in the state's page.
  static constexpr std::uint32_t kBindingTable = 0x800, kViewports = 0x900, kBlend = 0xC00, kConstants = 0xD00;
  static constexpr unsigned kFirstColor = 112;  // register of the colours of a message

  template <class T>
  static T one_of(Input& input, std::initializer_list<T> choices) {
    return choices.begin()[input.take<std::uint8_t>() % choices.size()];
  }

  // Returns a number near the edges of targets, or of floats.
  static float take_number(Input& input) {
    constexpr float kHuge = std::numeric_limits<float>::max(), kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kTiny = std::numeric_limits<float>::denorm_min();
    const auto way = input.take<std::uint8_t>();
    if (way < 0xA0) return static_cast<float>(way) / 4 - 2;
    if (way < 0xE0) return static_cast<float>(input.take<std::int16_t>()) / 256;
    if (way >= 0xF4) return std::bit_cast<float>(input.take<std::uint32_t>());
    constexpr float kOthers[] = {
        0,         -0.F,       1,     -1,         kHuge,     -kHuge,
        kInfinity, -kInfinity, kTiny, 0x1.fp+126, 0x1.p+24F, -0x1.p+24F,
        1e6F,      -1e6F,      16384, -16384,     0x1p31F,   std::numeric_limits<float>::quiet_NaN()};
    return kOthers[way % std::size(kOthers)];
  }
  static std::uint32_t take_dword(Input& input) {
    const auto way = input.take<std::uint8_t>() % 4;
    if (way == 0) return input.take<std::uint8_t>() % 64U;
    if (way == 1) return 1U << input.take<std::uint8_t>() % 32;
    if (way == 2) return std::bit_cast<std::uint32_t>(take_number(input));
    return input.take<std::uint32_t>();
  }

  void put(std::uint64_t address, std::span<const std::uint32_t> dwords) {
    memory::View view(memory_);
    if (!view.write(address, std::as_bytes(dwords))) std::abort();
  }
  void give(const std::vector<std::uint32_t>& dwords) { state_.state_3d.set(dwords); }

  void fill_memory(Input& input) {
    const std::uint32_t pattern = take_dword(input);
    std::vector<std::byte> all = memory_.copy();
    for (std::size_t at = 0; at < all.size(); at += sizeof pattern) std::memcpy(&all[at], &pattern, sizeof pattern);
    memory_.restore(all);
    const std::vector<std::uint32_t> page(memory::kPageBytes / 4);
    for (const std::uint64_t each : {kCode, kState, kVertices, kVertices + memory::kPageBytes}) put(each, page);
    // Positions from the beginning on, a header and an attribute at 0x800, indices at 0xC00.
    constexpr std::size_t kCorners = 12;
    std::vector<std::uint32_t> vertices;
    const bool has_w = input.take<std::uint8_t>() % 4 == 0;
    for (std::size_t i = 0; i < 4 * kCorners; ++i) {
      const bool is_w = i % 4 == 3 && !has_w;
      vertices.push_back(std::bit_cast<std::uint32_t>(is_w ? 1.F : take_number(input)));
    }
    put(kVertices, vertices);
    std::vector<std::uint32_t> header{0, input.take<std::uint8_t>() % 4U, input.take<std::uint8_t>() % 4U, 0};
    for (unsigned i = 0; i < 4; ++i) header.push_back(take_dword(input));
    put(kVertices + 0x800, header);
    std::array<std::uint32_t, 3> indices{};
    input.fill(std::as_writable_bytes(std::span(indices)));
    for (std::uint32_t& each : indices) each &= 0x0F0F'0F0F;
    put(kVertices + 0xC00, indices);
  }

  isa::Instruction take_arithmetic(Input& input) const {
    const auto type = one_of(input, {isa::Type::f, isa::Type::ud, isa::Type::d});
    const auto opcode = one_of(input, {isa::Opcode::mov, isa::Opcode::add, isa::Opcode::mul, isa::Opcode::and_});
    const unsigned channels = is_16_ && input.take<std::uint8_t>() % 8 != 0 ? 16 : 8;
    const auto source = [&](bool may_be_number) {
      const auto way = input.take<std::uint8_t>();
      if (may_be_number && way % 2 == 0) return test::imm(isa::Type::ud, take_dword(input));
      const unsigned number = way % 4 == 1 ? way / 4 % 16U : kFirstColor - 8 + way / 4 % 20U;
      return way % 8 == 3 ? test::scalar(number, type, way / 32) : test::src(number, type);
    };
    const bool has_two = opcode != isa::Opcode::mov;
    isa::Instruction made =
        test::op(opcode, channels, test::dst(kFirstColor + input.take<std::uint8_t>() % 14U, type), source(!has_two));
    if (has_two) made.src[1] = source(true);
    if (opcode == isa::Opcode::and_ && type == isa::Type::f) made.opcode = isa::Opcode::add;
    for (isa::Operand& each : made.src)
      if (each.file == isa::RegFile::imm) each.type = type;
    const auto way = input.take<std::uint8_t>();
    made.no_mask = way % 8 == 1;
    if (way >= 0xC0) made = test::conditional(made, way % 2 == 0 ? isa::CondMod::l : isa::CondMod::nz);
    if (way / 16 % 4 == 3) made = test::predicated(made);
    return made;
  }

  isa::Instruction take_message(Input& input, bool is_last) const {
    const auto subtype = is_16_ ? one_of<std::uint8_t>(input, {0, 0, 0, 1, 4, 2, 3}) : std::uint8_t{4};
    const auto way = input.take<std::uint8_t>();
    const bool has_header = way % 4 == 0;
    const unsigned registers = subtype == 1 ? 1 : subtype == 0 || subtype == 2 || subtype == 3 ? 8 : 4;
    std::uint32_t descriptor = 12U << 14 | std::uint32_t{subtype} << 8 | std::uint32_t{is_last} << 12 |
                               (registers + (has_header ? 2 : 0) + way / 64 % 2) << 25 |
                               std::uint32_t{has_header} << 19 | (way / 16 % 4 == 3 ? 1U : 0U);
    if (way / 4 % 4 == 3) descriptor ^= 1U << input.take<std::uint8_t>() % 32 & kMessageBits;
    if (!is_orderly_ && way / 4 % 4 == 2) descriptor = input.take<std::uint32_t>() & 0x1EFF'FFFF;
    isa::Instruction made = test::op(isa::Opcode::send, is_16_ ? 16 : 8, test::null(),
                                     test::src(has_header ? kFirstColor - 2 : kFirstColor, isa::Type::ud));
    made.send = {.sfid = isa::Sfid::dp_render, .eot = is_last, .descriptor = descriptor};
    if (way >= 0xD0) made = test::predicated(made);
    return made;
  }
  // All bits but the kind of message.
  static constexpr std::uint32_t kMessageBits = 0x1EF8'3FFF;

  void put_code(Input& input) {
    const unsigned x = 1, words = 8;
    std::vector<isa::Instruction> program;
    const unsigned channels = is_16_ ? 16 : 8;
    // Colours that differ from pixel to pixel.
    for (unsigned c = 0; c < 4; ++c) {
      program.push_back(test::op(isa::Opcode::mov, channels, test::dst(kFirstColor + 2 * c, isa::Type::ud),
                                 test::src(x, isa::Type::uw, {1, 4, 0}, words / 2 + c % 2)));
    }
    for (unsigned left = input.take<std::uint8_t>() % 8; left != 0; --left) program.push_back(take_arithmetic(input));
    for (unsigned left = input.take<std::uint8_t>() % 3; left != 0; --left)
      program.push_back(take_message(input, false));
    program.push_back(take_message(input, true));
    std::uint64_t at = kCode;
    for (const isa::Instruction& each : program) {
      const auto bytes = isa::encode(isa::kGen9, each);
      if (!bytes) continue;
      std::array<std::uint32_t, 4> dwords{};
      std::memcpy(dwords.data(), bytes->data(), sizeof dwords);
      put(at, dwords);
      at += sizeof dwords;
    }
  }

  memory::SurfaceState take_target(Input& input, unsigned number) const {
    const auto way = input.take<std::uint8_t>();
    constexpr std::uint16_t kCommon[] = {0x000, 0x002, 0x0C0, 0x0C7, 0x0D5, 0x080, 0x100, 0x140, 0x0DA};
    const auto format = way % 4 == 0 ? memory::kFormats[input.take<std::uint8_t>() % memory::kFormats.size()].code
                                     : kCommon[input.take<std::uint8_t>() % std::size(kCommon)];
    const auto tile = one_of(input, {memory::TileMode::linear, memory::TileMode::x, memory::TileMode::y});
    memory::SurfaceState surface{.type = memory::SurfaceType::two_d,
                                 .tile = tile,
                                 .format = format,
                                 .width = 1U + input.take<std::uint8_t>() % 64,
                                 .height = 1U + input.take<std::uint8_t>() % 64,
                                 .pitch = 1024,
                                 .qpitch = 64,
                                 .base = kTargets[number]};
    if (way / 4 % 4 == 3) {
      surface.offset = {.x = static_cast<std::uint16_t>(4 * (way / 16 % 4)), .y = 4};
      surface.width = std::min(surface.width, 48U);  // the rows stay apart
    }
    if (way >= 0xC0) surface.base += input.take<std::uint8_t>() * std::uint64_t{16};
    if (way / 16 % 4 == 1) surface.pitch = 16 * (64U + input.take<std::uint8_t>());
    if (is_orderly_) return surface;
    surface.base = one_of(input, {kTargets[number], kTargets[0], kDepth, kVertices, kState, kCode, kTop,
                                  std::uint64_t{0}, ~std::uint64_t{0}}) +
                   static_cast<std::uint64_t>(std::int64_t{input.take<std::int8_t>()}) * 16;
    const auto kind = input.take<std::uint8_t>();
    if (kind % 2 == 0) surface.pitch = 1 + take_dword(input);
    if (kind / 2 % 4 == 0) surface.type = static_cast<memory::SurfaceType>(input.take<std::uint8_t>() % 8);
    if (kind / 8 % 4 == 0) surface.depth = 1 + input.take<std::uint16_t>() % 2048;
    if (kind / 32 % 4 == 0) surface.slices = {.first = input.take<std::uint16_t>(), .extent = 4};
    surface.mips.count = kind >= 0xC0 ? input.take<std::uint8_t>() % 15 : 0;
    surface.qpitch = input.take<std::uint8_t>() * 4U;
    surface.is_array = surface.depth > 1;
    if (kind % 16 == 5) surface.width = 1U << input.take<std::uint8_t>() % 15;
    if (kind % 16 == 6) surface.height = 1U << input.take<std::uint8_t>() % 15;
    return surface;
  }

  void put_targets(Input& input) {
    std::array<std::uint32_t, 8> table{};
    for (unsigned i = 0; i < std::size(kTargets); ++i) {
      const auto bytes = memory::encode_surface_state(memory::kGen9Surfaces, take_target(input, i));
      std::array<std::uint32_t, 16> dwords{};
      std::memcpy(dwords.data(), bytes.data(), sizeof dwords);
      if (!is_orderly_) {
        for (unsigned left = input.take<std::uint8_t>() % 3; left != 0; --left)
          dwords[input.take<std::uint8_t>() % dwords.size()] ^= 1U << input.take<std::uint8_t>() % 32;
      }
      put(kState + 64 * i, dwords);
      table[i] = 64 * i;
    }
    put(kState + kBindingTable, table);
  }

  void put_dynamic_state(Input& input) {
    std::array<std::uint32_t, 20> viewport{};
    for (std::uint32_t& each : viewport) each = std::bit_cast<std::uint32_t>(take_number(input));
    put(kState + kViewports, viewport);
    std::array<std::uint32_t, 17> blend{};
    for (std::uint32_t& each : blend) each = input.take<std::uint32_t>();
    put(kState + kBlend, blend);
    std::array<std::uint32_t, 6> constants{};
    for (std::uint32_t& each : constants) each = take_dword(input);
    put(kState + kConstants, constants);
  }

  void give_fixed(Input& input) {
    give({0x784B'0000, one_of<std::uint32_t>(input, {4, 4, 5, 6, 7, 0xF, 1, 2, 3})});
    give({0x7808'0007, 0x0000'0010, kVertices, 0, 0x400, 0x0400'0000, kVertices + 0x800, 0, 0x20});
    give({0x7809'0005, 0x0600'0000, 0x1222'0000, 0x0200'0000, 0x1111'0000, 0x0600'0010, 0x1111'0000});
    give({0x780A'0003, input.take<std::uint8_t>() % 3U << 8, kVertices + 0xC00, 0, 12});
    give({0x7850'0003, 1U << 16, 0, 0, 0});               // no culling
    give({0x781F'0004, 1U << 22 | 1U << 5, 0, 1, 0, 0});  // one constant attribute
    give({0x7820'000A, 0, 0, 0, 0, 0, is_16_ ? 2U : 1U, 6U << 16, 0, 0, 0, 0});
    give({0x784F'0000, 1U << 31});
    give({0x784D'0000, 1U << 30});
    give({0x782A'0000, kBindingTable});
    give({0x7900'0002, 0, 63U << 16 | 63, 0});
    const auto way = input.take<std::uint8_t>();
    if (way % 2 == 0) give({0x7824'0000, kBlend | 1});
    if (way % 4 == 0) give({0x780E'0000, kConstants | 1});
    if (way / 4 % 4 == 0) {
      give({0x7821'0000, kViewports});
      give({0x7823'0000, kViewports + 0x40});
      give({0x7812'0002, 0, 1U << 31 | (way / 16 % 8) << 13, 0});
      give({0x7813'0002, way / 16 % 2U << 1, 0, 0});
    }
    if (way >= 0xC0) give({0x784F'0000, 1U << 31 | (input.take<std::uint32_t>() & (0x7U << 26 | 1U << 29 | 1U << 5))});
  }

  void give_depth(Input& input) {
    const auto way = input.take<std::uint8_t>();
    if (way % 2 == 0) return;
    const std::uint32_t format = one_of<std::uint32_t>(input, {1, 3, 5, 1, 3, 0, 2, 4});
    std::uint32_t kind = 1U << 29 | 3U << 27 | format << 18, pitch = 255, size = 63U << 18 | 63U << 4, depth = 0;
    std::uint64_t address = kDepth, stencil = kStencil;
    if (way >= 0xC0) size = input.take<std::uint8_t>() % 64U << 18 | input.take<std::uint8_t>() % 64U << 4;
    if (!is_orderly_) {
      kind ^= 1U << input.take<std::uint8_t>() % 32;
      pitch = input.take<std::uint16_t>();
      size = input.take<std::uint8_t>() % 2 == 0 ? size : input.take<std::uint32_t>();
      depth = input.take<std::uint32_t>();
      address = one_of(input, {kDepth, kTargets[0], kStencil, kVertices, kTop, ~std::uint64_t{0}});
      stencil = one_of(input, {kStencil, kDepth, kTop, std::uint64_t{0}});
    }
    const auto high = [](std::uint64_t whole) { return static_cast<std::uint32_t>(whole >> 32); };
    const auto low = [](std::uint64_t whole) { return static_cast<std::uint32_t>(whole); };
    give({0x7805'0006, kind | pitch, low(address), high(address), size, depth, 0, 16});
    if (way / 2 % 2 == 0) give({0x7806'0003, 1U << 31 | 127, low(stencil), high(stencil), 16});
    give(
        {0x784E'0002, input.take<std::uint32_t>() | 1U << 1, input.take<std::uint32_t>(), input.take<std::uint16_t>()});
  }

  // Gives a command with any fields. The commands of an orderly draw place nothing that is written.
  void give_any(Input& input) {
    constexpr std::uint16_t kAny[] = {0x7804, 0x7808, 0x7809, 0x780A, 0x780C, 0x780E, 0x780F, 0x7812, 0x7813, 0x7814,
                                      0x7817, 0x781F, 0x7821, 0x7823, 0x7824, 0x7849, 0x784A, 0x784B, 0x784D, 0x784E,
                                      0x784F, 0x7850, 0x7851, 0x7900, 0x7820, 0x7805, 0x7806, 0x782A};
    constexpr std::size_t kPlacing = 4;  // the last ones
    const std::size_t count = std::size(kAny) - (is_orderly_ ? kPlacing : 0);
    std::vector<std::uint32_t> command{std::uint32_t{kAny[input.take<std::uint8_t>() % count]} << 16};
    for (unsigned left = 1 + input.take<std::uint8_t>() % 12; left != 0; --left) command.push_back(take_dword(input));
    give(command);
  }

  ExactMemory memory_;
  std::vector<std::byte> before_;
  gpu::PipelineState state_;
  gpu::DrawCall call_;
  bool is_orderly_ = false, is_16_ = false;
};

}  // namespace eugene
