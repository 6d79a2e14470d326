// Draws in `eugene run --stats` and in profiles.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "gpu/draw_stats.h"

namespace eugene::cli {

// Returns lines for people, each after `indent`: totals, reasons of draws that were not done, and the draws that took
// longest. Empty if there are no draws.
std::string draws_as_text(const gpu::DrawSummary& draws, std::string_view indent);

// Returns an object. Times are in seconds.
nlohmann::json draws_as_json(const gpu::DrawSummary& draws);

}  // namespace eugene::cli
