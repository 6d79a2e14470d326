// The memory-mapped registers of one engine, as commands and the host see them. The offsets below are the render
// engine's (base 0x2000). Another engine's registers have the same offsets from its own base.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace eugene::gpu {

namespace reg {
inline constexpr std::uint32_t kRingTail = 0x2030;
inline constexpr std::uint32_t kRingHead = 0x2034;
inline constexpr std::uint32_t kRingStart = 0x2038;
inline constexpr std::uint32_t kRingControl = 0x203C;
inline constexpr std::uint32_t kHardwareStatusPage = 0x2080;
inline constexpr std::uint32_t kSubmitPort = 0x2230;      // EXECLIST_SUBMITPORT: four writes, element 1 first
inline constexpr std::uint32_t kExeclistStatus = 0x2234;  // EXECLIST_STATUS, low dword
inline constexpr std::uint32_t kPdp0Low = 0x2270;         // with a 48-bit PPGTT: the PML4 table
inline constexpr std::uint32_t kPdp0High = 0x2274;
inline constexpr std::uint32_t kComputeInvocations = 0x2290;  // CS_INVOCATION_COUNT, 64 bits
// Statistics of draws, 64 bits each.
inline constexpr std::uint32_t kInputVertices = 0x2310;  // IA_VERTICES_COUNT
inline constexpr std::uint32_t kInputPrimitives = 0x2318;
inline constexpr std::uint32_t kVertexInvocations = 0x2320;
inline constexpr std::uint32_t kClipperInvocations = 0x2338;
inline constexpr std::uint32_t kClipperPrimitives = 0x2340;
inline constexpr std::uint32_t kPixelInvocations = 0x2348;
inline constexpr std::uint32_t kDepthCount = 0x2350;  // PS_DEPTH_COUNT
inline constexpr std::uint32_t kTimestamp = 0x2358;   // 36 bits in two dwords
inline constexpr std::uint32_t kTimestampHigh = 0x235C;
inline constexpr std::uint32_t kContextTimestamp = 0x23A8;
inline constexpr std::uint32_t kPredicateSource0 = 0x2400;  // 64 bits each
inline constexpr std::uint32_t kPredicateSource1 = 0x2408;
inline constexpr std::uint32_t kPredicateData = 0x2410;
inline constexpr std::uint32_t kPredicateResult = 0x2418;
inline constexpr std::uint32_t kPredicateResult1 = 0x241C;
inline constexpr std::uint32_t kPredicateResult2 = 0x23BC;
inline constexpr std::uint32_t kDrawFirstVertex = 0x2430;  // 3DPRIM_START_VERTEX and so on: indirect 3DPRIMITIVE
inline constexpr std::uint32_t kDrawVertices = 0x2434;
inline constexpr std::uint32_t kDrawInstances = 0x2438;
inline constexpr std::uint32_t kDrawFirstInstance = 0x243C;
inline constexpr std::uint32_t kDrawBaseVertex = 0x2440;
inline constexpr std::uint32_t kDispatchDimX = 0x2500;  // GPGPU_DISPATCHDIM: indirect GPGPU_WALKER
inline constexpr std::uint32_t kDispatchDimY = 0x2504;
inline constexpr std::uint32_t kDispatchDimZ = 0x2508;
inline constexpr std::uint32_t kSubmitQueueLow = 0x2510;  // EXECLIST_SQ_CONTENTS, on engines that have it
inline constexpr std::uint32_t kSubmitQueueHigh = 0x2514;
inline constexpr std::uint32_t kExeclistControl = 0x2550;
inline constexpr std::uint32_t kPreemptionControl = 0x2580;  // CS_CHICKEN1: bits 31:16 select the bits of 15:0 to write
inline constexpr std::uint32_t kGpr0 = 0x2600;               // CS_GPR: 16 registers of 64 bits
inline constexpr unsigned kGprCount = 16;
inline constexpr std::uint32_t kGtMode = 0x7008;          // GT_MODE: masked like CS_CHICKEN1; its bit:
inline constexpr unsigned kGtModeBindingTables = 10;      // pointers to binding tables have bits 18:8, not 15:5
inline constexpr std::uint32_t kBlitterControl = 0x2200;  // BCS_SWCTRL, only on the blitter; its bits:
inline constexpr unsigned kBlitterSourceY = 0;            // tiled sources are Y-tiled
inline constexpr unsigned kBlitterDestinationY = 1;
}  // namespace reg

// Register offsets are 23 bits and name dwords.
inline constexpr std::uint32_t kRegisterMask = 0x7F'FFFC;

enum class EngineKind : std::uint8_t { render, video, enhancement, copy };

struct Engine {
  std::string_view name;
  std::uint32_t base;  // offset of its first register
  EngineKind kind;
};

inline constexpr std::array kEngines{
    Engine{"RCS", 0x2000, EngineKind::render},
    Engine{"VCS", 0x12000, EngineKind::video},
    Engine{"VECS", 0x1A000, EngineKind::enhancement},
    Engine{"BCS", 0x22000, EngineKind::copy},
};
inline constexpr std::uint32_t kEngineBytes = 0x1000;  // size of an engine's register range

constexpr const Engine& engine_info(EngineKind kind) { return *std::ranges::find(kEngines, kind, &Engine::kind); }

// GPU time: the host's CLOCK_MONOTONIC_RAW in ticks of the device's timestamp clock, so that GPU and host times of one
// machine can be compared.
class Clock {
 public:
  explicit Clock(std::uint32_t hz) : hz_(hz) {}
  std::uint64_t ticks() const;

 private:
  std::uint32_t hz_;
};

inline constexpr unsigned kTimestampBits = 36;

class Registers {
 public:
  explicit Registers(const Clock& clock, const Engine& engine = kEngines[0]) : clock_(&clock), engine_(&engine) {}

  // A register of this engine can be addressed by its own offset or by the corresponding offset of the render engine.

  std::uint32_t read(std::uint32_t offset) const;
  void write(std::uint32_t offset, std::uint32_t value);
  // Reads or writes two dwords, low dword first.
  std::uint64_t read64(std::uint32_t offset) const;
  void write64(std::uint32_t offset, std::uint64_t value);
  std::uint64_t timestamp() const;

 private:
  std::uint32_t local(std::uint32_t offset) const;

  const Clock* clock_;
  const Engine* engine_;
  std::unordered_map<std::uint32_t, std::uint32_t> values_;
};

}  // namespace eugene::gpu
