// Parts of JSON that several formats of findings share. Internal to the layer.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "check/finding/fidelity.h"

namespace eugene::check {

nlohmann::json fidelity_json(const std::vector<KernelFidelity>& fidelity);
// Ends with a newline. Bytes that are not UTF-8 are replaced.
std::string text_of_json(const nlohmann::json& json);

}  // namespace eugene::check
