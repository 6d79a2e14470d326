// Indexes the lines of a text by number. Finding one line by a search from the beginning takes time proportional to the
// text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace eugene {

class TextLines {
 public:
  // `text` must outlive this object.
  explicit TextLines(std::string_view text) : text_(text) {
    for (std::size_t at = 0; at != std::string_view::npos;) {
      begins_.push_back(at);
      at = text.find('\n', at);
      if (at != std::string_view::npos) ++at;
    }
  }

  std::string_view text() const { return text_; }
  // Returns line `number`, from 1 on, without its end; empty if the text has fewer lines.
  std::string_view line(std::size_t number) const {
    if (number == 0 || number > begins_.size()) return {};
    const std::string_view rest = text_.substr(begins_[number - 1]);
    return rest.substr(0, std::min(rest.find('\n'), rest.size()));
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;
};

}  // namespace eugene
