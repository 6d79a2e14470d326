#include "trace/record.h"

namespace eugene::trace {

void Rows::clear() {
  for (std::vector<std::int64_t>& each : columns) each.clear();
  with_list.clear();
  listed.clear();
}

void Rows::add(const GroupRecords& group) {
  const std::size_t begin = size();
  const std::size_t end = begin + group.records.size();
  for (std::vector<std::int64_t>& each : columns) each.resize(end);
  const auto fill = [&](Column column, auto of) {
    std::int64_t* to = (*this)[column].data() + begin;
    for (const Record& each : group.records) *to++ = static_cast<std::int64_t>(of(each));
  };
  fill(Column::launch, [&](const Record&) { return group.launch; });
  fill(Column::group, [&](const Record&) { return group.group; });
  fill(Column::executed, [](const Record& each) { return each.executed; });
  fill(Column::phase, [](const Record& each) { return each.phase; });
  fill(Column::ip, [](const Record& each) { return each.ip; });
  fill(Column::kind, [](const Record& each) { return each.kind; });
  fill(Column::path, [](const Record& each) { return each.path; });
  fill(Column::mask, [](const Record& each) { return each.mask; });
  fill(Column::lanes, [](const Record& each) { return each.lanes; });
  fill(Column::bytes, [](const Record& each) { return each.bytes; });
  fill(Column::address, [](const Record& each) { return each.address; });
  fill(Column::stride, [](const Record& each) { return each.stride == kListed ? 0 : each.stride; });
  std::int64_t* thread = (*this)[Column::thread].data() + begin;
  for (std::size_t i = 0; i < group.counts.size(); ++i) {
    for (std::uint32_t left = group.counts[i]; left != 0; --left) *thread++ = static_cast<std::int64_t>(i);
  }
  if (group.listed.empty()) return;
  listed.insert(listed.end(), group.listed.begin(), group.listed.end());
  for (std::size_t i = 0; i < group.records.size(); ++i) {
    if (group.records[i].stride == kListed) with_list.push_back(static_cast<std::uint32_t>(begin + i));
  }
}

}  // namespace eugene::trace
