// Options of a machine by name, from the rows of gpu/settings_table.h.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "gpu/settings.h"
#include "gpu/settings_table.h"

namespace eugene::library {

// Sets an option. `name` is without dashes, `value` as on the command line, or "" for a flag. Fails if there is no such
// option, or if the value is not valid for it.
Result<void> set_option(gpu::Settings& settings, std::string_view name, std::string_view value);

// Returns option `number` of the options that set_option() accepts; null past the last.
const gpu::Setting* option_at(std::size_t number);

}  // namespace eugene::library
