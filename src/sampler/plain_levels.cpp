#include "sampler/plain_levels.h"

#include <algorithm>
#include <bit>

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
  to.first = find_level(view, choice.magnified, choice.first);
  if (choice.weight != 0) to.second = find_level(view, choice.magnified, choice.second);
  return to.first.bytes != nullptr && (choice.weight == 0 || to.second.bytes != nullptr);
}

void PlainLevels::blend_pair(const Request& request, const UsedPair& pair,
                             const std::array<double, kLanes / kQuadLanes>& weights, const TexelLanes& to) const {
  call_for_host(is_avx2_, [&]<class Host>() {
    const AllCoordinates<F32x8> all(request.at, request.lanes);
    const auto blend = [&]<bool linear, unsigned axes>() {
      for (unsigned first = 0; first < request.lanes; first += kVectorLanes) {
        std::array<F64x8, 4> sums{};
        for (const bool is_second : {false, true}) {
          const Used& level = is_second ? pair.second : pair.first;
          const auto part = [&](unsigned lane) {
            const double weight = weights[lane / kQuadLanes];
            return F64x8::Half{} + (is_second ? weight : 1 - weight);
          };
          PlainTexture::EightLanes<Host>(*level.texture, level.bytes)
              .template add<linear, axes>(all.eight[first / kVectorLanes], request.channels,
                                          {part(first), part(first + kQuadLanes)}, sums);
        }
        for (unsigned i = 0; i < sums.size(); ++i) {
          if ((request.channels >> i & 1) != 0) store8(to[i] + first, rounded_sums<Host>(sums[i]));
        }
      }
    };
    const PlainTexture& texture = *pair.first.texture;
    if (texture.axis_count_ == 3) {
      texture.linear_ ? blend.template operator()<true, 3>() : blend.template operator()<false, 3>();
    } else {
      texture.linear_ ? blend.template operator()<true, 2>() : blend.template operator()<false, 2>();
    }
  });
}

bool PlainLevels::sample_pair(memory::View& view, const Request& request, const UsedPair& pair,
                              const std::array<double, kLanes / kQuadLanes>& weights, const TexelLanes& to) const {
  if (pair.second.texture == nullptr)
    return pair.first.texture->sample(view, request.at, request.channels, request.lanes, to);
  blend_pair(request, pair, weights, to);
  return true;
}

bool PlainLevels::sample(memory::View& view, const std::array<const float*, 3>& at,
                         std::span<const LevelChoice> choices, std::uint8_t channels, const TexelLanes& to) {
  std::array<UsedPair, kLanes / kQuadLanes> pairs;
  std::array<double, kLanes / kQuadLanes> weights{};
  // Most quads of a message use the same levels.
  const auto has_levels_of_last = [&](std::size_t quad) {
    const LevelChoice &last = choices[quad - 1], &here = choices[quad];
    return here.magnified == last.magnified && here.first == last.first && here.second == last.second;
  };
  for (std::size_t quad = 0; quad < choices.size(); ++quad) {
    if (quad != 0 && has_levels_of_last(quad))
      pairs[quad] = pairs[quad - 1];
    else if (!find(view, choices[quad], pairs[quad]))
      return false;
    weights[quad] = static_cast<double>(choices[quad].weight) / kOne;
  }
  const Request request{.at = at, .channels = channels, .lanes = static_cast<unsigned>(choices.size()) * kQuadLanes};
  std::uint32_t left = (1U << choices.size()) - 1;  // quads that have not been sampled
  // Returns the quads of `left` with the same levels as `quad`.
  const auto find_same = [&](unsigned quad) {
    std::uint32_t same = 0;
    for (unsigned i = 0; i < choices.size(); ++i) same |= std::uint32_t{pairs[i] == pairs[quad]} << i;
    return same & left;
  };
  if (find_same(0) == left) return sample_pair(view, request, pairs[0], weights, to);
  // Texels may be written over coordinates, so all are sampled before any is written.
  std::array<Lanes<std::uint32_t>, 4> room, all;
  const TexelLanes places{room[0].data(), room[1].data(), room[2].data(), room[3].data()};
  while (left != 0) {
    const auto quad = static_cast<unsigned>(std::countr_zero(left));
    if (!sample_pair(view, request, pairs[quad], weights, places)) return false;
    std::uint32_t same = find_same(quad);
    left &= ~same;
    for (; same != 0; same &= same - 1) {
      const auto first = static_cast<unsigned>(std::countr_zero(same)) * kQuadLanes;
      for (unsigned i = 0; i < room.size(); ++i)
        std::copy_n(room[i].begin() + first, kQuadLanes, all[i].begin() + first);
    }
  }
  for (unsigned i = 0; i < all.size(); ++i) {
    if ((channels >> i & 1) != 0) std::copy_n(all[i].begin(), request.lanes, to[i]);
  }
  return true;
}

}  // namespace eugene::sampler
