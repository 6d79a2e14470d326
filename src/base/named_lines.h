// The lines of a source by the file and line number that its `#line` directives give them, as a compiler's debug data
// has them: C99 6.10.4, and `# N "file"`, which preprocessors write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eugene {

class NamedLines {
 public:
  // `name` is the file that the compiler takes the text for, up to a directive that names another.
  NamedLines(std::string text, const std::string& name);

  // True if a directive names `file`, or it is the text's own name. Debug data may put a directory before the name of
  // a directive.
  bool has(std::string_view file) const { return find(file) != nullptr; }
  // Returns a line without the blanks at its end. Returns an empty string if the text does not have the line, or has
  // several lines of that name and number that differ.
  std::string line(std::string_view file, std::uint32_t number) const;
  // Returns the number in the whole text, from 1, of a line of that name. Returns nothing if it is not exactly one
  // line.
  std::optional<std::uint32_t> number_in_text(std::string_view file, std::uint32_t number) const;
  // Returns all lines of `file`, each at its number. The other lines are empty.
  std::string text(std::string_view file) const;

 private:
  // Lines of the text in a row, from number `first` in their file on.
  struct Run {
    std::uint32_t first = 0;
    std::size_t begin = 0, end = 0;  // indices of the lines in the text
  };
  std::string_view at(std::size_t index) const;
  void add(const std::string& file, const Run& run);
  const std::vector<Run>* find(std::string_view file) const;
  // Returns the indices in the text of all lines of that name.
  std::vector<std::size_t> find_indices(std::string_view file, std::uint32_t number) const;

  std::string text_;
  std::vector<std::size_t> begins_;  // offsets of the lines in the text
  std::map<std::string, std::vector<Run>, std::less<>> files_;
};

}  // namespace eugene
