// The fidelity class of each message. There is one function for each struct of MessageBody, so that a message without a
// class does not compile. If the message type is a number, a table as long as the list of names (names.h) is indexed by
// it.
#include "isa/message/fidelity.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

#include "isa/message/names.h"

namespace eugene::isa {
namespace {

using Rows = std::span<const FidelityRow>;

template <std::size_t N>
constexpr bool same_size(const std::array<FidelityRow, N>& rows, const message_names::List<N>& /*names*/) {
  return rows.size() == N;
}

constexpr FidelityRow at(Rows rows, std::size_t index) { return index < rows.size() ? rows[index] : kExact; }

constexpr FidelityRow kNoCache = substitute("cache options, operation and scope of a fence");
constexpr FidelityRow kCounter = chosen("append counter");

// Messages that access memory are exact: the documents give all bits.
template <class Exact>
FidelityRow of(const Gen& /*gen*/, const Message& /*message*/, const Exact& /*body*/)
  requires(std::same_as<Exact, UntypedSurface> || std::same_as<Exact, UntypedAtomic> ||
           std::same_as<Exact, UntypedFloatAtomic> || std::same_as<Exact, TypedSurface> ||
           std::same_as<Exact, TypedAtomic> || std::same_as<Exact, ByteScattered> ||
           std::same_as<Exact, DwordScattered> || std::same_as<Exact, A64Scattered> ||
           std::same_as<Exact, OwordBlock> || std::same_as<Exact, A64HwordBlock> ||
           std::same_as<Exact, OwordDualBlock> || std::same_as<Exact, ScratchBlock> ||
           std::same_as<Exact, MediaBlock> || std::same_as<Exact, RenderTarget> ||
           std::same_as<Exact, StreamedVertexBuffer> || std::same_as<Exact, ThreadSpawner> ||
           std::same_as<Exact, PixelInterpolator>)
{
  return kExact;
}

FidelityRow of(const Gen& /*gen*/, const Message& /*message*/, const AtomicCounter& /*body*/) { return kCounter; }
FidelityRow of(const Gen& /*gen*/, const Message& /*message*/, const MemoryFence& /*body*/) { return kNoCache; }

// ---- Sampler: unfiltered texels are exact. ----

constexpr FidelityRow kFiltered = chosen("precision of filtering");
constexpr FidelityRow kPlaced = chosen("a coordinate's product with the size of the level");
constexpr FidelityRow kDifferences = chosen("differences that give the level of detail");
constexpr FidelityRow kUncompressed = substitute("MCS of a surface that is not compressed");
constexpr FidelityRow kPhases = chosen("sample_8x8 between two phases of 1/32 of a texel");

// In the order of kGen9Sampler; the first twelve are Gen6's.
constexpr std::array<FidelityRow, 32> kSampler{kFiltered, kFiltered,     kFiltered, kFiltered,
                                               kFiltered, kFiltered,     kFiltered, kExact,  // sample... ld
                                               kPlaced,   kDifferences,  kExact,    kExact,
                                               kFiltered, kExact,        kExact,    kExact,  // gather4... killpix
                                               kPlaced,   kPlaced,       kPlaced,   kExact,
                                               kFiltered, kExact,        kExact,    kExact,  // gather4_c... sample_d_c
                                               kFiltered, kFiltered,     kExact,    kExact,
                                               kExact,    kUncompressed, kExact,    kExact};  // sample_lz... ld2dms
static_assert(same_size(kSampler, message_names::kGen9Sampler));
constexpr FidelityRow kCachesEmptied =
    chosen("how long the state cache keeps surface and sampler states, border colours and binding table entries");

FidelityRow of(const Gen& /*gen*/, const Message& /*message*/, const Sampler& body) {
  if (body.is_cache_flush()) return kCachesEmptied;
  return body.simd == SamplerSimd::simd32_64 ? kPhases : at(kSampler, body.type);
}

// ---- Message gateway. ----

constexpr std::array<FidelityRow, 8> kGateway{kExact,
                                              kExact,
                                              kExact,
                                              chosen("source of time stamps"),
                                              kExact,
                                              chosen("payload of UpdateGatewayState"),
                                              chosen("MMIO message"),
                                              kExact};
static_assert(same_size(kGateway, message_names::kGateway));

FidelityRow of(const Gen& /*gen*/, const Message& /*message*/, const Gateway& body) {
  return at(kGateway, static_cast<std::size_t>(body.function));
}

// ---- URB. ----

constexpr std::array<FidelityRow, 2> kGen6Urb{kExact, chosen("place of Handle Valid in the FF_SYNC answer")};
static_assert(same_size(kGen6Urb, message_names::kGen6Urb));
constexpr FidelityRow kHandles = chosen("what a URB handle counts (URB_WRITE)");
constexpr std::array<FidelityRow, 9> kGen9Urb{kHandles, kHandles, kHandles, kHandles, kHandles,
                                              kHandles, kHandles, kHandles, kHandles};
static_assert(same_size(kGen9Urb, message_names::kGen9Urb));
constexpr PerGen<Rows> kUrb{Rows(kGen6Urb), Rows(kGen9Urb)};  // by Gen::messages

FidelityRow of(const Gen& gen, const Message& /*message*/, const Urb& body) {
  return at(kUrb[gen.messages], body.opcode);
}

// ---- Load/store cache. ----

constexpr FidelityRow kBlock2d = chosen("block2d: elements outside the surface");
constexpr FidelityRow kFloatSum = chosen("sums of float atomics");
constexpr FidelityRow kNoCompression = substitute("lsc_ccs_update, store_uncompressed");

FidelityRow of(const Gen& /*gen*/, const Message& message, const Lsc& body) {
  switch (body.op) {
    case LscOp::load:
    case LscOp::load_strided:
    case LscOp::load_quad:
      return message.response_length == 0 ? substitute("load without a destination (prefetch)") : kExact;
    case LscOp::load_block2d:
    case LscOp::store_block2d: return kBlock2d;
    case LscOp::atomic_fadd:
    case LscOp::atomic_fsub: return kFloatSum;
    case LscOp::load_status: return chosen("load_status");
    case LscOp::store_uncompressed:
    case LscOp::ccs_update: return kNoCompression;
    case LscOp::fence: return kNoCache;
    case LscOp::counter_add:
    case LscOp::counter_sub: return kCounter;
    case LscOp::store:
    case LscOp::store_strided:
    case LscOp::store_quad:
    case LscOp::atomic_iinc:
    case LscOp::atomic_idec:
    case LscOp::atomic_load:
    case LscOp::atomic_store:
    case LscOp::atomic_iadd:
    case LscOp::atomic_isub:
    case LscOp::atomic_smin:
    case LscOp::atomic_smax:
    case LscOp::atomic_umin:
    case LscOp::atomic_umax:
    case LscOp::atomic_icas:
    case LscOp::atomic_fmin:
    case LscOp::atomic_fmax:
    case LscOp::atomic_fcas:
    case LscOp::atomic_and:
    case LscOp::atomic_or:
    case LscOp::atomic_xor:
    case LscOp::read_state_info: return kExact;
  }
  return kExact;
}

// The documents that describe messages, indexed by GenId.
constexpr PerGen<Citation> kDocuments{Citation{"SNB PRM vol4", "shared functions"}, skl("vol7 shared functions")};
constexpr Citation kLscDocument{"vISA manual", "LSC_UNTYPED, LSC_TYPED"};

}  // namespace

FidelityRow find_fidelity(const Gen& gen, const Message& message) {
  FidelityRow row = std::visit([&](const auto& body) { return of(gen, message, body); }, message.body);
  const bool is_lsc = std::holds_alternative<Lsc>(message.body);
  if (!row.citation.present()) row.citation = is_lsc ? kLscDocument : kDocuments[gen.messages];
  return row;
}

std::string fidelity_name(const Gen& gen, const Message& message) {
  std::string text = describe(gen, message);
  if (const auto fields = text.find('('); fields != std::string::npos) text.resize(fields);
  return text;
}

}  // namespace eugene::isa
