// What stands at the head of a profile: who made it, of what, when.
#pragma once

#include <string>

#include "profile/about.h"

namespace eugene::cli {

// This process: its command line and Eugene's version. The date is that of SOURCE_DATE_EPOCH, if it is set, else now.
profile::About profile_about(std::string device);

}  // namespace eugene::cli
