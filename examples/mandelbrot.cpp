// Renders the Mandelbrot set in colour on the first OpenCL device and writes a PNG.
//
//     mandelbrot [--size WIDTHxHEIGHT] [--iterations N] [FILE.png]
//
// An ordinary OpenCL 1.2 program. `make demo` runs it on Eugene.
#include <CL/cl.h>
#include <png.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// One work item is one pixel. The palette is three cosines over the smoothed number of iterations.
constexpr const char* kSource = R"(
kernel void mandelbrot(global uchar4* image, int width, int height, float2 centre, float scale, int limit) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height) return;

  const float2 c = centre + scale * (float2)(x - 0.5f * width, y - 0.5f * height);
  float2 z = (float2)(0.0f, 0.0f);
  float2 squared = z;
  int n = 0;
  while (n < limit && squared.x + squared.y < 64.0f) {
    z = (float2)(squared.x - squared.y, 2.0f * z.x * z.y) + c;
    squared = z * z;
    ++n;
  }

  float3 colour = (float3)(0.0f);
  if (n < limit) {
    const float smooth = n + 1.0f - log2(0.5f * log2(squared.x + squared.y));
    colour = 0.5f - 0.5f * cos(0.15f * smooth + (float3)(0.3f, 0.0f, -0.5f));
  }
  image[y * width + x] = convert_uchar4_sat((float4)(255.0f * colour, 255.0f));
}
)";

struct Options {
  int width = 1024;
  int height = 768;
  int iterations = 200;
  std::string file = "mandelbrot.png";
};

struct Image {
  int width, height;
  std::vector<cl_uchar4> pixels;
};

void check(cl_int error, const char* what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + " failed with OpenCL error " + std::to_string(error));
}

cl_device_id first_device() {
  cl_platform_id platform = nullptr;
  cl_uint platforms = 0;
  if (clGetPlatformIDs(1, &platform, &platforms) != CL_SUCCESS || platforms == 0)
    throw std::runtime_error("there is no OpenCL platform");
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

std::string device_string(cl_device_id device, cl_device_info what) {
  char text[256] = "";
  clGetDeviceInfo(device, what, sizeof text, text, nullptr);
  return text;
}

cl_program build(cl_context context, cl_device_id device) {
  cl_int error = CL_SUCCESS;
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
    std::size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    throw std::runtime_error("the kernel does not compile:\n" + log);
  }
  return program;
}

// Renders into `image` and returns the kernel's time in seconds, from the event's profiling counters.
double render(cl_device_id device, const Options& options, Image& image) {
  cl_int error = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  check(error, "clCreateCommandQueue");
  cl_program program = build(context, device);
  cl_kernel kernel = clCreateKernel(program, "mandelbrot", &error);
  check(error, "clCreateKernel");
  const std::size_t bytes = image.pixels.size() * sizeof image.pixels[0];
  cl_mem buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, &error);
  check(error, "clCreateBuffer");

  const cl_float2 centre = {{-0.65f, 0.0f}};
  const cl_float scale = 2.5f / static_cast<float>(image.height);
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof image.width, &image.width), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof image.height, &image.height), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof centre, &centre), "clSetKernelArg");
  check(clSetKernelArg(kernel, 4, sizeof scale, &scale), "clSetKernelArg");
  check(clSetKernelArg(kernel, 5, sizeof options.iterations, &options.iterations), "clSetKernelArg");

  const auto whole_groups = [](int items, std::size_t group) {
    return (static_cast<std::size_t>(items) + group - 1) / group * group;
  };
  const std::size_t local[] = {16, 8};
  const std::size_t global[] = {whole_groups(image.width, local[0]), whole_groups(image.height, local[1])};
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, &event), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, image.pixels.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");

  cl_ulong start = 0, end = 0;
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr), "profiling");
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr), "profiling");

  clReleaseEvent(event);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 1e-9 * static_cast<double>(end - start);
}

void write_png(const std::string& file, const Image& image) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&png, file.c_str(), 0, image.pixels.data(), 0, nullptr) == 0)
    throw std::runtime_error("cannot write " + file + ": " + png.message);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--size" && i + 1 < argc) {
      if (std::sscanf(argv[++i], "%dx%d", &options.width, &options.height) != 2)
        throw std::invalid_argument("--size wants WIDTHxHEIGHT");
    } else if (word == "--iterations" && i + 1 < argc) {
      options.iterations = std::atoi(argv[++i]);
    } else if (word.starts_with("-")) {
      throw std::invalid_argument("usage: mandelbrot [--size WIDTHxHEIGHT] [--iterations N] [FILE.png]");
    } else {
      options.file = word;
    }
  }
  if (options.width < 1 || options.height < 1 || options.width > 32768 || options.height > 32768)
    throw std::invalid_argument("the width and height are 1 to 32768");
  return options;
}

}  // namespace

int main(int argc, char** argv) try {
  const Options options = parse(argc, argv);
  Image image{options.width, options.height, {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));

  const cl_device_id device = first_device();
  const double seconds = render(device, options, image);
  write_png(options.file, image);
  std::printf("device  %s\n", device_string(device, CL_DEVICE_NAME).c_str());
  std::printf("driver  %s\n", device_string(device, CL_DRIVER_VERSION).c_str());
  std::printf("kernel  %.1f ms for %d x %d pixels\n", 1e3 * seconds, image.width, image.height);
  std::printf("wrote   %s\n", options.file.c_str());
  return 0;
} catch (const std::invalid_argument& error) {
  std::fprintf(stderr, "mandelbrot: %s\n", error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "mandelbrot: %s\n", error.what());
  return 1;
}
