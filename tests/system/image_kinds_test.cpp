// Images of rarer kinds: depth, mip levels, images that share a buffer, NV12 and its planes, packed YUV. All reads are
// nearest, so that results are exact.

#include "image_reference.h"

namespace suite {
namespace {

constexpr std::size_t kWidth = 28;
constexpr std::size_t kHeight = 12;
using Bytes = std::vector<cl_uchar>;

Bytes random_bytes(std::size_t count, std::uint64_t seed) { return random_bits<cl_uchar>(count, seed); }

cl::Image2D create(cl_mem_flags flags, const cl_image_format& format, cl_image_desc description, void* data = nullptr) {
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  if (data != nullptr) flags |= CL_MEM_COPY_HOST_PTR;
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImage(gpu().context(), flags, &format, &description, data, &error);
  if (error != CL_SUCCESS) throw std::runtime_error("clCreateImage: " + std::to_string(error));
  return cl::Image2D(image);
}
constexpr cl_image_desc kSize{.image_width = kWidth, .image_height = kHeight};

// Four floats of every texel, by a sampler.
std::vector<float> texels_of(const cl::Image2D& image, std::size_t width = kWidth, std::size_t height = kHeight) {
  static const cl::Program program = gpu().build_source(R"(
    kernel void k(read_only image2d_t image, global float4* out) {
      const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      out[at.y * get_global_size(0) + at.x] = read_imagef(image, s, at);
    })");
  const auto out = gpu().array<float>(width * height * 4);
  gpu().run(program, "k", cl::NDRange(width, height), cl::NullRange, image, out);
  return gpu().read(out);
}

float unit(cl_uchar code) { return static_cast<float>(code) / 255.0F; }

TEST(ImageKinds, Depth) {
  REQUIRE_EXTENSION("cl_khr_depth_images");
  const cl::Program program = gpu().build_source(R"(
    kernel void k(read_only image2d_depth_t image, global float* out) {
      const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      float2 middle = (convert_float2(at) + 0.5f) / (float2)(get_global_size(0), get_global_size(1));
      size_t i = at.y * get_global_size(0) + at.x;
      out[2 * i] = read_imagef(image, at);
      out[2 * i + 1] = read_imagef(image, s, middle);
    })");
  for (const cl_channel_type type : {CL_FLOAT, CL_UNORM_INT16}) {
    HostImage host{.format = {CL_DEPTH, type}, .width = kWidth, .height = kHeight};
    host.randomise(type);
    const cl::Image2D image = create(CL_MEM_READ_ONLY, host.format, kSize, host.data.data());
    const auto out = gpu().array<float>(2 * kWidth * kHeight);
    gpu().run(program, "k", cl::NDRange(kWidth, kHeight), cl::NullRange, image, out);
    const std::vector<float> got = gpu().read(out);
    for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
      const double want = channel_value(type, host.data.data() + i * bytes_of(type));
      EXPECT_EQ(got[2 * i], want) << i;
      EXPECT_EQ(got[2 * i + 1], want) << i;
    }
  }
}

// The image and the buffer share memory: a write to one is seen in the other, rows a pitch apart.
TEST(ImageKinds, ImageThatSharesABuffer) {
  REQUIRE_EXTENSION("cl_khr_image2d_from_buffer");
  const auto alignment = gpu().device.getInfo<CL_DEVICE_IMAGE_PITCH_ALIGNMENT>();
  const std::size_t pitch = (kWidth + alignment) / alignment * alignment;  // texels
  const std::vector<cl_uint> before = random_bits<cl_uint>(pitch * kHeight, 21);
  const auto buffer = gpu().array(before);
  cl_image_desc description = kSize;
  description.image_row_pitch = pitch * sizeof(cl_uint);
  description.buffer = buffer.buffer();
  const cl::Image2D image = create(CL_MEM_READ_WRITE, {CL_RGBA, CL_UNSIGNED_INT8}, description);
  const cl::Program program = gpu().build_source(R"(
    kernel void read(read_only image2d_t image, global uint* out) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      out[at.y * get_global_size(0) + at.x] = as_uint(convert_uchar4(read_imageui(image, at)));
    }
    kernel void write(write_only image2d_t image) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      write_imageui(image, at, (uint4)(at.x, at.y, 7, 9));
    })");
  const auto out = gpu().array<cl_uint>(kWidth * kHeight);
  gpu().run(program, "read", cl::NDRange(kWidth, kHeight), cl::NullRange, image, out);
  const std::vector<cl_uint> got = gpu().read(out);
  gpu().run(program, "write", cl::NDRange(kWidth, kHeight), cl::NullRange, image);
  const std::vector<cl_uint> after = gpu().read(buffer);
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < pitch; ++x) {
      const bool inside = x < kWidth;
      if (inside) {
        EXPECT_EQ(got[y * kWidth + x], before[y * pitch + x]);
      }
      EXPECT_EQ(after[y * pitch + x], inside ? x | y << 8 | 0x0907'0000U : before[y * pitch + x]) << x << ' ' << y;
    }
  }
}

TEST(OpenCl2, ImageMipLevels) {
  REQUIRE(gpu().has_opencl2());
  REQUIRE_EXTENSION("cl_khr_mipmap_image");
  constexpr unsigned kLevels = 4;
  cl_image_desc description = kSize;
  description.num_mip_levels = kLevels;
  const cl::Image2D image = create(CL_MEM_READ_ONLY, {CL_R, CL_FLOAT}, description);
  const cl::Program program = gpu().build_source(R"(
    #pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
    kernel void k(read_only image2d_t image, sampler_t s, float lod, global float* out) {
      float2 size = (float2)(get_global_size(0), get_global_size(1));
      float2 at = ((float2)(get_global_id(0), get_global_id(1)) + 0.5f) / size;
      out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = read_imagef(image, s, at, lod).x;
    })",
                                                 "-cl-std=CL2.0");
  const cl_sampler_properties properties[] = {CL_SAMPLER_ADDRESSING_MODE,
                                              CL_ADDRESS_CLAMP_TO_EDGE,
                                              CL_SAMPLER_FILTER_MODE,
                                              CL_FILTER_NEAREST,
                                              CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                              CL_FILTER_NEAREST,
                                              0};
  cl_int error = CL_SUCCESS;
  const cl::Sampler sampler(clCreateSamplerWithProperties(gpu().context(), properties, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<std::vector<float>> levels;
  for (unsigned level = 0; level < kLevels; ++level) {
    const std::size_t width = kWidth >> level;
    const std::size_t height = kHeight >> level;
    HostImage host{.format = {CL_R, CL_FLOAT}, .width = width, .height = height};
    host.randomise(30 + level);
    levels.emplace_back(width * height);
    std::memcpy(levels.back().data(), host.data.data(), host.data.size());
    gpu().queue.enqueueWriteImage(image, CL_TRUE, {0, 0, level}, {width, height, 1}, 0, 0, levels.back().data());
  }
  for (unsigned level = 0; level < kLevels; ++level) {
    const auto out = gpu().array<float>(levels[level].size());
    gpu().run(program, "k", cl::NDRange(kWidth >> level, kHeight >> level), cl::NullRange, image, sampler,
              static_cast<float>(level), out);
    EXPECT_EQ(gpu().read(out), levels[level]) << level;
  }
}

// V, Y and U are red, green and blue; four texels share their chroma. The planes are images of their own.
TEST(ImageKinds, Nv12) {
  REQUIRE_EXTENSION("cl_intel_planar_yuv");
  const cl::Image2D parent = create(CL_MEM_HOST_NO_ACCESS | CL_MEM_READ_ONLY | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL,
                                    {CL_NV12_INTEL, CL_UNORM_INT8}, kSize);
  cl_image_desc plane{.image_width = 0, .image_height = 0};
  plane.mem_object = parent();
  const cl::Image2D luma = create(CL_MEM_READ_WRITE, {CL_R, CL_UNORM_INT8}, plane);
  plane.image_depth = 1;
  const cl::Image2D chroma = create(CL_MEM_READ_WRITE, {CL_RG, CL_UNORM_INT8}, plane);
  const Bytes y_plane = random_bytes(kWidth * kHeight, 41);
  const Bytes uv_plane = random_bytes(kWidth * kHeight / 2, 42);
  gpu().queue.enqueueWriteImage(luma, CL_TRUE, {0, 0, 0}, {kWidth, kHeight, 1}, 0, 0, y_plane.data());
  gpu().queue.enqueueWriteImage(chroma, CL_TRUE, {0, 0, 0}, {kWidth / 2, kHeight / 2, 1}, 0, 0, uv_plane.data());
  const std::vector<float> all = texels_of(parent);
  const std::vector<float> ys = texels_of(luma);
  const std::vector<float> uvs = texels_of(chroma, kWidth / 2, kHeight / 2);
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < kWidth; ++x) {
      const std::size_t texel = 4 * (y * kWidth + x);
      const std::size_t pair = y / 2 * (kWidth / 2) + x / 2;
      const std::array<float, 4> want{unit(uv_plane[2 * pair + 1]), unit(y_plane[texel / 4]), unit(uv_plane[2 * pair]),
                                      1};
      for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(all[texel + c], want[c]) << x << ' ' << y << ' ' << c;
      EXPECT_EQ(ys[texel], want[1]);
      EXPECT_EQ(uvs[4 * pair], want[2]);
      EXPECT_EQ(uvs[4 * pair + 1], want[0]);
    }
  }
}

// Two texels in four bytes share U and V.
TEST(ImageKinds, PackedYuv) {
  REQUIRE_EXTENSION("cl_intel_packed_yuv");
  struct Order {
    cl_channel_order order;
    unsigned y, u, v;  // bytes of the four; the second Y is two further
  };
  for (const Order& each :
       {Order{CL_YUYV_INTEL, 0, 1, 3}, {CL_UYVY_INTEL, 1, 0, 2}, {CL_YVYU_INTEL, 0, 3, 1}, {CL_VYUY_INTEL, 1, 2, 0}}) {
    Bytes bytes = random_bytes(2 * kWidth * kHeight, each.order);
    const cl::Image2D image = create(CL_MEM_READ_ONLY, {each.order, CL_UNORM_INT8}, kSize, bytes.data());
    const std::vector<float> got = texels_of(image);
    for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
      const cl_uchar* pair = bytes.data() + i / 2 * 4;
      const std::array<float, 4> want{unit(pair[each.v]), unit(pair[each.y + i % 2 * 2]), unit(pair[each.u]), 1};
      for (std::size_t c = 0; c < 4; ++c)
        EXPECT_EQ(got[4 * i + c], want[c]) << std::hex << each.order << ' ' << i << ' ' << c;
    }
  }
}

}  // namespace
}  // namespace suite
