// Damages the driver's commands on their way to the GPU.
#pragma once

#include <string_view>

// Damages all further commands in the named way. Returns false if the name is unknown.
bool choose_damage(std::string_view name);
