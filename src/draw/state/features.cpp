#include "draw/state/features.h"

#include <array>

namespace eugene::draw {
namespace {

// A field that selects a feature if it is not 0.
struct FeatureRow {
  Command3d code;
  std::uint8_t dword, high, low;
  FeatureKind kind;
  std::string_view name;
};
using enum FeatureKind;
constexpr std::array kFeatureRows{
    FeatureRow{Command3d::hs, 2, 31, 31, unsupported, "a hull shader"},
    FeatureRow{Command3d::te, 1, 0, 0, unsupported, "tessellation"},
    FeatureRow{Command3d::ds, 7, 0, 0, unsupported, "a domain shader"},
    FeatureRow{Command3d::gs, 7, 0, 0, unsupported, "a geometry shader"},
    FeatureRow{Command3d::streamout, 1, 31, 30, unsupported, "stream output"},
    FeatureRow{Command3d::multisample, 1, 3, 1, unsupported, "several samples a pixel"},
    FeatureRow{Command3d::vf, 0, 9, 9, unsupported, "packed vertex components"},
    FeatureRow{Command3d::raster, 1, 24, 24, unsupported, "conservative rasterization"},
    FeatureRow{Command3d::ps_extra, 1, 1, 1, unsupported, "a pixel shader that reads another coverage than its own"},
    FeatureRow{Command3d::vs, 7, 0, 0, shape, "a vertex shader"},
    FeatureRow{Command3d::clip, 2, 31, 31, shape, "clipping"},
    FeatureRow{Command3d::sf, 1, 1, 1, shape, "a viewport transform"},
    FeatureRow{Command3d::raster, 1, 1, 1, shape, "a scissor rectangle"},
    FeatureRow{Command3d::raster, 1, 6, 3, shape, "triangles that are drawn as lines or points"},
    FeatureRow{Command3d::wm, 1, 4, 4, shape, "a polygon stipple pattern"},
    FeatureRow{Command3d::wm_hz_op, 1, 31, 25, shape, "an operation on a depth or stencil buffer"},
    FeatureRow{Command3d::wm_depth_stencil, 1, 3, 0, shading, "a depth or stencil test"},
    FeatureRow{Command3d::wm, 1, 16, 11, shading, "interpolated attributes"},
    FeatureRow{Command3d::sbe, 1, 21, 21, shading, "swizzled attributes"},
    FeatureRow{Command3d::ps, 6, 11, 11, shading, "push constants"},
    FeatureRow{Command3d::ps_extra, 1, 28, 23, shading, "a pixel shader that needs or computes depth, or drops pixels"},
    FeatureRow{Command3d::ps_extra, 1, 30, 29, shading,
               "a pixel shader with a mask of samples, or without a render target"},
    FeatureRow{Command3d::ps_extra, 1, 5, 5, shading, "a pixel shader that computes stencil values"},
    FeatureRow{Command3d::ps_extra, 1, 0, 0, shading, "a pixel shader that reads its coverage"},
    FeatureRow{Command3d::ps_extra, 1, 3, 3, shading, "a pixel shader that interpolates by itself"},
    FeatureRow{Command3d::ps_blend, 1, 8, 8, shading, "an alpha test"},
    FeatureRow{Command3d::ps_blend, 1, 31, 31, shading, "alpha to coverage"},
    FeatureRow{Command3d::ps_blend, 1, 29, 29, shading, "blending"},
};
static_assert(kFeatureRows.size() == State3d::kFeatures);

}  // namespace

void set_features(State3d& state, Command3d code, const Fields& fields) {
  for (std::size_t i = 0; i < kFeatureRows.size(); ++i) {
    const FeatureRow& each = kFeatureRows[i];
    if (each.code == code) state.features[i] = fields.field(each.dword, each.high, each.low) != 0;
  }
}

std::optional<std::string_view> State3d::find_feature(FeatureKind last) const {
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (features[i] && kFeatureRows[i].kind <= last) return kFeatureRows[i].name;
  }
  return std::nullopt;
}

}  // namespace eugene::draw
