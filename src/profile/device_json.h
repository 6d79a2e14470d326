// Converts the model of a device to and from JSON, for profiles and traces.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "profile/device_model.h"

namespace eugene::profile {

nlohmann::json device_to_json(const DeviceModel& device);
// Throws an exception of nlohmann::json if a member is missing or has the wrong type.
DeviceModel device_from_json(const nlohmann::json& json);

}  // namespace eugene::profile
