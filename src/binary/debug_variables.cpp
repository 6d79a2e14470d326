#include "binary/debug_variables.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "binary/dwarf_entries.h"
#include "binary/dwarf_handles.h"
#include "binary/dwarf_types.h"
#include "binary/source_name.h"

namespace eugene::binary {
namespace {

constexpr std::size_t kMaxVariables = 1U << 16;
// Many variables may have the same list of ranges or locations, or the same name, and each gets a copy.
constexpr std::size_t kMaxRanges = 1U << 20;
constexpr std::size_t kMaxLocationBytes = std::size_t{64} << 20;

std::span<const std::uint8_t> section(Dwarf* dwarf, std::string_view wanted) {
  Elf* elf = dwarf_getelf(dwarf);
  std::size_t names = 0;
  if (elf == nullptr || elf_getshdrstrndx(elf, &names) != 0) return {};
  for (Elf_Scn* each = elf_nextscn(elf, nullptr); each != nullptr; each = elf_nextscn(elf, each)) {
    GElf_Shdr header;
    if (gelf_getshdr(each, &header) == nullptr) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    const Elf_Data* data = name != nullptr && wanted == name ? elf_rawdata(each, nullptr) : nullptr;
    if (data != nullptr && data->d_buf != nullptr) return {static_cast<const std::uint8_t*>(data->d_buf), data->d_size};
  }
  return {};
}

class VariableReader {
 public:
  VariableReader(Dwarf* dwarf, CodeRange code, SourceVariables& result)
      : code_(code), lists_(section(dwarf, ".debug_loc")), types_(result.types), result_(&result) {}

  void read_unit(Dwarf_Die& unit) {
    base_ = 0;
    Dwarf_Addr low = 0;
    if (dwarf_lowpc(&unit, &low) == 0) base_ = low;
    std::size_t count = 0;
    if (dwarf_getsrcfiles(&unit, &files_, &count) != 0) files_ = nullptr;
    read_block(unit, {}, 0);
  }

 private:
  static bool is_block(int tag) {
    return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine;
  }

  struct Block {
    std::vector<CodeRange> scope;
    std::uint32_t function = SourceFunction::kNone;
  };

  void read_block(Dwarf_Die& block, const Block& of, unsigned depth) {
    if (depth > kMaxDwarfNesting) return;
    children_.visit(block, [&](Dwarf_Die& child) {
      const int tag = dwarf_tag(&child);
      if (is_block(tag)) {
        Block inner{.scope = read_ranges(child), .function = of.function};
        // A block without ranges has the ranges of the enclosing block. An inlined function without code does not count
        // as a function: Intel's compiler puts the kernel's local memory into such a function.
        const bool is_own_block =
            tag == DW_TAG_lexical_block || (tag == DW_TAG_inlined_subroutine && inner.scope.empty());
        if (inner.scope.empty() && !is_own_block) return;
        if (inner.scope.empty()) inner.scope = of.scope;
        if (!is_own_block) inner.function = add_function(child, inner.scope);
        read_block(child, inner, depth + 1);
      } else if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && !of.scope.empty()) {
        add(child, of, tag == DW_TAG_formal_parameter);
      }
    });
  }

  std::uint32_t add_function(Dwarf_Die& die, const std::vector<CodeRange>& scope) {
    SourceFunction function{.name = find_name(die), .scope = counted(scope), .called_at = {}};
    const auto line = read_number(die, DW_AT_call_line);
    const auto number = read_number(die, DW_AT_call_file);
    const char* file = find_file(number);
    if (line && file != nullptr)
      function.called_at = {.file = source_name(file), .line = static_cast<std::uint32_t>(*line), .column = 0};
    result_->functions.push_back(std::move(function));
    return static_cast<std::uint32_t>(result_->functions.size() - 1);
  }

  // Null: it has none, or none that is worth a copy.
  const char* find_file(const std::optional<std::uint64_t>& number) const {
    const char* file = files_ == nullptr || !number ? nullptr : dwarf_filesrc(files_, *number, nullptr, nullptr);
    return file != nullptr && ::strnlen(file, kMaxDwarfNameBytes + 1) > kMaxDwarfNameBytes ? nullptr : file;
  }

  // A copy for another variable; nothing once there are too many.
  std::vector<CodeRange> counted(const std::vector<CodeRange>& scope) {
    ranges_ += scope.size();
    return ranges_ > kMaxRanges ? std::vector<CodeRange>() : scope;
  }

  std::optional<SourceLine> find_declaration(Dwarf_Die& die) const {
    const auto line = read_number(die, DW_AT_decl_line);
    const auto number = read_number(die, DW_AT_decl_file);
    const char* file = find_file(number);
    if (!line || file == nullptr) return std::nullopt;
    return SourceLine{.file = source_name(file), .line = static_cast<std::uint32_t>(*line), .column = 0};
  }

  // The parts of the block that lie in this kernel's code.
  std::vector<CodeRange> read_ranges(Dwarf_Die& block) {
    std::vector<CodeRange> ranges;
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t next = 0; (next = dwarf_ranges(&block, next, &base, &begin, &end)) > 0;) {
      if (++visited_ranges_ > kMaxRanges) break;
      if (const auto range = within(begin, end)) ranges.push_back(*range);
    }
    return ranges;
  }

  std::optional<CodeRange> within(std::uint64_t begin, std::uint64_t end) const {
    begin = std::max(begin, code_.begin);
    end = std::min(end, code_.end);
    if (begin >= end) return std::nullopt;
    return CodeRange{.begin = begin - code_.begin, .end = end - code_.begin};
  }

  void add(Dwarf_Die& die, const Block& of, bool is_parameter) {
    SourceVariable variable{.name = find_name(die),
                            .is_parameter = is_parameter,
                            .declared = {},
                            .function = of.function,
                            .scope = counted(of.scope),
                            .locations = {}};
    if (variable.name.empty() || result_->variables.size() >= kMaxVariables) return;
    variable.type = types_.find(die);
    variable.declared = find_declaration(die);
    Dwarf_Attribute attribute;
    Dwarf_Block block;
    Dwarf_Word offset = 0;
    if (dwarf_attr_integrate(&die, DW_AT_location, &attribute) != nullptr) {
      if (dwarf_formblock(&attribute, &block) == 0)
        variable.locations.push_back(
            {.range = {.begin = 0, .end = ~std::uint64_t{0}}, .expression = {block.data, block.data + block.length}});
      else if (dwarf_formudata(&attribute, &offset) == 0)
        add_list(offset, variable);
    }
    result_->variables.push_back(std::move(variable));
  }

  // Read here, as the library refuses lists with operations that it does not know.
  void add_list(std::uint64_t at, SourceVariable& variable) {
    std::uint64_t base = base_;
    while (true) {
      constexpr std::size_t kEntryBytes = 48;  // in memory, without the expression
      location_bytes_ += kEntryBytes;
      if (location_bytes_ > kMaxLocationBytes) return;
      std::uint64_t begin = 0, end = 0;
      if (!take(at, begin) || !take(at, end) || (begin == 0 && end == 0)) return;
      if (begin == ~std::uint64_t{0}) {
        base = end;
        continue;
      }
      std::uint16_t length = 0;
      if (!take(at, length) || length > lists_.size() - at) return;
      const auto bytes = lists_.subspan(at, length);
      at += length;
      location_bytes_ += length;
      if (const auto range = within(base + begin, base + end))
        variable.locations.push_back({.range = *range, .expression = {bytes.begin(), bytes.end()}});
    }
  }

  template <class T>
  bool take(std::uint64_t& at, T& value) const {
    if (at > lists_.size() || sizeof value > lists_.size() - at) return false;
    std::memcpy(&value, lists_.data() + at, sizeof value);
    at += sizeof value;
    return true;
  }

  CodeRange code_;
  std::uint64_t base_ = 0;
  Dwarf_Files* files_ = nullptr;  // of the unit
  std::span<const std::uint8_t> lists_;
  DwarfTypes types_;
  DwarfChildren children_;
  SourceVariables* result_;
  std::size_t ranges_ = 0, visited_ranges_ = 0;
  std::size_t location_bytes_ = 0;
};

// The function of OpenCL C that returns the value; null: none does.
const char* find_function(PayloadValue value) {
  switch (value) {
    case PayloadValue::global_offset: return "get_global_offset";
    case PayloadValue::local_size: return "get_local_size";
    case PayloadValue::enqueued_local_size: return "get_enqueued_local_size";
    case PayloadValue::global_size: return "get_global_size";
    case PayloadValue::group_count: return "get_num_groups";
    default: return nullptr;
  }
}

}  // namespace

SourceVariables read_source_variables(const DebugFile& debug) {
  SourceVariables result;
  if (debug.empty()) return result;
  const DwarfFile file(*debug.elf);
  if (file.dwarf() == nullptr) return result;
  VariableReader reader(file.dwarf(), {.begin = debug.begin, .end = debug.end}, result);
  Dwarf_Off at = 0, next = 0;
  for (std::size_t head = 0; dwarf_nextcu(file.dwarf(), at, &next, &head, nullptr, nullptr, nullptr) == 0; at = next) {
    Dwarf_Die unit;
    if (dwarf_offdie(file.dwarf(), at + head, &unit) != nullptr) reader.read_unit(unit);
  }
  return result;
}

SourceVariables read_source_variables(const DeviceKernel& kernel) {
  SourceVariables result = read_source_variables(kernel.debug);
  for (const PayloadField& field : kernel.payload) {
    if (const char* function = find_function(field.value); function != nullptr && field.bytes == sizeof(std::uint32_t))
      result.queries.push_back({.function = function, .dimension = field.part, .offset = field.offset});
  }
  for (std::uint32_t number = 0; number != kernel.arguments.size(); ++number) {
    const DeclaredArgument& each = kernel.arguments[number];
    if (each.name.empty()) continue;
    SourceArgument argument{.name = each.name,
                            .offset = each.pointer_offset,
                            .bytes = each.size,
                            .is_local = each.kind == ArgumentKind::local,
                            .local_base = kernel.slm_bytes};
    for (const PayloadField& field : kernel.payload) {
      const bool is_all = field.value == PayloadValue::argument && field.argument == number && field.part == 0 &&
                          field.bytes == each.size && each.kind == ArgumentKind::value;
      if (is_all) argument.offset = field.offset;
    }
    result.arguments.push_back(std::move(argument));
  }
  return result;
}

}  // namespace eugene::binary
