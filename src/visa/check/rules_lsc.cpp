// Rules on lsc_* that depend on the platform or on the cache: valid pairs of cache options, and the maximum channels of
// a typed access. vISA manual LSC_UNTYPED, LSC_TYPED.
#include <algorithm>

#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

enum Cache : std::uint8_t { kDefault, kUncached, kCached, kWriteback, kWritethrough, kStreaming, kReadInvalidate };
enum Access : std::uint8_t { kLoad = 1, kStore = 2, kAtomic = 4, kAny = 7 };

// The table of LSC_UNTYPED. It does not list atomics; those that Intel's assembler accepts do not use L1
// (docs/record/errata.md).
struct Caching {
  Cache l1, l3;
  std::uint8_t accesses;  // bits by Access
};
constexpr Caching kCachings[] = {
    {kDefault, kDefault, kAny},         {kUncached, kUncached, kAny},        {kStreaming, kUncached, kLoad | kStore},
    {kUncached, kCached, kLoad},        {kCached, kUncached, kLoad},         {kCached, kCached, kLoad},
    {kStreaming, kCached, kLoad},       {kReadInvalidate, kCached, kLoad},   {kUncached, kWriteback, kStore | kAtomic},
    {kWritethrough, kUncached, kStore}, {kWritethrough, kWriteback, kStore}, {kStreaming, kWriteback, kStore},
    {kWriteback, kWriteback, kStore},
};

bool caches_go_together(const Subject& s) {
  if (find_position(s.form, Field::lsc_cache1) < 0) return true;
  const LscShape shape = lsc_shape(s.form);
  const std::uint8_t access = shape.is_atomic || shape.is_counter ? kAtomic : shape.is_store ? kStore : kLoad;
  const std::int64_t l1 = read_number(s, Field::lsc_cache1), l3 = read_number(s, Field::lsc_cache3);
  return std::ranges::any_of(
      kCachings, [&](const Caching& row) { return row.l1 == l1 && row.l3 == l3 && (row.accesses & access) != 0; });
}

bool typed_lanes(const Subject& s) {
  if (s.form.page != Page::lsc_typed) return true;
  return count_lanes(s) <= (may_be(s, kPvc) ? 16U : 8U);
}

bool low_bandwidth(const Subject& s) {
  constexpr std::int64_t kUgml = 1;
  return find_position(s.form, Field::lsc_sfid) < 0 || read_number(s, Field::lsc_sfid) != kUgml || may_be(s, kPvc);
}

constexpr Rule kRules[] = {
    {"visa.lsc.caches", "the cache options of L1 and L3 must be a pair that the page lists for this kind of access",
     "write both: .uc.uc for any access, .ca.ca for loads, .wb.wb for stores", "LSC_UNTYPED, CachingL1",
     caches_go_together, "lsc_load.ugm.ri.ca (M1, 8) V32:d32 flat[V35]:a64",
     "lsc_store.ugm.ca.ca (M1, 8) flat[V35]:a64 V32:d32"},
    {"visa.lsc.typed_lanes", "a typed access must have at most 16 channels, 8 on DG2", "split it",
     "LSC_TYPED, ExecSize", typed_lanes, "lsc_load_quad.tgm (M1, 8) V32:d32.x bti(0x1)[V40]:a32",
     "lsc_load_quad.tgm (M1, 16) V32:d32.x bti(0x1)[V40]:a32", Severity::error, kDg2},
    {"visa.lsc.ugml", ".ugml exists only on PVC", "write .ugm", "LSC_UNTYPED, LscSFID", low_bandwidth,
     "lsc_load.ugm (M1, 8) V32:d32 flat[V35]:a64", "lsc_load.ugml (M1, 8) V32:d32 flat[V35]:a64", Severity::error,
     kDg2},
};

}  // namespace

std::span<const Rule> lsc_rules() { return kRules; }

}  // namespace eugene::visa
