#include "gpu/commands/command_layout.h"

#include <array>

namespace eugene::gpu {
namespace {

using B = StateBases;

// SNB PRM vol2 part1 "STATE_BASE_ADDRESS".
constexpr std::array kGen6Bases{BaseField{&B::general, 1}, BaseField{&B::surface, 2}, BaseField{&B::dynamic, 3},
                                BaseField{&B::indirect_object, 4}, BaseField{&B::instruction, 5}};
constexpr std::array kGen6Bounds{
    BoundField{&B::general_size, &B::general, 6}, BoundField{&B::dynamic_size, &B::dynamic, 7},
    BoundField{&B::indirect_object_size, &B::indirect_object, 8}, BoundField{&B::instruction_size, &B::instruction, 9}};

// BXT PRM vol6 "STATE_BASE_ADDRESS".
constexpr std::array kGen9Bases{BaseField{&B::general, 1},      BaseField{&B::surface, 4},
                                BaseField{&B::dynamic, 6},      BaseField{&B::indirect_object, 8},
                                BaseField{&B::instruction, 10}, BaseField{&B::bindless_surface, 16}};
constexpr std::array kGen9Bounds{BoundField{&B::general_size, &B::general, 12},
                                 BoundField{&B::dynamic_size, &B::dynamic, 13},
                                 BoundField{&B::indirect_object_size, &B::indirect_object, 14},
                                 BoundField{&B::instruction_size, &B::instruction, 15}};

constexpr std::array<CommandLayout, isa::kGenCount> kLayouts{CommandLayout{.has_wide_addresses = false,
                                                                           .has_process_tables = false,
                                                                           .select_has_mask = false,
                                                                           .global_bit_in_address = true,
                                                                           .descriptor_has_groups = false,
                                                                           .walker_has_children = true,
                                                                           .walker_has_dual_mode = true,
                                                                           .vfe_has_stack = false,
                                                                           .vfe_has_gateway_bypass = true,
                                                                           .descriptor_index_bits = 5,
                                                                           .walker = {.place = 9, .rounds = 10},
                                                                           .bases = kGen6Bases,
                                                                           .bounds = kGen6Bounds,
                                                                           .bounds_are_addresses = true},
                                                             CommandLayout{.has_wide_addresses = true,
                                                                           .has_process_tables = true,
                                                                           .select_has_mask = true,
                                                                           .global_bit_in_address = false,
                                                                           .descriptor_has_groups = true,
                                                                           .walker_has_children = false,
                                                                           .walker_has_dual_mode = false,
                                                                           .vfe_has_stack = true,
                                                                           .vfe_has_gateway_bypass = false,
                                                                           .descriptor_index_bits = 6,
                                                                           .walker = {.place = 11, .rounds = 12},
                                                                           .bases = kGen9Bases,
                                                                           .bounds = kGen9Bounds,
                                                                           .bounds_are_addresses = false}};

}  // namespace

const CommandLayout& command_layout(const isa::Gen& gen) { return kLayouts[static_cast<std::size_t>(gen.id)]; }

}  // namespace eugene::gpu
