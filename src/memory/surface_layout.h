// Positions of the fields of a surface state in each generation: SNB PRM vol4 part1 "SURFACE_STATE", SKL PRM vol2d
// "RENDER_SURFACE_STATE". A field that a generation lacks has no bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "memory/surface.h"

namespace eugene::memory {

// Bits `high`:`low` of dword `dword`.
struct SurfaceField {
  std::uint8_t dword = 0;
  std::int8_t high = -1;
  std::int8_t low = 0;

  constexpr bool exists() const { return high >= low; }
};

struct SurfaceLayout {
  std::uint32_t bytes;       // size of a surface state in a binding table, a power of two
  std::uint8_t height_bits;  // bits of a buffer's element count in height; width has 7 below, depth the rest
  std::uint8_t address_dwords;
  std::uint8_t address_dword;  // dword with the low half of the base address
  std::uint8_t y_offset_unit;  // rows
  LayoutRules rules;
  std::array<TileMode, 4> tile_codes;
  std::array<std::uint8_t, 4> vertical_alignments;
  SurfaceField type, array, format, vertical_alignment, horizontal_alignment, tile, line_stride, line_stride_offset,
      qpitch, width, height, depth, pitch, minimum_array_element, view_extent, mip_count, minimum_lod,
      tiled_resource_mode, y_offset, x_offset, base_mip_level, resource_minimum_lod, cube_faces, sample_count,
      sample_storage, rotation, auxiliary, auxiliary_address, u_x, u_y, v_x, v_y, separate_v;
  std::array<SurfaceField, 4> channel_select;
};

inline constexpr SurfaceLayout kGen6Surfaces{
    .bytes = 32,
    .height_bits = 13,
    .address_dwords = 1,
    .address_dword = 1,
    .y_offset_unit = 2,
    .rules = LayoutRules::computed_pitch,
    .tile_codes = {TileMode::linear, TileMode::linear, TileMode::x, TileMode::y},
    .vertical_alignments = {2, 4, 2, 4},
    .type = {0, 31, 29},
    .array = {},
    .format = {0, 26, 18},
    .vertical_alignment = {5, 24, 24},
    .horizontal_alignment = {},
    .tile = {3, 1, 0},
    .line_stride = {0, 12, 12},
    .line_stride_offset = {0, 11, 11},
    .qpitch = {},
    .width = {2, 18, 6},
    .height = {2, 31, 19},
    .depth = {3, 31, 21},
    .pitch = {3, 19, 3},
    .minimum_array_element = {4, 27, 17},
    .view_extent = {4, 16, 8},
    .mip_count = {2, 5, 2},
    .minimum_lod = {4, 31, 28},
    .tiled_resource_mode = {},
    .y_offset = {5, 23, 20},
    .x_offset = {5, 31, 25},
    .base_mip_level = {},
    .resource_minimum_lod = {},
    .cube_faces = {0, 5, 0},
    .sample_count = {4, 6, 4},
    .sample_storage = {},
    .rotation = {2, 1, 0},
    .auxiliary = {},
    .auxiliary_address = {},
    .u_x = {},
    .u_y = {},
    .v_x = {},
    .v_y = {},
    .separate_v = {},
    .channel_select = {},
};

inline constexpr SurfaceLayout kGen9Surfaces{
    .bytes = 64,
    .height_bits = 14,
    .address_dwords = 2,
    .address_dword = 8,
    .y_offset_unit = 4,
    .rules = LayoutRules::stated_pitch,
    .tile_codes = {TileMode::linear, TileMode::w, TileMode::x, TileMode::y},
    .vertical_alignments = {4, 4, 8, 16},
    .type = {0, 31, 29},
    .array = {0, 28, 28},
    .format = {0, 27, 18},
    .vertical_alignment = {0, 17, 16},
    .horizontal_alignment = {0, 15, 14},
    .tile = {0, 13, 12},
    .line_stride = {0, 11, 11},
    .line_stride_offset = {0, 10, 10},
    .qpitch = {1, 14, 0},
    .width = {2, 13, 0},
    .height = {2, 29, 16},
    .depth = {3, 31, 21},
    .pitch = {3, 17, 0},
    .minimum_array_element = {4, 28, 18},
    .view_extent = {4, 17, 7},
    .mip_count = {5, 3, 0},
    .minimum_lod = {5, 7, 4},
    .tiled_resource_mode = {5, 19, 18},
    .y_offset = {5, 23, 21},
    .x_offset = {5, 31, 25},
    .base_mip_level = {1, 23, 19},
    .resource_minimum_lod = {7, 11, 0},
    .cube_faces = {0, 5, 0},
    .sample_count = {4, 5, 3},
    .sample_storage = {4, 6, 6},
    .rotation = {4, 30, 29},
    .auxiliary = {6, 2, 0},
    .auxiliary_address = {10, 31, 12},  // in pages; the next dword has the upper half
    .u_x = {6, 29, 16},
    .u_y = {6, 13, 0},
    .v_x = {11, 29, 16},
    .v_y = {11, 13, 0},
    .separate_v = {6, 31, 31},
    .channel_select = {{{7, 27, 25}, {7, 24, 22}, {7, 21, 19}, {7, 18, 16}}},
};

}  // namespace eugene::memory
