// The functions that the page calls. The page writes a text into the buffer; the result is JSON, as a span of memory.
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "editor/features.h"
#include "editor/format.h"
#include "machine/check.h"
#include "machine/json_text.h"
#include "machine/run.h"

namespace {

// The machine serves one page at a time, one call after the other.
std::string text;
std::string answer;
eugene::web::Replay replay;

}  // namespace

#define EUGENE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

EUGENE_EXPORT(buffer) char* buffer(std::uint32_t bytes) {
  text.assign(bytes, '\0');
  return text.data();
}
EUGENE_EXPORT(answer_bytes) std::uint32_t answer_bytes() { return static_cast<std::uint32_t>(answer.size()); }

EUGENE_EXPORT(check) const char* check() {
  answer = eugene::web::check(text);
  return answer.data();
}
// Runs `step` instructions, or all if `step` is negative.
EUGENE_EXPORT(run) const char* run(double step, double limit) {
  eugene::web::RunTo to;
  if (step >= 0) to.step = static_cast<std::uint64_t>(step);
  to.limit = static_cast<std::uint64_t>(limit);
  answer = eugene::web::run(text, to, replay);
  return answer.data();
}
// The answers of `eugene lsp`. Lines, and bytes of a line, count from 0.
EUGENE_EXPORT(hover) const char* hover(std::uint32_t line, std::uint32_t character) {
  answer = eugene::web::json_text(eugene::editor::hover_at(text, {.line = line, .character = character}));
  return answer.data();
}
EUGENE_EXPORT(complete) const char* complete(std::uint32_t line, std::uint32_t character) {
  answer = eugene::web::json_text(eugene::editor::completions_at(text, {.line = line, .character = character}));
  return answer.data();
}
EUGENE_EXPORT(definition) const char* definition(std::uint32_t line, std::uint32_t character) {
  answer = eugene::web::json_text(eugene::editor::label_at(text, {.line = line, .character = character}));
  return answer.data();
}
EUGENE_EXPORT(format) const char* format() {
  answer = eugene::web::json_text(eugene::editor::format_edits(text, {}));
  return answer.data();
}
EUGENE_EXPORT(profile) const char* profile() {
  answer = eugene::web::profile(text);
  return answer.data();
}
