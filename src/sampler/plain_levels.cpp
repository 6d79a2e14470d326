#include "sampler/plain_levels.h"

#include <cstring>

#include "sampler/plain_eight.h"

namespace eugene::sampler {

PlainLevels::PlainLevels(const memory::TexelReader& reader, const SamplerState& state, const Pixel& border)
    : reader_(reader), state_(state), border_(border), is_avx2_(is_avx2_host()) {}

PlainLevels::Used PlainLevels::find_level(memory::View& view, bool magnified, std::uint8_t level) {
  if (level >= memory::kMaxLevels || reader_.format().has_integers()) return {};
  Level& found = levels_[magnified ? 1 : 0][level];
  if (!found.is_made) {
    found.is_made = true;
    auto made = PlainTexture::make(reader_, state_, border_, {.magnified = magnified, .first = level, .second = level});
    if (made) found.texture = std::make_unique<PlainTexture>(*std::move(made));
  }
  if (found.texture == nullptr) return {};
  return {.texture = found.texture.get(), .bytes = found.texture->surface(view)};
}

// Finds the levels of a quad. Returns false if one of them needs Texture.
bool PlainLevels::find(memory::View& view, const LevelChoice& choice, UsedPair& to) {
  to.weight = choice.weight;
  to.first = find_level(view, choice.magnified, choice.first);
  if (choice.weight != 0) to.second = find_level(view, choice.magnified, choice.second);
  return to.first.bytes != nullptr && (choice.weight == 0 || to.second.bytes != nullptr);
}

template <class Host>
struct PlainLevels::EightLanes {
  // Computes eight lanes from the same levels. `weight` is the weight of the second level in each lane.
  static void sample(const std::array<F32x8, 3>& at, const UsedPair& levels, const F64x8& weight, std::uint8_t channels,
                     unsigned first, const TexelLanes& to) {
    const auto compute = [&]<bool linear, unsigned axes>() {
      const PlainTexture::EightLanes<Host> from(*levels.first.texture, levels.first.bytes);
      if (levels.second.texture == nullptr) return from.template sample<linear, axes>(at, channels, first, to);
      const PlainTexture::EightLanes<Host> next(*levels.second.texture, levels.second.bytes);
      std::array<F64x8, 4> sums{};
      from.template add<linear, axes>(at, channels, {1.0 - weight.first, 1.0 - weight.last}, sums);
      next.template add<linear, axes>(at, channels, weight, sums);
      for (unsigned i = 0; i < sums.size(); ++i) {
        if ((channels >> i & 1) != 0) store8(to[i] + first, rounded_sums(sums[i]));
      }
    };
    const PlainTexture& texture = *levels.first.texture;
    if (texture.axis_count_ == 3) {
      texture.linear_ ? compute.template operator()<true, 3>() : compute.template operator()<false, 3>();
    } else {
      texture.linear_ ? compute.template operator()<true, 2>() : compute.template operator()<false, 2>();
    }
  }
};

bool PlainLevels::sample(memory::View& view, const std::array<const float*, 3>& at,
                         std::span<const LevelChoice> choices, std::uint8_t channels, const TexelLanes& to) {
  std::array<UsedPair, kLanes / kQuadLanes> quads;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!find(view, choices[i], quads[i])) return false;
  }
  const auto lanes = static_cast<unsigned>(choices.size()) * kQuadLanes;
  call_for_host(is_avx2_, [&]<class Host>() {
    const AllCoordinates<F32x8> all(at, lanes);
    for (unsigned first = 0; first < lanes; first += kVectorLanes) {
      const UsedPair &left = quads[first / kQuadLanes], &right = quads[first / kQuadLanes + 1];
      const auto part = [](const UsedPair& of) { return F64x8::Half{} + static_cast<double>(of.weight) / kOne; };
      const F64x8 weight{part(left), part(right)};
      const std::array<F32x8, 3>& eight = all.eight[first / kVectorLanes];
      EightLanes<Host>::sample(eight, left, weight, channels, first, to);
      if (left.first == right.first && left.second == right.second) continue;
      std::array<std::array<std::uint32_t, kVectorLanes>, 4> room;
      TexelLanes others{};
      for (unsigned i = 0; i < room.size(); ++i) others[i] = room[i].data();
      EightLanes<Host>::sample(eight, right, weight, channels, 0, others);
      for (unsigned i = 0; i < room.size(); ++i) {
        if ((channels >> i & 1) == 0) continue;
        std::memcpy(to[i] + first + kQuadLanes, room[i].data() + kQuadLanes, kQuadLanes * sizeof room[i][0]);
      }
    }
  });
  return true;
}

}  // namespace eugene::sampler
