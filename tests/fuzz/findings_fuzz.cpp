// Any bytes as findings in JSON, as a process writes them and `eugene run` reads them: they are refused, or are the
// same again when they are written. The first line is one of a kernel's source.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "check/finding/collection.h"
#include "check/finding/json.h"
#include "check/finding/sarif.h"
#include "check/finding/suppressions.h"
#include "check/finding/text.h"

using namespace eugene::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view line = input.substr(0, input.find('\n'));
  (void)is_ignored_in_source({.id = "race.local", .what = {}, .sites = {{.access = {}, .text = std::string(line)}}});
  const std::string_view text = input.substr(std::min(line.size() + 1, input.size()));
  const auto findings = from_json(text);
  const auto fidelity = fidelity_from_json(text);
  if (!findings || !fidelity) return 0;
  const std::string written = to_json(*findings, {}, *fidelity);
  const auto again = from_json(written);
  if (!again || to_json(*again, {}, *fidelity) != written) std::abort();
  (void)to_sarif(*findings, *findings, *fidelity, {"0", "program"});
  Collection all;
  for (const Finding& each : *findings) {
    (void)format(each);
    all.add(each);
    const auto blocks = parse_suppressions(suppression_text(each), "fuzz");
    if (!blocks) continue;  // an id or a text that no check has
    for (const Suppression& block : *blocks) (void)matches(block, each);
  }
  return 0;
}
