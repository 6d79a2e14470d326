// The model of a device as JSON, in profiles and in traces.
#pragma once

#include <nlohmann/json.hpp>

#include "profile/device_model.h"

namespace eugene::profile {

nlohmann::json device_to_json(const DeviceModel& device);
// Throws what nlohmann::json does where a member is not there or of another type.
DeviceModel device_from_json(const nlohmann::json& json);

}  // namespace eugene::profile
