#include <algorithm>
#include <array>
#include <string_view>

#include "check/memory/memory.h"

namespace eugene::check {
namespace {

std::string_view verb(eu::AccessKind kind) {
  constexpr std::array<std::string_view, 3> kVerbs{"read", "write", "atomic"};
  return kVerbs[static_cast<std::size_t>(kind)];
}

std::string bytes(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

std::string sentence(const MemoryAccessed& access, const std::string& where) {
  return std::string(verb(access.kind)) + " of " + bytes(access.bytes) + " " + where;
}

// A block read counts as beyond the end only if the whole block is.
bool is_beyond(const MemoryAccessed& access, std::uint64_t begin, std::uint64_t end) {
  const bool is_wide_read = access.kind == eu::AccessKind::read && access.bytes > kScalarBytes;
  return is_wide_read ? begin >= end : begin + access.bytes > end;
}

std::uint64_t compute_reach(const ArgumentMemory& argument, eu::AccessKind kind) {
  const std::uint64_t unit = kind == eu::AccessKind::read ? argument.read_unit : 1;
  return (argument.bytes + unit - 1) / unit * unit;
}

std::uint32_t bytes_before(std::uint64_t begin, std::uint64_t end) {
  return begin < end ? static_cast<std::uint32_t>(end - begin) : 0;
}

std::string beyond(std::uint64_t begin, std::uint64_t end, const std::string& what) {
  if (begin < end) return "that begins in " + what + " and ends beyond it";
  return begin == end ? "right behind " + what : bytes(begin - end) + " beyond " + what;
}

}  // namespace

std::optional<MemoryViolation> MemoryRules::judge(const MemoryAccessed& access) const {
  const ArgumentMemory* argument = access.space.local == nullptr ? bound(access.space.bti) : nullptr;
  const bool is_pixel = access.bytes == 0 || (argument != nullptr && argument->is_image);
  const bool has_alignment = !is_pixel || !memory_.is_shader;  // the format decides the alignment of texels
  if (kinds_.align && access.bytes <= kScalarBytes && access.bytes != 0 && has_alignment) {
    const std::uint64_t address = access.space.base + access.offset;
    const std::uint32_t alignment = needed_alignment(access.alignment, access.bytes);
    if (address % alignment != 0 && !is_private(access.space, address))
      return MemoryViolation{
          .id = "align.access",
          .what = sentence(access, "at an address that is no multiple of " + std::to_string(alignment)),
          .place = {.is_local = access.space.local != nullptr, .address = address, .bytes = access.bytes},
          .hint = {}};
  }
  if (!kinds_.memory) return std::nullopt;
  if (access.space.local != nullptr) return judge_local(access);
  if (is_pixel) return memory_.is_shader ? std::nullopt : judge_pixel(argument, access);
  if (argument == nullptr) return judge_address(access);
  const std::uint64_t address = argument->address.value_or(access.space.base);
  auto mistake = judge_argument(*argument, address, access);
  if (mistake) bases_[static_cast<std::size_t>(argument - memory_.arguments.data())] = address;
  return mistake;
}

LaunchMemory MemoryRules::known_memory() const {
  LaunchMemory known{.arguments = memory_.arguments, .local_variables = memory_.local_variables};
  for (std::size_t i = 0; i < bases_.size(); ++i) {
    if (bases_[i] != 0) known.arguments[i].address = bases_[i];
  }
  return known;
}

std::string MemoryRules::describe(const MemoryRange& place) const { return check::describe(known_memory(), place); }

std::string MemoryRules::describe_whole(const MemoryRange& place) const {
  const LaunchMemory known = known_memory();
  const ArgumentMemory* const memory = find_memory(known, place);
  return memory == nullptr ? std::string() : check::describe(*memory);
}

std::uint32_t MemoryRules::vector_bytes(const eu::AccessedSpace& space, std::uint64_t offset) const {
  if (space.local != nullptr) return 0;
  const ArgumentMemory* argument = bound(space.bti);
  if (argument == nullptr) argument = find_argument(memory_, {.address = space.base + offset});
  return argument == nullptr ? 0 : argument->vector_bytes;
}

const ArgumentMemory* MemoryRules::bound(unsigned binding) const {
  const auto found = std::ranges::find_if(
      memory_.arguments, [&](const ArgumentMemory& each) { return each.binding == binding && !each.is_local; });
  return found == memory_.arguments.end() ? nullptr : &*found;
}

// Whether the address is in private memory, where a compiler places variables of work-items with any alignment.
bool MemoryRules::is_private(const eu::AccessedSpace& space, std::uint64_t address) const {
  return space.local == nullptr && std::ranges::any_of(memory_.private_memory, [&](const eu::OffsetRange& each) {
           return each.contains(address);
         });
}

// Returns the argument that begins less than a page after `address`. Returns null if there is none, or if the driver
// may have memory there.
const ArgumentMemory* MemoryRules::argument_after(std::uint64_t address) const {
  if (memory_.has_hidden_memory || is_private({}, address)) return nullptr;
  const ArgumentMemory* nearest = nullptr;
  for (const ArgumentMemory& each : memory_.arguments) {
    if (each.is_local || !each.address || *each.address <= address || *each.address - address > kPage) continue;
    if (nearest == nullptr || *each.address < *nearest->address) nearest = &each;
  }
  return nearest;
}

std::optional<MemoryViolation> MemoryRules::judge_local(const MemoryAccessed& access) const {
  if (!memory_.local_bytes) return std::nullopt;
  const MemoryRange place{.is_local = true, .address = access.offset, .bytes = access.bytes};
  // Between two arguments there may be a gap, which belongs to neither.
  const ArgumentMemory* argument = find_argument(memory_, place);
  if (argument != nullptr) {
    const std::uint64_t end = *argument->address + argument->bytes;
    if (access.offset < end && !is_beyond(access, access.offset, end)) return std::nullopt;
    const bool is_last = std::ranges::none_of(memory_.arguments, [&](const ArgumentMemory& each) {
      return each.is_local && each.address && *each.address >= end;
    });
    if (is_last || access.offset < end)
      return is_beyond(access, access.offset, end)
                 ? std::optional(
                       MemoryViolation{.id = kLocal,
                                       .what = sentence(access, beyond(access.offset, end, check::describe(*argument))),
                                       .place = place,
                                       .hint = {},
                                       .inside = bytes_before(access.offset, end)})
                 : std::nullopt;
  }
  if (!is_beyond(access, access.offset, *memory_.local_bytes)) return std::nullopt;
  const auto last = std::ranges::find_if(memory_.local_variables, [&](const ArgumentMemory& each) {
    return *each.address + each.bytes == *memory_.local_bytes;
  });
  const std::string whole = last != memory_.local_variables.end()
                                ? check::describe(*last)
                                : std::string(memory_.is_shader ? "the shared memory" : "the local memory") +
                                      " of its group (" + bytes(*memory_.local_bytes) + ")";
  return MemoryViolation{.id = kLocal,
                         .what = sentence(access, beyond(access.offset, *memory_.local_bytes, whole)),
                         .place = place,
                         .hint = {},
                         .inside = bytes_before(access.offset, *memory_.local_bytes)};
}

// The address of a pixel is not judged; an access without bytes is outside the image.
std::optional<MemoryViolation> MemoryRules::judge_pixel(const ArgumentMemory* image, const MemoryAccessed& access) {
  if (image == nullptr || !image->is_image || access.bytes != 0) return std::nullopt;
  return MemoryViolation{.id = kBounds,
                         .what = std::string(verb(access.kind)) + " of a pixel outside of " + check::describe(*image),
                         .place = {},
                         .hint = {}};
}

std::optional<MemoryViolation> MemoryRules::judge_argument(const ArgumentMemory& argument, std::uint64_t address,
                                                           const MemoryAccessed& access) const {
  const std::uint64_t begin = access.space.base + access.offset;
  const std::uint64_t end = address + compute_reach(argument, access.kind);
  const MemoryRange place{.address = begin, .bytes = access.bytes};
  if (argument.is_null)
    return MemoryViolation{.id = "memory.null",
                           .what = sentence(access, "through " + check::describe(argument)),
                           .place = place,
                           .hint = argument.label.empty() ? "the program has set the argument to NULL" : ""};
  // 32-bit offsets wrap around.
  constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;
  const bool wraps = access.offset >= kWrap / 2 && access.offset < kWrap && begin > end;
  if (begin < address || wraps)
    return MemoryViolation{.id = kBounds,
                           .what = sentence(access, bytes(wraps ? kWrap - access.offset : address - begin) +
                                                        " before " + check::describe(argument)),
                           .place = place,
                           .hint = {}};
  if (is_beyond(access, begin, end))
    return MemoryViolation{.id = kBounds,
                           .what = sentence(access, beyond(begin, end, check::describe(argument))),
                           .place = place,
                           .hint = {},
                           .inside = bytes_before(begin, end)};
  if (access.kind != eu::AccessKind::read && !argument.rights.writes)
    return MemoryViolation{
        .id = "memory.readonly",
        .what = sentence(access, "to " + check::describe(argument) + ", which kernels may only read"),
        .place = place,
        .hint = "it was created with CL_MEM_READ_ONLY, or the argument is constant"};
  if (access.kind == eu::AccessKind::read && !argument.rights.reads)
    return MemoryViolation{
        .id = kWriteOnly,
        .what = sentence(access, "from " + check::describe(argument) + ", which kernels may only write"),
        .place = place,
        .hint = "it was created with CL_MEM_WRITE_ONLY"};
  return std::nullopt;
}

// Judges a stateless access. The origin of its pointer is unknown, so the memory around its address decides.
std::optional<MemoryViolation> MemoryRules::judge_address(const MemoryAccessed& access) const {
  const std::uint64_t begin = access.space.base + access.offset;
  const MemoryRange place{.address = begin, .bytes = access.bytes};
  if (is_null(begin))
    return MemoryViolation{.id = "memory.null",
                           .what = sentence(access, "through a null pointer"),
                           .place = place,
                           .hint = memory_.is_shader ? "" : "an argument is NULL, or a pointer was computed from one"};
  if (memory_.is_shader) return std::nullopt;
  const Allocation* around = nullptr;
  const Allocation* before = nullptr;  // ends in the same page, or has spare room there
  for (const Allocation& each : memory_.allocations) {
    const std::uint64_t end = each.address + each.bytes;
    if (begin >= each.address && begin < end && (around == nullptr || around->is_freed)) around = &each;
    const bool is_its_own = begin / kPage == (end - 1) / kPage || begin < end + each.room;
    if (end <= begin && is_its_own && !each.is_freed) before = &each;
  }
  const ArgumentMemory* argument = find_argument(memory_, place);
  const bool is_in_argument = argument != nullptr && begin < *argument->address + argument->bytes;
  if (around != nullptr && !is_in_argument) {
    if (around->is_freed)
      return MemoryViolation{.id = "memory.freed",
                             .what = sentence(access, "in memory that the program has released"),
                             .place = place,
                             .hint = {}};
    const std::uint64_t end = around->address + around->bytes;
    if (!is_beyond(access, begin, end)) return std::nullopt;
    return MemoryViolation{.id = kBounds,
                           .what = sentence(access, beyond(begin, end, "an allocation of " + bytes(around->bytes))),
                           .place = place,
                           .hint = {},
                           .inside = bytes_before(begin, end)};
  }
  if (argument != nullptr) {
    const std::uint64_t end = *argument->address + argument->bytes;
    // Other memory may begin in the page after the argument's last page.
    const bool is_its_page = argument->bytes != 0 && begin / kPage == (end - 1) / kPage;
    if (is_in_argument || is_its_page) return judge_argument(*argument, *argument->address, access);
  }
  if (before == nullptr) {
    const ArgumentMemory* const after = argument_after(begin);
    return after == nullptr ? std::nullopt : judge_argument(*after, *after->address, access);
  }
  return MemoryViolation{.id = kBounds,
                         .what = sentence(access, beyond(begin, before->address + before->bytes,
                                                         "an allocation of " + bytes(before->bytes))),
                         .place = place,
                         .hint = {}};
}

}  // namespace eugene::check
