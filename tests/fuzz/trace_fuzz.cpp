// Arbitrary bytes as a trace: either rows whose lists have the stated lengths, from which caches and clocks are
// computed, or a reason.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "accesses/caches.h"
#include "accesses/estimator.h"
#include "accesses/parquet_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const auto reader = accesses::ParquetReader::open({reinterpret_cast<const char*>(data), size});
  if (!reader) {
    if (reader.error().message.empty()) std::abort();
    return 0;
  }
  const std::array caches{profile::Parameters(), profile::Parameters{.shared = 4, .write_allocate = 0}};
  accesses::CacheSweep sweep(caches, reader->launches(), 1);
  accesses::Estimator estimator(caches[1], reader->launches());
  for (std::size_t i = 0; i < reader->groups(); ++i) {
    const auto rows = reader->read(i);
    if (!rows) continue;
    std::size_t listed = 0;
    for (const std::uint32_t row : rows->with_list)
      listed += static_cast<std::size_t>((*rows)[accesses::Column::lanes].at(row));
    if (listed != rows->listed.size()) std::abort();
    // More rows take longer and find no more errors.
    constexpr std::size_t kEnough = 4096;
    if (rows->size() > kEnough) continue;
    sweep.add(*rows);
    estimator.add(*rows);
  }
  for (const accesses::CacheCounts& counts : sweep.end()) {
    for (const profile::HitCount& each : counts)
      if (each.hits > each.accesses) std::abort();
  }
  (void)estimator.end();
  return 0;
}
