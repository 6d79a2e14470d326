// Many caches at a time count what each counts alone, line by line.
#include "accesses/caches.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>
#include <vector>

namespace eugene::accesses {
namespace {

// Messages of one thread a group: reads and writes of 4 to 200 bytes at each of a few addresses.
Rows random_rows(std::mt19937_64& random, std::int64_t first_group, std::size_t count) {
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t group = first_group + static_cast<std::int64_t>(i / 16);
    const auto lanes = static_cast<std::int64_t>(random() % 4 + 1);
    const auto put = [&](Column column, std::int64_t value) { rows[column].push_back(value); };
    put(Column::launch, group < 40 ? 1 : 2);
    put(Column::group, group % 40);
    put(Column::thread, 0);
    put(Column::executed, static_cast<std::int64_t>(i));
    put(Column::phase, 0);
    put(Column::ip, 16);
    put(Column::kind, static_cast<std::int64_t>(random() % 3));
    put(Column::path, static_cast<std::int64_t>(random() % 4));
    put(Column::mask, 1);
    put(Column::lanes, lanes);
    put(Column::bytes, static_cast<std::int64_t>(random() % 50 * 4 + 4));
    put(Column::address, static_cast<std::int64_t>(random() % 40'000 + 1000));
    const bool is_listed = lanes > 1 && random() % 4 == 0;
    put(Column::stride, is_listed ? 0 : static_cast<std::int64_t>(random() % 300) - 100);
    if (!is_listed) continue;
    rows.with_list.push_back(static_cast<std::uint32_t>(i));
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      rows.listed.push_back(static_cast<std::int64_t>(random() % 90'000));
  }
  return rows;
}

// The lines that a message reaches, found in the plainest way: the line of every byte, once, from the lowest.
CacheCounts count_alone(const std::vector<Rows>& parts, const profile::Parameters& parameters,
                        const std::vector<LaunchRun>& launches) {
  std::optional<profile::L3Model> model;
  CacheCounts all{};
  for (const Rows& rows : parts) {
    std::size_t list = 0, listed = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto at = [&](Column column) { return static_cast<std::uint64_t>(rows[column][i]); };
      const bool has_list = list < rows.with_list.size() && rows.with_list[list] == i;
      std::set<std::uint64_t> lines;
      for (std::uint64_t lane = 0; lane < at(Column::lanes); ++lane) {
        const std::uint64_t place = has_list ? static_cast<std::uint64_t>(rows.listed[listed + lane])
                                             : at(Column::address) + lane * at(Column::stride);
        for (std::uint64_t byte = 0; byte < at(Column::bytes); ++byte) lines.insert((place + byte) / parameters.line);
      }
      if (has_list) ++list, listed += at(Column::lanes);
      profile::DeviceModel device = find_run(launches, at(Column::launch)).model;
      device.parameters = parameters;
      if (!model || model->shape() != device.l3()) model.emplace(device.l3());
      if (static_cast<Path>(at(Column::path)) == Path::local) continue;
      const profile::L3Client client = find_client(static_cast<Path>(at(Column::path)));
      for (const std::uint64_t line : lines) {
        const bool hit = model->access(client, line, at(Column::kind) == 1);
        all[static_cast<std::size_t>(client)] += {.accesses = 1, .hits = hit ? 1U : 0U};
      }
    }
  }
  return all;
}

TEST(CacheSweep, CountsWhatEachCacheCountsAlone) {
  std::mt19937_64 random(5);
  const std::vector<LaunchRun> launches{
      {.first = 1, .model = {.l3_banks = 2, .l3_bank = memory::find_l3_bank(192 * 1024)}},
      {.first = 2, .model = {.l3_banks = 1, .l3_bank = memory::find_l3_bank(320 * 1024)}}};
  std::vector<Rows> parts;
  for (std::int64_t part = 0; part < 5; ++part) parts.push_back(random_rows(random, part * 16, 256));
  std::vector<profile::Parameters> caches;
  for (const char* text :
       {"own", "banks=4,shared=2,sets=8", "line=128,shared=8", "line=16,shared=4,replacement=lru",
        "shared=8,write_allocate=0", "shared=0,data=4,read_only=4,replacement=random", "banks=3,sets=5,shared=5"})
    caches.push_back(profile::read_parameters(text).value());
  for (const unsigned threads : {1U, 3U}) {
    CacheSweep sweep(caches, launches, threads);
    for (const Rows& each : parts) sweep.add(each);
    const std::vector<CacheCounts> counts = sweep.end();
    ASSERT_EQ(counts.size(), caches.size());
    for (std::size_t i = 0; i < caches.size(); ++i) {
      EXPECT_EQ(counts[i], count_alone(parts, caches[i], launches)) << profile::to_text(caches[i]);
      EXPECT_GT(counts[i][0].hits, 50U);
      EXPECT_LT(counts[i][0].hits, counts[i][0].accesses);
    }
  }
}

}  // namespace
}  // namespace eugene::accesses
