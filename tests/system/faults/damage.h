// Damages the driver's commands on their way to the GPU.
#pragma once

#include <string_view>

// From now on commands are damaged in the way of this name; false if there is none.
bool choose_damage(std::string_view name);
