// Combines two address spaces: a page that the first does not map is looked up in the second.
#pragma once

#include "memory/view.h"

namespace eugene::memory {

class LayeredMemory final : public PageSource {
 public:
  // `second` may be null. Both must outlive this.
  LayeredMemory(PageSource& first, PageSource* second) : first_(&first), second_(second) {}

  std::byte* page(std::uint64_t address, Access access) override {
    std::byte* found = first_->page(address, access);
    return found != nullptr || second_ == nullptr ? found : second_->page(address, access);
  }

 private:
  PageSource* first_;
  PageSource* second_;
};

}  // namespace eugene::memory
