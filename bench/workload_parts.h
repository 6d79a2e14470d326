// Helpers that prepare buffers, images and arguments of workloads.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads.h"

namespace bench {

constexpr int kMillion = 1 << 20;

// Returns numbers in [0, 1), the same on every platform.
inline std::vector<cl_float> numbers(std::size_t count) {
  std::vector<cl_float> values(count);
  std::uint32_t state = 1;
  for (cl_float& value : values) value = static_cast<float>((state = state * 1664525U + 1013904223U) >> 8) * 0x1p-24f;
  return values;
}
template <class T>
cl::Buffer filled(const Session& session, std::vector<T> values) {
  return cl::Buffer(session.context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, values.size() * sizeof(T),
                    values.data());
}
inline cl::Buffer zeros(const Session& session, std::size_t count) {
  return filled(session, std::vector<cl_uint>(count));
}
// Returns a buffer of dwords. The kernel writes all of them.
inline cl::Buffer results(const Session& session, std::size_t count) {
  return cl::Buffer(session.context, CL_MEM_READ_WRITE, count * sizeof(cl_uint));
}

template <class... Arguments>
void set_arguments(cl::Kernel& kernel, const Arguments&... arguments) {
  cl_uint index = 0;
  (kernel.setArg(index++, arguments), ...);
}

// Returns a picture of colours, RGBA8.
inline cl::Image2D picture(const Session& session, std::size_t side) {
  std::vector<cl_uint> pixels(side * side);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<cl_uint>(i * 2654435761U);
  return cl::Image2D(session.context, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, cl::ImageFormat(CL_RGBA, CL_UNORM_INT8),
                     side, side, 0, pixels.data());
}

}  // namespace bench
