// Images as read_image gives them, of every kind, format and sampler, compared with the host. Integers and nearest
// filtering are exact; linear filtering has weights of 8 bits.

#include <cstdio>

#include "image_reference.h"

namespace suite {
namespace {

// A kind of image: its name in OpenCL C, and the expressions for its coordinates.
struct Kind {
  const char* name;
  cl_mem_object_type type;
  unsigned axes;
  bool is_array;
  const char* image;
  const char* integer_coordinates;  // an expression of p, an int4
  const char* float_coordinates;    // an expression of q, a float4
  std::array<std::size_t, 3> size;  // width, height, slices
};

constexpr Kind kKinds[]{
    {"1D", CL_MEM_OBJECT_IMAGE1D, 1, false, "image1d_t", "p.x", "q.x", {37, 1, 1}},
    {"2D", CL_MEM_OBJECT_IMAGE2D, 2, false, "image2d_t", "p.xy", "q.xy", {19, 13, 1}},
    {"3D", CL_MEM_OBJECT_IMAGE3D, 3, false, "image3d_t", "p", "q", {9, 7, 5}},
    {"1D array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true, "image1d_array_t", "p.xy", "q.xy", {21, 1, 6}},
    {"2D array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true, "image2d_array_t", "p", "q", {11, 6, 4}},
};

constexpr cl_channel_order kOrders[]{CL_R,         CL_A,         CL_RG,    CL_RGBA, CL_BGRA,
                                     CL_INTENSITY, CL_LUMINANCE, CL_sRGBA, CL_sBGRA};
constexpr cl_channel_type kTypes[]{CL_SNORM_INT8,     CL_SNORM_INT16,    CL_UNORM_INT8,   CL_UNORM_INT16,
                                   CL_SIGNED_INT8,    CL_SIGNED_INT16,   CL_SIGNED_INT32, CL_UNSIGNED_INT8,
                                   CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};

bool is_supported(cl_mem_flags flags, cl_mem_object_type type, const cl_image_format& format) {
  cl_uint count = 0;
  clGetSupportedImageFormats(gpu().context(), flags, type, 0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  clGetSupportedImageFormats(gpu().context(), flags, type, count, formats.data(), nullptr);
  return std::ranges::any_of(formats, [&](const cl_image_format& f) {
    return f.image_channel_order == format.image_channel_order &&
           f.image_channel_data_type == format.image_channel_data_type;
  });
}

cl::Image2D make_image(const HostImage& host, cl_mem_flags flags = CL_MEM_READ_ONLY) {
  cl_image_desc description{};
  description.image_type = host.type;
  description.image_width = host.width;
  description.image_height = host.height;
  const bool is_array = host.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || host.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  description.image_depth = host.type == CL_MEM_OBJECT_IMAGE3D ? host.slices : 1;
  description.image_array_size = is_array ? host.slices : 1;
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImage(gpu().context(), flags | CL_MEM_COPY_HOST_PTR, &host.format, &description,
                                     const_cast<std::byte*>(host.data.data()), &error);
  if (error != CL_SUCCESS) throw std::runtime_error("clCreateImage: " + std::to_string(error));
  return cl::Image2D(image);
}

HostImage host_image(const Kind& kind, cl_channel_order order, cl_channel_type type, std::uint64_t seed) {
  HostImage image{.format = {order, type},
                  .type = kind.type,
                  .width = kind.size[0],
                  .height = kind.size[1],
                  .slices = kind.size[2]};
  image.randomise(seed);
  return image;
}

std::string read_call(cl_channel_type type) {
  return is_signed_integer(type) ? "read_imagei" : is_unsigned_integer(type) ? "read_imageui" : "read_imagef";
}
std::string element_name(cl_channel_type type) {
  return is_signed_integer(type) ? "int" : is_unsigned_integer(type) ? "uint" : "float";
}

// Kernels that read at integer coordinates, without a sampler and with one, and at floating-point ones.
cl::Program reader(const Kind& kind, cl_channel_type type) {
  static std::map<std::string, cl::Program> programs;
  const std::string name = std::string(kind.image) + element_name(type);
  if (const auto found = programs.find(name); found != programs.end()) return found->second;
  const auto kernel = [&](const char* kernel_name, const char* samplers, const char* coordinates,
                          const char* argument) {
    return std::string("kernel void ") + kernel_name + "(read_only " + kind.image + " image, " + samplers +
           " global const " + argument + "4* at, global " + element_name(type) +
           "4* out) { size_t i = get_global_id(0); " + argument + "4 " + (argument[0] == 'i' ? "p" : "q") +
           " = at[i]; out[i] = " + read_call(type) + "(image, " + (samplers[0] != 0 ? "s, " : "") + coordinates +
           "); }\n";
  };
  const std::string source = kernel("plain", "", kind.integer_coordinates, "int") +
                             kernel("whole", "sampler_t s,", kind.integer_coordinates, "int") +
                             kernel("at", "sampler_t s,", kind.float_coordinates, "float");
  return programs[name] = gpu().build_source(source, "-cl-std=CL1.2");
}

std::string describe(const Kind& kind, const cl_image_format& format) {
  char text[64];
  std::snprintf(text, sizeof(text), "%s order %#x type %#x", kind.name, format.image_channel_order,
                format.image_channel_data_type);
  return text;
}

// Compares four channels each; `tolerance` is absolute. Only the first few differences are shown.
template <class T>
void expect_texels(const std::vector<T>& got, const std::vector<Float4>& want, double tolerance,
                   const std::string& what) {
  ASSERT_EQ(got.size(), want.size() * 4) << what;
  unsigned shown = 0;
  for (std::size_t i = 0; i < got.size() && shown < 4; ++i) {
    const double expected = want[i / 4][i % 4];
    if (std::fabs(static_cast<double>(got[i]) - expected) <= tolerance) continue;
    ++shown;
    ADD_FAILURE() << what << ": read " << i / 4 << " channel " << i % 4 << " is " << +got[i] << ", expected "
                  << expected;
  }
}

// Runs `kernel` of reader() and compares.
template <class At, class... Sampler>
void check_reads(const Kind& kind, const HostImage& host, const char* kernel, const std::vector<At>& at,
                 const std::vector<Float4>& want, double tolerance, const std::string& what,
                 const Sampler&... sampler) {
  Gpu& device = gpu();
  const cl::Program program = reader(kind, host.format.image_channel_data_type);
  const cl::Image2D image = make_image(host);
  const auto positions = device.array(at);
  const auto read = [&]<class T>(T) {
    const auto out = device.array<T>(at.size());
    device.run(program, kernel, cl::NDRange(at.size() / 4), cl::NullRange, image, sampler..., positions, out);
    expect_texels(device.read(out), want, tolerance, what);
  };
  const cl_channel_type type = host.format.image_channel_data_type;
  if (is_signed_integer(type)) return read(cl_int{});
  if (is_unsigned_integer(type)) return read(cl_uint{});
  read(float{});
}

// Lists the whole coordinates of every texel, and the value there.
void every_texel(const Kind& kind, const HostImage& host, std::vector<cl_int>& at, std::vector<Float4>& want) {
  for (std::size_t z = 0; z < host.slices; ++z) {
    for (std::size_t y = 0; y < host.height; ++y) {
      for (std::size_t x = 0; x < host.width; ++x) {
        const bool slice_is_second = kind.axes == 1;
        for (const std::size_t n : {x, slice_is_second ? z : y, z, std::size_t{0}})
          at.push_back(static_cast<cl_int>(n));
        want.push_back(
            host.texel(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), static_cast<std::int64_t>(z)));
      }
    }
  }
}

bool is_srgb(cl_channel_order order) { return order == CL_sRGBA || order == CL_sBGRA; }

TEST(Images, EveryFormatWithoutSampler) {
  unsigned formats = 0;
  for (const Kind& kind : kKinds) {
    for (const cl_channel_order order : kOrders) {
      for (const cl_channel_type type : kTypes) {
        if (!is_supported(CL_MEM_READ_ONLY, kind.type, {order, type})) continue;
        ++formats;
        const HostImage host = host_image(kind, order, type, formats);
        std::vector<cl_int> at;
        std::vector<Float4> want;
        every_texel(kind, host, at, want);
        check_reads(kind, host, "plain", at, want, is_srgb(order) ? 1e-6 : 0, describe(kind, host.format));
      }
    }
  }
  EXPECT_GE(formats, gpu().is_intel() ? 150U : 50U);
}

// Coordinates inside, at the edges, and up to two images outside.
std::vector<float> coordinates(const Kind& kind, const HostSampler& sampler, std::size_t count) {
  Random random(99 + kind.axes);
  std::vector<float> at;
  for (std::size_t i = 0; i < count; ++i) {
    for (unsigned axis = 0; axis < 4; ++axis) {
      const std::size_t size = axis < 3 ? kind.size[axis == kind.axes ? 2 : axis] : 1;
      double value = random.uniform(-1.5, 2.5);
      if (!sampler.normalised || axis >= kind.axes) value *= static_cast<double>(size);
      if (axis < kind.axes && random.below(4) == 0) {  // near the middle of texels
        value = (std::floor(value * 8) + 0.5) / (sampler.normalised ? static_cast<double>(8 * size) : 1.0);
      }
      if (axis == kind.axes && std::fabs(value - std::floor(value) - 0.5) < 0.01) value += 0.1;  // no ties of arrays
      at.push_back(axis < kind.axes + (kind.is_array ? 1 : 0) ? static_cast<float>(value) : 0.0F);
    }
  }
  return at;
}

// How much a weight of 8 bits can change a result, for each axis that is filtered.
double tolerance_of(const Kind& kind, const HostSampler& sampler, const cl_image_format& format) {
  if (sampler.filter == CL_FILTER_NEAREST) return is_srgb(format.image_channel_order) ? 1e-6 : 0;
  const bool is_float = format.image_channel_data_type == CL_FLOAT || format.image_channel_data_type == CL_HALF_FLOAT;
  const bool is_signed =
      format.image_channel_data_type == CL_SNORM_INT8 || format.image_channel_data_type == CL_SNORM_INT16;
  return (is_float ? 4.0 : is_signed ? 2.0 : 1.0) * kind.axes / 256 + 1e-5;
}

void check_samples(const Kind& kind, const HostImage& host, const HostSampler& sampler) {
  const std::vector<float> at = coordinates(kind, sampler, 400);
  std::vector<Float4> want;
  for (std::size_t i = 0; i < at.size(); i += 4) {
    want.push_back(sample(host, sampler, {at[i], at[i + 1], at[i + 2]}, kind.axes, kind.is_array));
  }
  const cl::Sampler device_sampler(gpu().context, sampler.normalised ? CL_TRUE : CL_FALSE, sampler.mode,
                                   sampler.filter);
  char what[96];
  std::snprintf(what, sizeof(what), "%s mode %#x filter %#x normalised %d", describe(kind, host.format).c_str(),
                sampler.mode, sampler.filter, sampler.normalised);
  check_reads(kind, host, "at", at, want, tolerance_of(kind, sampler, host.format), what, device_sampler);
}

constexpr cl_addressing_mode kAddressingModes[]{CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                CL_ADDRESS_MIRRORED_REPEAT};

void check_modes(const Kind& kind, const HostImage& host, cl_filter_mode filter) {
  for (const cl_addressing_mode mode : kAddressingModes) {
    check_samples(kind, host, {.normalised = true, .mode = mode, .filter = filter});
    const bool needs_normalised = mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
    if (!needs_normalised) check_samples(kind, host, {.normalised = false, .mode = mode, .filter = filter});
  }
}

void check_kind(const Kind& kind) {
  std::uint64_t seed = 7;
  for (const cl_image_format format : {cl_image_format{CL_RGBA, CL_UNORM_INT8},
                                       {CL_RGBA, CL_FLOAT},
                                       {CL_R, CL_FLOAT},
                                       {CL_RG, CL_UNORM_INT16},
                                       {CL_RGBA, CL_HALF_FLOAT},
                                       {CL_RGBA, CL_SNORM_INT8},
                                       {CL_BGRA, CL_UNORM_INT8},
                                       {CL_A, CL_UNORM_INT8}}) {
    if (!is_supported(CL_MEM_READ_ONLY, kind.type, format)) continue;
    const HostImage host = host_image(kind, format.image_channel_order, format.image_channel_data_type, ++seed);
    check_modes(kind, host, CL_FILTER_NEAREST);
    check_modes(kind, host, CL_FILTER_LINEAR);
  }
  for (const cl_image_format format :
       {cl_image_format{CL_RGBA, CL_SIGNED_INT32}, {CL_RGBA, CL_UNSIGNED_INT8}, {CL_R, CL_UNSIGNED_INT16}}) {
    check_modes(kind, host_image(kind, format.image_channel_order, format.image_channel_data_type, ++seed),
                CL_FILTER_NEAREST);
  }
}

TEST(Images, Samplers1D) { check_kind(kKinds[0]); }
TEST(Images, Samplers2D) { check_kind(kKinds[1]); }
TEST(Images, Samplers3D) { check_kind(kKinds[2]); }
TEST(Images, Samplers1DArray) { check_kind(kKinds[3]); }
TEST(Images, Samplers2DArray) { check_kind(kKinds[4]); }

}  // namespace
}  // namespace suite
