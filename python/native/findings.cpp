#include "findings.h"

#include <algorithm>

#include "failure.h"

namespace eugene::python {
namespace {

Site site_of(const eugene_site& from) {
  Site site{.access = from.access,
            .file = from.file,
            .text = from.text,
            .assembly = from.assembly,
            .line = from.line,
            .column = from.column,
            .instruction = from.instruction,
            .thread = from.thread,
            .channel = from.channel,
            .has_ids = from.has_ids != 0};
  std::ranges::copy(from.group, site.group.begin());
  std::ranges::copy(from.global_id, site.global_id.begin());
  std::ranges::copy(from.local_id, site.local_id.begin());
  return site;
}

}  // namespace

std::vector<Finding> findings_of(const eugene_launch* launch) {
  std::vector<Finding> all;
  for (std::size_t i = 0; i < eugene_finding_count(launch); ++i) {
    eugene_finding from{};
    require(eugene_finding_at(launch, i, &from, sizeof(from)));
    Finding& finding = all.emplace_back(Finding{.id = from.id,
                                                .what = from.what,
                                                .memory = from.memory,
                                                .hint = from.hint,
                                                .text = from.text,
                                                .count = from.count,
                                                .sites = {}});
    for (std::size_t each = 0; each < from.sites; ++each) {
      eugene_site site{};
      require(eugene_finding_site(launch, i, each, &site, sizeof(site)));
      finding.sites.push_back(site_of(site));
    }
  }
  return all;
}

}  // namespace eugene::python
