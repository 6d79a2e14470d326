// A client of Debian's clFFT: forward transforms compared with the definition, and back again.
#include <clFFT.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) throw std::runtime_error(std::string(what) + ": error " + std::to_string(status));
}

struct Device {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

Device open_device() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int status = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  char name[256] = "";
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr);
  std::printf("device: %s\n", name);
  Device result;
  result.context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  result.queue = clCreateCommandQueue(result.context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  return result;
}

using Complex = std::complex<double>;

// The transform by its definition, over all dimensions at once.
std::vector<Complex> transform(const std::vector<std::complex<float>>& in, const std::vector<std::size_t>& lengths) {
  const std::size_t nx = lengths[0], ny = lengths.size() > 1 ? lengths[1] : 1;
  std::vector<Complex> out(in.size());
  for (std::size_t v = 0; v < ny; ++v) {
    for (std::size_t u = 0; u < nx; ++u) {
      Complex sum = 0;
      for (std::size_t y = 0; y < ny; ++y) {
        for (std::size_t x = 0; x < nx; ++x) {
          const double turn = static_cast<double>(u * x % nx) / static_cast<double>(nx) +
                              static_cast<double>(v * y % ny) / static_cast<double>(ny);
          sum += Complex(in[y * nx + x]) * std::polar(1.0, -2 * M_PI * turn);
        }
      }
      out[v * nx + u] = sum;
    }
  }
  return out;
}

template <class A, class B>
double largest_difference(const std::vector<A>& a, const std::vector<B>& b) {
  double largest = 0, scale = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(Complex(a[i]) - Complex(b[i])));
    scale = std::max(scale, std::abs(Complex(b[i])));
  }
  return largest / scale;
}

bool try_lengths(const Device& device, const std::vector<std::size_t>& lengths) {
  std::size_t count = 1;
  std::string name;
  for (const std::size_t length : lengths)
    count *= length, name += (name.empty() ? "" : " x ") + std::to_string(length);
  std::vector<std::complex<float>> signal(count), result(count);
  unsigned state = 1;
  for (auto& value : signal) {
    const auto next = [&state] {
      return static_cast<float>((state = state * 1664525U + 1013904223U) >> 8) * 0x1p-23f - 1.0f;
    };
    const float real = next();
    value = {real, next()};
  }

  clfftPlanHandle plan;
  check(clfftCreateDefaultPlan(&plan, device.context, lengths.size() == 1 ? CLFFT_1D : CLFFT_2D, lengths.data()),
        "create plan");
  check(clfftSetPlanPrecision(plan, CLFFT_SINGLE), "precision");
  check(clfftSetLayout(plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED), "layout");
  check(clfftSetResultLocation(plan, CLFFT_INPLACE), "location");
  cl_command_queue queue = device.queue;
  check(clfftBakePlan(plan, 1, &queue, nullptr, nullptr), "bake plan");

  cl_int status = CL_SUCCESS;
  const std::size_t bytes = count * sizeof signal[0];
  cl_mem buffer =
      clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, signal.data(), &status);
  check(status, "clCreateBuffer");
  check(clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, &buffer, nullptr, nullptr),
        "forward");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, result.data(), 0, nullptr, nullptr), "read");
  const double forward = largest_difference(result, transform(signal, lengths));
  check(clfftEnqueueTransform(plan, CLFFT_BACKWARD, 1, &queue, 0, nullptr, nullptr, &buffer, nullptr, nullptr),
        "backward");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, result.data(), 0, nullptr, nullptr), "read");
  const double back = largest_difference(result, signal);
  clReleaseMemObject(buffer);
  clfftDestroyPlan(&plan);
  const bool good = forward < 2e-6 && back < 2e-6;
  std::printf("%-9s forward off by %.1e, back by %.1e: %s\n", name.c_str(), forward, back, good ? "right" : "WRONG");
  return good;
}

}  // namespace

int main() try {
  const Device device = open_device();
  clfftSetupData setup;
  check(clfftInitSetupData(&setup), "clfftInitSetupData");
  check(clfftSetup(&setup), "clfftSetup");
  bool good = true;
  for (const std::vector<std::size_t>& lengths : {std::vector<std::size_t>{64}, {1024}, {210}, {32, 16}})
    good &= try_lengths(device, lengths);
  clfftTeardown();
  return good ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "clfft_test: %s\n", error.what());
  return 1;
}
