// Any bytes as a trace: rows whose lists are as long as they say, or a reason.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "trace/parquet_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eugene;
  const auto reader = trace::ParquetReader::open({reinterpret_cast<const char*>(data), size});
  if (!reader) {
    if (reader.error().message.empty()) std::abort();
    return 0;
  }
  for (std::size_t i = 0; i < reader->groups(); ++i) {
    const auto rows = reader->read(i);
    if (!rows) continue;
    std::size_t listed = 0;
    for (const std::uint32_t row : rows->with_list)
      listed += static_cast<std::size_t>((*rows)[trace::Column::lanes].at(row));
    if (listed != rows->listed.size()) std::abort();
  }
  return 0;
}
