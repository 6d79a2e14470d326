// Options of a machine by name, from the rows of settings/settings_table.h.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "settings/settings.h"
#include "settings/settings_table.h"

namespace eugene::capi {

// Sets an option. `name` is without dashes, `value` as on the command line, or "" for a flag. Fails if there is no such
// option, or if the value is not valid for it.
Result<void> set_option(settings::Settings& settings, std::string_view name, std::string_view value);

// Returns option `number` of the options that set_option() accepts; null past the last.
const settings::Setting* option_at(std::size_t number);

}  // namespace eugene::capi
