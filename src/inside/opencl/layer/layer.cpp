#include "layer.h"

#include <algorithm>
#include <cstring>

namespace eugene::inside::opencl {
namespace {

// The only variable of a library with a layer, but for marks of threads.
Layer* current = nullptr;

// Returns the place of a function in a table.
void* find_place(cl_icd_dispatch& table, Entry entry) {
  return reinterpret_cast<std::byte*>(&table) + entry * sizeof(Function);
}

bool has(cl_icd_dispatch& table, Entry entry) {
  Function function = nullptr;
  std::memcpy(&function, find_place(table, entry), sizeof function);
  return function != nullptr;
}

}  // namespace

void Layer::start() {
  const std::span<const PartRow> rows = parts();
  for (Part part = 0; part < rows.size(); ++part) {
    const PartRow& row = rows[part];
    if (row.is_wanted != nullptr && !row.is_wanted()) continue;
    for (const Hook& each : row.hooks()) {
      if (!has(driver_, each.entry)) continue;
      chains_[each.entry].push_back({.part = part, .function = each.function});
      std::memcpy(find_place(table_, each.entry), &each.enter, sizeof each.enter);
    }
  }
}

OuterHook Layer::find(Entry entry, Part part) const {
  const std::vector<Row>& chain = chains_[entry];
  const auto outside = std::ranges::lower_bound(chain, part, {}, &Row::part);
  if (outside == chain.begin()) return {};
  const Row& row = *std::prev(outside);
  return {.hook = row.function, .part = row.part};
}

Layer& current_layer() { return *current; }
const cl_icd_dispatch& driver() { return current->driver(); }
OuterHook find_hook(Entry entry, Part part) { return current->find(entry, part); }

}  // namespace eugene::inside::opencl

// The two functions that the loader looks for (CL/cl_layer.h).

CL_API_ENTRY __attribute__((visibility("default"))) cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size,
                                                                                      void* value, size_t* size_ret) {
  static constexpr cl_layer_api_version kVersion = CL_LAYER_API_VERSION_100;
  const auto give = [&](const void* from, size_t bytes) -> cl_int {
    if (value != nullptr && size < bytes) return CL_INVALID_VALUE;
    if (value != nullptr) std::memcpy(value, from, bytes);
    if (size_ret != nullptr) *size_ret = bytes;
    return CL_SUCCESS;
  };
  const std::string_view own = eugene::inside::opencl::kLayerName;  // ends with a zero
  switch (name) {
    case CL_LAYER_API_VERSION: return give(&kVersion, sizeof kVersion);
    case CL_LAYER_NAME: return give(own.data(), own.size() + 1);
    default: return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY __attribute__((visibility("default"))) cl_int CL_API_CALL
clInitLayer(cl_uint num_entries, const cl_icd_dispatch* target_dispatch, cl_uint* num_entries_ret,
            const cl_icd_dispatch** layer_dispatch_ret) {
  using namespace eugene::inside::opencl;
  if (target_dispatch == nullptr || num_entries_ret == nullptr || layer_dispatch_ret == nullptr)
    return CL_INVALID_VALUE;
  // A loader that is older or newer than these headers has fewer or more entries. Missing entries stay null.
  cl_icd_dispatch driver{};
  std::memcpy(static_cast<void*>(&driver), target_dispatch,
              std::min<std::size_t>(num_entries, kEntries) * sizeof(void*));
  current = make_layer(driver).release();
  current->start();
  *layer_dispatch_ret = &current->table();
  *num_entries_ret = kEntries;
  return CL_SUCCESS;
}
