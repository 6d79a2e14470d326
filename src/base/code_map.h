// A map whose keys are the machine code of kernels.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace eugene {

template <class Value>
class CodeMap {
 public:
  // Returns null if the code is not known. The value stays where it is.
  Value* find(std::span<const std::byte> code) {
    const auto known = values_.find(key(code));
    return known == values_.end() ? nullptr : &known->second;
  }
  // Returns the value of the code. If the code is new, makes an empty one.
  Value& operator[](std::span<const std::byte> code) { return values_[key(code)]; }

 private:
  static std::string key(std::span<const std::byte> code) {
    return {reinterpret_cast<const char*>(code.data()), code.size()};
  }

  std::map<std::string, Value> values_;
};

}  // namespace eugene
