#include "check/init/results.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace eugene::check {

StoreNumber InitResults::assign_number(std::span<const std::byte> code, std::uint32_t instruction) {
  constexpr std::size_t kLast = std::numeric_limits<StoreNumber>::max();
  const std::scoped_lock lock(mutex_);
  const std::string key(reinterpret_cast<const char*>(code.data()), code.size());
  const auto next = static_cast<StoreNumber>(std::min(numbers_.size() + 1, kLast));
  return numbers_.try_emplace({key, instruction}, next).first->second;
}

void InitResults::keep(StoreNumber store, Finding finding) {
  const std::scoped_lock lock(mutex_);
  findings_.insert_or_assign(store, std::move(finding));
}

void InitResults::keep_maker(StoreNumber store, const std::string& maker) {
  const std::scoped_lock lock(mutex_);
  makers_.try_emplace(store, maker);
}

std::string InitResults::find_maker(StoreNumber store) {
  const std::scoped_lock lock(mutex_);
  const auto maker = makers_.find(store);
  return maker == makers_.end() ? std::string() : maker->second;
}

bool InitResults::has_stores() {
  const std::scoped_lock lock(mutex_);
  return !numbers_.empty();
}

std::vector<Finding> InitResults::read_back(std::uint64_t buffer, std::uint64_t begin, std::uint64_t end) {
  std::vector<Finding> found;
  for (const StoreNumber store : buffers_.read_back(buffer, begin, end)) {
    const std::scoped_lock lock(mutex_);
    const auto finding = findings_.find(store);
    if (finding != findings_.end() && told_.emplace(buffer, store).second) found.push_back(finding->second);
  }
  return found;
}

}  // namespace eugene::check
