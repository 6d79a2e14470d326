// Other operations on images: queries, copies, fills, mapping, images of buffers, and writes by kernels.

#include <array>
#include <numeric>

#include "image_reference.h"

namespace suite {
namespace {

constexpr std::size_t kWidth = 23;
constexpr std::size_t kHeight = 11;
constexpr std::array<std::size_t, 3> kOrigin{0, 0, 0};
constexpr std::array<std::size_t, 3> kAll{kWidth, kHeight, 1};
using Texels = std::vector<cl_uint>;  // RGBA of bytes, or one unsigned integer

cl::Image2D make(const Texels& texels, cl_channel_order order = CL_RGBA, cl_channel_type type = CL_UNSIGNED_INT8) {
  return {gpu().context,
          CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
          cl::ImageFormat(order, type),
          kWidth,
          kHeight,
          0,
          const_cast<cl_uint*>(texels.data())};
}
Texels read(const cl::Image2D& image) {
  Texels texels(kWidth * kHeight);
  gpu().queue.enqueueReadImage(image, CL_TRUE, kOrigin, kAll, 0, 0, texels.data());
  return texels;
}
Texels random_texels(std::uint64_t seed) { return random_bits<cl_uint>(kWidth * kHeight, seed); }

// Reads every texel by a kernel: the driver's copies must be what the sampler sees.
Texels sampled(const cl::Image2D& image) {
  static const cl::Program program = gpu().build_source(R"(
    kernel void k(read_only image2d_t image, global uint* out) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      uint4 t = read_imageui(image, at);
      out[at.y * get_global_size(0) + at.x] = t.x | t.y << 8 | t.z << 16 | t.w << 24;
    })");
  const auto out = gpu().array<cl_uint>(kWidth * kHeight);
  gpu().run(program, "k", cl::NDRange(kWidth, kHeight), cl::NullRange, image, out);
  return gpu().read(out);
}

TEST(ImageCommands, WriteAndRead) {
  const Texels want = random_texels(1);
  const cl::Image2D image = make(want);
  EXPECT_EQ(read(image), want);
  EXPECT_EQ(sampled(image), want);
}

TEST(ImageCommands, WriteOfAPart) {
  Texels want = random_texels(2);
  const cl::Image2D image = make(want);
  const Texels part = random_texels(3);
  constexpr std::size_t kX = 5, kY = 3, kColumns = 9, kRows = 4;
  gpu().queue.enqueueWriteImage(image, CL_TRUE, {kX, kY, 0}, {kColumns, kRows, 1}, kWidth * 4, 0, part.data());
  for (std::size_t y = 0; y < kRows; ++y) {
    for (std::size_t x = 0; x < kColumns; ++x) want[(kY + y) * kWidth + kX + x] = part[y * kWidth + x];
  }
  EXPECT_EQ(sampled(image), want);
}

TEST(ImageCommands, Fill) {
  Texels want = random_texels(4);
  const cl::Image2D image = make(want);
  const cl_uint4 colour{{1, 2, 3, 250}};
  gpu().queue.enqueueFillImage(image, colour, {2, 1, 0}, {7, 8, 1});
  for (std::size_t y = 1; y < 9; ++y) {
    for (std::size_t x = 2; x < 9; ++x) want[y * kWidth + x] = 0xFA030201;
  }
  EXPECT_EQ(sampled(image), want);
}

TEST(ImageCommands, CopyBetweenImages) {
  const Texels from = random_texels(5);
  Texels want = random_texels(6);
  const cl::Image2D source = make(from);
  const cl::Image2D target = make(want);
  gpu().queue.enqueueCopyImage(source, target, {1, 2, 0}, {4, 3, 0}, {10, 6, 1});
  for (std::size_t y = 0; y < 6; ++y) {
    for (std::size_t x = 0; x < 10; ++x) want[(y + 3) * kWidth + x + 4] = from[(y + 2) * kWidth + x + 1];
  }
  EXPECT_EQ(sampled(target), want);
}

TEST(ImageCommands, CopyToAndFromBuffers) {
  const Texels from = random_texels(7);
  const cl::Image2D source = make(from);
  const auto buffer = gpu().array<cl_uint>(kWidth * kHeight);
  gpu().queue.enqueueCopyImageToBuffer(source, buffer.buffer, kOrigin, kAll, 0);
  EXPECT_EQ(gpu().read(buffer), from);
  const cl::Image2D target = make(random_texels(8));
  gpu().queue.enqueueCopyBufferToImage(buffer.buffer, target, 0, kOrigin, kAll);
  EXPECT_EQ(sampled(target), from);
}

TEST(ImageCommands, Map) {
  Texels want = random_texels(9);
  const cl::Image2D image = make(want);
  std::size_t pitch = 0;
  auto* const bytes = static_cast<std::byte*>(
      gpu().queue.enqueueMapImage(image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, kOrigin, kAll, &pitch, nullptr));
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < kWidth; ++x) {
      cl_uint value = 0;
      std::memcpy(&value, bytes + y * pitch + x * 4, 4);
      EXPECT_EQ(value, want[y * kWidth + x]);
      value = ~value;
      std::memcpy(bytes + y * pitch + x * 4, &value, 4);
      want[y * kWidth + x] = value;
    }
  }
  gpu().queue.enqueueUnmapMemObject(image, bytes);
  EXPECT_EQ(sampled(image), want);
}

TEST(ImageCommands, Queries) {
  const cl::Program program = gpu().build_source(R"(
    kernel void two(read_only image2d_t a, global int* out) {
      out[0] = get_image_width(a); out[1] = get_image_height(a);
      out[2] = get_image_channel_data_type(a); out[3] = get_image_channel_order(a);
    }
    kernel void three(read_only image3d_t a, global int* out) {
      out[0] = get_image_width(a); out[1] = get_image_height(a); out[2] = get_image_depth(a);
    }
    kernel void many(read_only image2d_array_t a, global int* out) {
      out[0] = get_image_width(a); out[1] = get_image_height(a); out[2] = (int)get_image_array_size(a);
    })");
  const auto out = gpu().array<cl_int>(4);
  gpu().run(program, "two", cl::NDRange(1), cl::NullRange, make(random_texels(10)), out);
  EXPECT_EQ(gpu().read(out), (std::vector<cl_int>{kWidth, kHeight, CL_UNSIGNED_INT8, CL_RGBA}));
  const cl::Image3D volume(gpu().context, CL_MEM_READ_ONLY, cl::ImageFormat(CL_R, CL_FLOAT), 5, 6, 7);
  gpu().run(program, "three", cl::NDRange(1), cl::NullRange, volume, out);
  EXPECT_EQ(gpu().read(out)[2], 7);
  const cl::Image2DArray array(gpu().context, CL_MEM_READ_ONLY, cl::ImageFormat(CL_R, CL_FLOAT), 9, 5, 6, 0, 0);
  gpu().run(program, "many", cl::NDRange(1), cl::NullRange, array, out);
  EXPECT_EQ(gpu().read(out)[2], 9);
}

TEST(ImageCommands, ImageOfABuffer) {
  std::vector<float> values(512);
  std::iota(values.begin(), values.end(), 0.5F);
  const auto buffer = gpu().array(values);
  const cl::Image1DBuffer image(gpu().context, CL_MEM_READ_ONLY, cl::ImageFormat(CL_RGBA, CL_FLOAT), 128,
                                buffer.buffer);
  const cl::Program program = gpu().build_source(R"(
    kernel void k(read_only image1d_buffer_t image, global float4* out) {
      int i = get_global_id(0);
      out[i] = read_imagef(image, 127 - i);
    })");
  const auto out = gpu().array<float>(512);
  gpu().run(program, "k", cl::NDRange(128), cl::NullRange, image, out);
  const std::vector<float> got = gpu().read(out);
  for (std::size_t i = 0; i < 512; ++i) EXPECT_EQ(got[i], values[(127 - i / 4) * 4 + i % 4]);
}

TEST(ImageCommands, KernelsWriteWhatOthersRead) {
  const cl::Program program = gpu().build_source(R"(
    kernel void write(write_only image2d_t image) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      write_imagef(image, at, (float4)(at.x / 255.0f, at.y / 255.0f, (at.x + at.y) / 255.0f, 1.0f));
    }
    kernel void blur(read_only image2d_t from, write_only image2d_t to) {
      const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      float4 sum = read_imagef(from, s, at + (int2)(-1, 0)) + read_imagef(from, s, at + (int2)(1, 0));
      write_imagef(to, at, sum / 2);
    })");
  const cl::ImageFormat format(CL_RGBA, CL_UNORM_INT8);
  const cl::Image2D first(gpu().context, CL_MEM_READ_WRITE, format, kWidth, kHeight);
  const cl::Image2D second(gpu().context, CL_MEM_READ_WRITE, format, kWidth, kHeight);
  gpu().run(program, "write", cl::NDRange(kWidth, kHeight), cl::NullRange, first);
  gpu().run(program, "blur", cl::NDRange(kWidth, kHeight), cl::NullRange, first, second);
  const Texels got = read(second);
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 1; x + 1 < kWidth; ++x) {
      EXPECT_EQ(got[y * kWidth + x], x | y << 8 | (x + y) << 16 | 0xFFU << 24) << x << ' ' << y;
    }
  }
}

// A convolution of 5 x 5 by nearest reads, in integers: exact.
TEST(ImageCommands, Convolution) {
  const cl::Program program = gpu().build_source(R"(
    kernel void k(read_only image2d_t image, global uint* out) {
      const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      uint sum = 0;
      for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x) sum += read_imageui(image, s, at + (int2)(x, y)).x * (uint)(x + 3) * (uint)(y + 3);
      out[at.y * get_global_size(0) + at.x] = sum;
    })");
  const Texels texels = random_texels(12);
  const auto out = gpu().array<cl_uint>(kWidth * kHeight);
  gpu().run(program, "k", cl::NDRange(kWidth, kHeight), cl::NullRange, make(texels), out);
  const std::vector<cl_uint> got = gpu().read(out);
  for (int y = 0; y < static_cast<int>(kHeight); ++y) {
    for (int x = 0; x < static_cast<int>(kWidth); ++x) {
      cl_uint want = 0;
      for (int v = -2; v <= 2; ++v) {
        for (int u = -2; u <= 2; ++u) {
          const int column = x + u;
          const int row = y + v;
          const bool inside =
              column >= 0 && row >= 0 && column < static_cast<int>(kWidth) && row < static_cast<int>(kHeight);
          const cl_uint red =
              inside ? texels[static_cast<std::size_t>(row) * kWidth + static_cast<std::size_t>(column)] & 0xFF : 0;
          want += red * static_cast<cl_uint>(u + 3) * static_cast<cl_uint>(v + 3);
        }
      }
      EXPECT_EQ(got[static_cast<std::size_t>(y) * kWidth + static_cast<std::size_t>(x)], want) << x << ' ' << y;
    }
  }
}

}  // namespace
}  // namespace suite
