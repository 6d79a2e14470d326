// The arithmetic of PlainTexture, on vectors of eight lanes. A corner is one of the texels that are blended, two for
// each axis. Channels are computed one after the other, so that the sum stays in registers.
#include <array>
#include <cstring>
#include <span>

#include "base/vector8.h"
#include "sampler/axis_lanes.h"
#include "sampler/blend.h"
#include "sampler/plain.h"

namespace eugene::sampler {
namespace {

constexpr unsigned kMaxCorners = 8;
constexpr std::int32_t kWhole = kOne * kOne * kOne;  // sum of the weights of all corners

U32x8 float_bits(const F32x8& numbers) { return (U32x8)numbers; }

// Converts bytes of texels to floats, for most formats.
U32x8 unorm_values(const U32x8& bytes) { return float_bits(__builtin_convertvector((I32x8)bytes, F32x8) / 255.0F); }

// Converts halves to floats. Zeros, denormals, infinities and NaNs are marked in `special` instead.
U32x8 half_values(const U32x8& codes, I32x8& special) {
  constexpr std::uint32_t kExponents = 0x7C00;
  const U32x8 exponents = codes & kExponents;
  special = (I32x8)(exponents == 0) | (I32x8)(exponents == kExponents);
  return (codes & 0x8000U) << 16 | (((codes & 0x7FFFU) << 13) + (112U << 23));
}

// Rounds sums to floats.
U32x8 rounded_sums(const F64x8& sums) {
  const F32x8 rounded = to_floats(sums);
  // NOLINTNEXTLINE(misc-redundant-expression): a NaN is not equal to itself
  return choose(rounded != rounded, U32x8{} + kSumNan, float_bits(rounded));
}

template <class T>
U32x8 read(const std::byte* bytes, const U32x8& places) {
  return gather8(places, [&](std::uint32_t place) {
    T value;
    std::memcpy(&value, bytes + place, sizeof(value));
    return static_cast<std::uint32_t>(value);
  });
}

}  // namespace

class PlainTexture::EightLanes {
 public:
  EightLanes(const PlainTexture& texture, const std::byte* bytes) : texture_(texture), bytes_(bytes) {}

  // Compute texels at integer coordinates (load) or filtered texels (sample). Only `channels` are computed.
  void load(const std::array<const std::int32_t*, 3>& at, std::uint8_t channels, unsigned first, TexelLanes& to) const;
  void sample(const std::array<const float*, 3>& at, std::uint8_t channels, unsigned first, TexelLanes& to) const;

 private:
  // One texel for each lane.
  struct Corner {
    U32x8 place;    // offset from the first texel in bytes; any valid offset if outside
    U32x8 word;     // the texel's value if it has four bytes
    I32x8 outside;  // negative if outside the level
    I32x8 weight;   // in units of 1 / kWhole
  };

  // Row of a 3D surface, counted across all slices. Negative if `row` or `slice` is negative.
  I32x8 compute_row(const I32x8& row, const I32x8& slice) const {
    return ((slice & (slice >= 0)) * texture_.axes_[1].size + row) | (slice < 0) | (row < 0);
  }
  void find(std::span<const I32x8> columns, std::span<const I32x8> rows, Corner* corner) const;
  template <class With>
  void read_channel(const Channel& channel, const With& with) const;
  template <class Read>
  static U32x8 blend(std::span<const Corner> corners, const Read& texels);

  const PlainTexture& texture_;
  const std::byte* bytes_;
};

// Finds the corners at all `columns` of each of `rows`. Negative ones are outside.
void PlainTexture::EightLanes::find(std::span<const I32x8> columns, std::span<const I32x8> rows, Corner* corner) const {
  const auto place = [](const std::vector<std::uint32_t>& places, const I32x8& at) {
    return gather8((U32x8)(at & (at >= 0)), [&](std::uint32_t index) { return places[index]; });
  };
  std::array<U32x8, 2> column_places;
  for (unsigned x = 0; x < columns.size(); ++x) column_places[x] = place(texture_.columns_, columns[x]);
  for (const I32x8& row : rows) {
    const U32x8 row_place = place(texture_.rows_, row);
    for (unsigned x = 0; x < columns.size(); ++x, ++corner) {
      corner->outside = columns[x] | row;
      corner->place = column_places[x] + row_place;
      // A texel of four bytes is loaded once for all of its channels.
      corner->word = texture_.has_words_ ? read<std::uint32_t>(bytes_, corner->place) : U32x8{};
    }
  }
}

// Calls `with` with a function that reads a channel of a corner. Each source has its own function type, so `with` is
// compiled for each.
template <class With>
void PlainTexture::EightLanes::read_channel(const Channel& channel, const With& with) const {
  const std::byte* from = bytes_ + channel.offset;
  const unsigned shift = 8U * channel.offset;
  const auto word = [=](const Corner& corner) { return corner.word >> shift & 0xFF; };
  const auto byte = [=](const Corner& corner) { return read<std::uint8_t>(from, corner.place); };
  const auto of_bytes = [&](const auto& find_code) {
    if (channel.source == Source::unorm) return with([=](const Corner& at) { return unorm_values(find_code(at)); });
    const std::uint32_t* table = channel.table.data();
    with([=](const Corner& at) { return gather8(find_code(at), [=](std::uint32_t code) { return table[code]; }); });
  };
  switch (channel.source) {
    case Source::unorm:
    case Source::byte: return texture_.has_words_ ? of_bytes(word) : of_bytes(byte);
    case Source::dword:
      if (texture_.has_words_) return with([](const Corner& corner) { return corner.word; });
      return with([=](const Corner& corner) { return read<std::uint32_t>(from, corner.place); });
    case Source::half:
      return with([&](const Corner& corner) {
        const U32x8 codes = read<std::uint16_t>(from, corner.place);
        I32x8 special;
        U32x8 values = half_values(codes, special);
        if (any(special)) {
          for (unsigned lane = 0; lane < kVectorLanes; ++lane) {
            if (special[lane] != 0)
              values[lane] = texture_.half_value(channel, static_cast<std::uint16_t>(codes[lane]));
          }
        }
        return values;
      });
    case Source::constant: return with([&](const Corner&) { return U32x8{} + channel.value; });
  }
}

void PlainTexture::EightLanes::load(const std::array<const std::int32_t*, 3>& at, std::uint8_t channels, unsigned first,
                                    TexelLanes& to) const {
  const auto inside = [&](unsigned axis) {
    const auto whole = load8<I32x8>(at[axis] + first);
    return whole | (whole >= texture_.axes_[axis].size);
  };
  const I32x8 column = inside(0);
  I32x8 row = inside(1);
  if (texture_.axis_count_ == 3) {
    const I32x8 slice = inside(2);
    row = compute_row(row, slice);
  }
  Corner corner;
  find({&column, 1}, {&row, 1}, &corner);
  for (unsigned i = 0; i < 4; ++i) {
    if ((channels >> i & 1) == 0) continue;
    read_channel(texture_.channels_[i], [&](const auto& texels) {
      store8(to[i].data() + first, choose(corner.outside < 0, U32x8{} + texture_.outside_[i], texels(corner)));
    });
  }
}

// Returns the weighted sum of the corners' `texels`.
template <class Read>
U32x8 PlainTexture::EightLanes::blend(std::span<const Corner> corners, const Read& texels) {
  U32x8 only;
  F64x8 sum{};
  for (std::size_t n = 0; n < corners.size(); ++n) {
    const I32x8& weight = corners[n].weight;
    const U32x8 values = texels(corners[n]);
    if (n == 0) only = values;
    // A texel with weight 0 is ignored, even if it is infinite.
    const F64x8 counted = to_doubles((F32x8)choose(weight != 0, values, U32x8{}));
    const F64x8 factor = to_doubles(weight);
    sum.first += counted.first * factor.first;
    sum.last += counted.last * factor.last;
  }
  // A texel with the whole weight is returned unchanged, bit for bit.
  constexpr double kPart = 1.0 / kWhole;
  return choose(corners[0].weight == kWhole, only, rounded_sums({sum.first * kPart, sum.last * kPart}));
}

void PlainTexture::EightLanes::sample(const std::array<const float*, 3>& at, std::uint8_t channels, unsigned first,
                                      TexelLanes& to) const {
  const bool linear = texture_.linear_;
  const unsigned along = linear ? 2 : 1;  // number of corners along an axis
  const auto find_axis = [&](unsigned axis, AxisLanes& lanes) {
    find_texels(texture_.axes_[axis], load8<F32x8>(at[axis] + first), linear, lanes);
  };
  const auto part = [](const AxisLanes& axis, unsigned second) {
    return second == 0 ? kOne - axis.weight : axis.weight;
  };
  AxisLanes x;
  AxisLanes y;
  find_axis(0, x);
  find_axis(1, y);
  std::array<I32x8, 4> rows{y.texel[0], y.texel[1]};
  std::array<I32x8, 4> row_weights{part(y, 0) * kOne, part(y, 1) * kOne};
  unsigned row_count = along;
  if (texture_.axis_count_ == 3) {
    AxisLanes z;
    find_axis(2, z);
    row_count *= along;
    for (unsigned n = 0; n < row_count; ++n) {
      const I32x8& slice = z.texel[n / along];
      const I32x8& row = y.texel[n % along];
      rows[n] = compute_row(row, slice);
      row_weights[n] = part(y, n % along) * part(z, n / along);
    }
  }
  std::array<Corner, kMaxCorners> room;
  const std::span<Corner> corners(room.data(), std::size_t{along} * row_count);
  find({x.texel.data(), along}, {rows.data(), row_count}, room.data());
  for (unsigned n = 0; n < corners.size(); ++n) corners[n].weight = row_weights[n / along] * part(x, n % along);
  for (unsigned i = 0; i < 4; ++i) {
    if ((channels >> i & 1) == 0) continue;
    read_channel(texture_.channels_[i], [&](const auto& inside) {
      const auto texels = [&](const Corner& corner) {
        const U32x8 values = inside(corner);
        return texture_.has_border_ ? choose(corner.outside < 0, U32x8{} + texture_.border_[i], values) : values;
      };
      store8(to[i].data() + first, linear ? blend(corners, texels) : texels(room[0]));
    });
  }
}

EUGENE_VECTOR_LOOPS
bool PlainTexture::load(memory::View& view, const std::array<const std::int32_t*, 3>& at, std::uint8_t channels,
                        unsigned lanes, TexelLanes& to) {
  const std::byte* bytes = surface(view);
  if (bytes == nullptr) return false;
  for (unsigned first = 0; first < lanes; first += kVectorLanes) EightLanes(*this, bytes).load(at, channels, first, to);
  return true;
}

EUGENE_VECTOR_LOOPS
bool PlainTexture::sample(memory::View& view, const std::array<const float*, 3>& at, std::uint8_t channels,
                          unsigned lanes, TexelLanes& to) {
  const std::byte* bytes = surface(view);
  if (bytes == nullptr) return false;
  for (unsigned first = 0; first < lanes; first += kVectorLanes) {
    EightLanes(*this, bytes).sample(at, channels, first, to);
  }
  return true;
}

}  // namespace eugene::sampler
