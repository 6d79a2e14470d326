// The findings of checks in a launch's last run.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "check/finding/text.h"
#include "handles.h"

using namespace eugene;
using capi::failed;
using capi::guarded;

namespace {

const check::Finding* finding(const eugene_launch* launch, size_t number) {
  return capi::is_live(launch) && number < launch->findings.size() ? &launch->findings[number] : nullptr;
}

eugene_status no_finding(const eugene_launch* launch, size_t number) {
  if (const auto status = capi::require_live(launch); status != EUGENE_OK) return status;
  return failed(fmt::format("there is no finding {}: the launch has {}", number, launch->findings.size()),
                EUGENE_USAGE);
}

// Returns the sites of the finding, then the sites of the other pairs that it lists.
std::vector<const Site*> list_sites(const check::Finding& finding) {
  std::vector<const Site*> all;
  for (const Site& each : finding.sites) all.push_back(&each);
  for (const check::Finding& other : finding.others) {
    for (const Site& each : other.sites) all.push_back(&each);
  }
  return all;
}

eugene_site make_site(const Site& site) {
  eugene_site found{};
  found.access = site.access.c_str();
  found.file = site.source ? site.source->file.c_str() : "";
  found.text = site.text.c_str();
  found.assembly = site.assembly.c_str();
  found.line = site.source ? site.source->line : 0;
  found.column = site.source ? site.source->column : 0;
  found.instruction = site.instruction;
  if (!site.item) return found;
  found.thread = site.item->thread;
  found.channel = site.item->channel;
  std::ranges::copy(site.item->group, found.group);
  found.has_ids = site.item->global && site.item->local ? 1 : 0;
  if (found.has_ids == 0) return found;
  std::ranges::copy(*site.item->global, found.global_id);
  std::ranges::copy(*site.item->local, found.local_id);
  return found;
}

}  // namespace

eugene_status eugene_launch_set_check(eugene_launch* launch, const char* kinds) {
  return guarded(EUGENE_WRONG, [&] {
    if (const auto status = capi::require_idle(launch); status != EUGENE_OK) return status;
    const auto read = kinds == nullptr ? check::Kinds() : check::read_kinds(kinds);
    if (!read)
      return failed(std::string("\"") + kinds + "\" is not a list of check kinds such as memory,race", EUGENE_USAGE);
    launch->check = read;
    return EUGENE_OK;
  });
}

size_t eugene_finding_count(const eugene_launch* launch) { return capi::is_live(launch) ? launch->findings.size() : 0; }

eugene_status eugene_finding_at(const eugene_launch* launch, size_t number, eugene_finding* found, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    const check::Finding* one = finding(launch, number);
    if (one == nullptr) return no_finding(launch, number);
    if (const auto status = capi::require_room(found, bytes, "eugene_finding"); status != EUGENE_OK) return status;
    *found = {.id = one->id.c_str(),
              .what = one->what.c_str(),
              .memory = one->memory.c_str(),
              .hint = one->hint.c_str(),
              .text = launch->finding_texts[number].c_str(),
              .count = one->count,
              .sites = list_sites(*one).size()};
    return EUGENE_OK;
  });
}

eugene_status eugene_finding_site(const eugene_launch* launch, size_t number, size_t site, eugene_site* found,
                                  size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    const check::Finding* one = finding(launch, number);
    if (one == nullptr) return no_finding(launch, number);
    if (const auto status = capi::require_room(found, bytes, "eugene_site"); status != EUGENE_OK) return status;
    const std::vector<const Site*> all = list_sites(*one);
    if (site >= all.size())
      return failed(fmt::format("there is no site {}: finding {} has {}", site, number, all.size()), EUGENE_USAGE);
    *found = make_site(*all[site]);
    return EUGENE_OK;
  });
}
