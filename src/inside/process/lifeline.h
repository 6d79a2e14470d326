// Ends a program whose `eugene run` has been killed.
#pragma once

#include <filesystem>

namespace eugene::inside::process {

// Starts a thread that kills this process if the `eugene run` that holds `directory` is killed. Does nothing if no
// `eugene run` holds `directory`.
void end_with_holder(const std::filesystem::path& directory);

}  // namespace eugene::inside::process
