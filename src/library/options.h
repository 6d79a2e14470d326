// Options of a machine by name, from the rows of gpu/settings_table.h.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "gpu/settings.h"
#include "gpu/settings_table.h"

namespace eugene::library {

// `name` without dashes, `value` as on the command line; "" for a flag. Fails if there is no such option or if the
// value is none of its.
Result<void> set_option(gpu::Settings& settings, std::string_view name, std::string_view value);

// Option `number` of those; null behind the last.
const gpu::Setting* option_at(std::size_t number);

}  // namespace eugene::library
