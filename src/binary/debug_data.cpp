#include "binary/debug_data.h"

#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <unordered_map>

#include "binary/container.h"
#include "binary/dwarf_handles.h"
#include "binary/reader.h"
#include "binary/source_name.h"

namespace eugene::binary {
namespace {

struct DebugHeader {
  std::uint32_t magic, version, size, device, stepping, pointer_bytes, kernel_count;
};
// Followed by the name, padded to whole words, and the data of these sizes.
struct KernelDebugHeader {
  std::uint32_t name_bytes, elf_bytes, other_bytes;
};
static_assert(sizeof(DebugHeader) == 28 && sizeof(KernelDebugHeader) == 12);

Result<KernelDebugData> read_kernel_data(Reader& reader) {
  const auto header = reader.read<KernelDebugHeader>("the debug data of a kernel");
  if (!header) return forward_error(header);
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  const auto name = reader.take((std::size_t{header->name_bytes} + kWord - 1) / kWord * kWord, "a kernel's name");
  if (!name) return forward_error(name);
  const auto elf = reader.take(header->elf_bytes, "a kernel's debug data");
  if (!elf) return forward_error(elf);
  if (const auto rest = reader.take(header->other_bytes, "a kernel's debug data"); !rest) return forward_error(rest);
  const std::string_view text(reinterpret_cast<const char*>(name->data()), name->size());
  return KernelDebugData{.name = std::string(text.substr(0, text.find('\0'))), .elf = *elf};
}

// The list of the rows' files, without duplicates.
class Files {
 public:
  explicit Files(std::vector<std::string>& files) : files_(&files) {}
  std::uint32_t intern(const std::string& name) {
    const auto [known, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(files_->size()));
    if (is_new) files_->push_back(name);
    return known->second;
  }

 private:
  std::vector<std::string>* files_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// The addresses of one kernel's code in the file.
struct AddressRange {
  std::uint64_t begin, end;
};

// Converts a line. Returns nothing if the line belongs to other code. The end of the code, and lines that the library
// cannot resolve, become rows without a source.
std::optional<SourceLines::Row> make_row(Dwarf_Line* line, const AddressRange& range, Files& files) {
  SourceLines::Row row;
  Dwarf_Addr address = 0;
  if (dwarf_lineaddr(line, &address) != 0) address = range.begin;
  if (address < range.begin || address > range.end) return std::nullopt;
  row.begin = static_cast<std::uint32_t>(address - range.begin);
  bool ends = false;
  int number = 0, column = 0;
  const char* file = dwarf_linesrc(line, nullptr, nullptr);
  if (dwarf_lineendsequence(line, &ends) != 0 || ends || file == nullptr) return row;
  if (dwarf_lineno(line, &number) != 0 || number <= 0) return row;
  if (address == range.end) return std::nullopt;  // the next kernel begins
  row.file = files.intern(source_name(file));
  row.line = static_cast<std::uint32_t>(number);
  if (dwarf_linecol(line, &column) == 0) row.column = static_cast<std::uint32_t>(std::max(column, 0));
  return row;
}

void add_unit(Dwarf_Die& unit, const AddressRange& range, Files& files, SourceLines& lines) {
  Dwarf_Lines* table = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(&unit, &table, &count) != 0) return;
  bool has_rows = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<SourceLines::Row> row = make_row(dwarf_onesrcline(table, i), range, files);
    if (!row) continue;
    has_rows = true;
    // If an address has several lines, the last one is the code's line.
    if (!lines.rows.empty() && lines.rows.back().begin == row->begin) lines.rows.pop_back();
    lines.rows.push_back(*row);
  }
  const char* name = dwarf_diename(&unit);
  if (name == nullptr || !has_rows) return;
  // A row's file may have a directory. Intel's compiler reads the text of a program from <stdin>, and names its file
  // after the program's number. No row has this file if #line directives name others.
  const std::string known = name;
  const auto is_main = [&](const std::string& file) { return file == known || file.ends_with("/" + known); };
  auto given = std::ranges::find_if(lines.files, is_main);
  if (given == lines.files.end()) given = std::ranges::find_if(lines.files, is_program_name);
  if (given == lines.files.end()) {
    lines.given_name = known;
  } else {
    lines.given_file = static_cast<std::uint32_t>(given - lines.files.begin());
    lines.given_name = *given;
  }
}

SourceLines read_range(std::span<const std::byte> elf, const AddressRange& range) {
  SourceLines lines;
  const DwarfFile file(elf);
  Dwarf* const dwarf = file.dwarf();
  if (dwarf == nullptr) return lines;
  Files files(lines.files);
  Dwarf_Off at = 0, next = 0;
  for (std::size_t head = 0; dwarf_nextcu(dwarf, at, &next, &head, nullptr, nullptr, nullptr) == 0; at = next) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, at + head, &unit) != nullptr) add_unit(unit, range, files, lines);
  }
  std::ranges::stable_sort(lines.rows, {}, &SourceLines::Row::begin);
  return lines;
}

}  // namespace

Result<std::vector<KernelDebugData>> read_debug_data(std::span<const std::byte> section, std::size_t origin) {
  Reader reader(section, origin);
  const auto header = reader.read<DebugHeader>("the header of the debug data");
  if (!header) return forward_error(header);
  if (header->magic != kProgramMagic)
    return fail_at(origin, fmt::format("{:#x} is not the first word of the debug data of a patch-token program, {:#x}",
                                       header->magic, kProgramMagic));
  std::vector<KernelDebugData> kernels;
  for (std::uint32_t i = 0; i < header->kernel_count; ++i) {
    auto kernel = read_kernel_data(reader);
    if (!kernel) return forward_error(kernel);
    kernels.push_back(*std::move(kernel));
  }
  return kernels;
}

SourceLines read_source_lines(const DebugFile& debug) {
  if (debug.empty()) return {};
  return read_range(*debug.elf, {.begin = debug.begin, .end = debug.end});
}

SourceLines read_source_lines(std::span<const std::byte> elf) {
  return read_range(elf, {.begin = 0, .end = 0xFFFF'FFFF});
}

}  // namespace eugene::binary
