// The head of a profile: its program, device and date.
#pragma once

#include <string>

#include "profile/about.h"

namespace eugene::cli {

// Describes this process: its command line, Eugene's version, and the date from SOURCE_DATE_EPOCH, or now if that is
// not set.
profile::About profile_about(std::string device);

}  // namespace eugene::cli
