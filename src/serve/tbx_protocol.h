// The messages of the simulator interface (TBX) that Intel's compute driver uses over TCP: a header of three dwords, a
// body of fixed size, and for memory writes the data. Source: the driver's public protocol header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace eugene::serve {

enum class TbxType : std::uint32_t {
  mmio = 0,
  mmio_reply = 1,
  gtt = 2,
  gtt_reply = 3,
  write_data = 4,
  read_data = 5,
  read_data_reply = 6,
  control = 11,
  gtt_parameters = 16,
  event = 17,
};

struct TbxHeader {
  std::uint32_t type = 0;
  std::uint32_t transaction = 0;
  std::uint32_t size = 0;  // size of the body in bytes
};
static_assert(sizeof(TbxHeader) == 12);

// A request of a client, and the minimum and maximum size of its body in bytes.
struct TbxRequest {
  TbxType type;
  std::string_view name;
  std::uint32_t smallest_body;
  std::uint32_t largest_body;
};

inline constexpr std::array kTbxRequests{
    TbxRequest{TbxType::mmio, "MMIO", 12, 16},
    TbxRequest{TbxType::gtt, "GTT", 12, 16},  // 16: 64-bit entries
    TbxRequest{TbxType::write_data, "WRITE_DATA", 12, 12},
    TbxRequest{TbxType::read_data, "READ_DATA", 12, 12},
    TbxRequest{TbxType::control, "CONTROL", 4, 4},
    TbxRequest{TbxType::gtt_parameters, "GTT_PARAMS", 8, 8},
    TbxRequest{TbxType::event, "EVENT", 8, 12},
};

constexpr const TbxRequest* find_tbx_request(std::uint32_t type) {
  for (const TbxRequest& request : kTbxRequests) {
    if (static_cast<std::uint32_t>(request.type) == type) return &request;
  }
  return nullptr;
}

inline constexpr std::size_t kTbxLargestBody = 16;
// Limit of one READ_DATA, because the reply is assembled in memory.
inline constexpr std::uint32_t kTbxLargestRead = std::uint32_t{64} << 20;
// Bytes of replies that are put together before they are sent.
inline constexpr std::size_t kTbxMaxReplies = std::size_t{1} << 20;

}  // namespace eugene::serve
