// A program that uses clFFT, for bench/cold: transforms of one wave each, forward, which have one bin that is not zero.
//
//     cold_fft LENGTH BATCH
//
// Ends with 1 where the result is wrong. clFFT makes its kernels at run time, so most of the time is compiling.
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

using Complex = std::complex<float>;

// Signal `i` of the batch is a wave of frequency `3 i + 1`.
std::size_t frequency(std::size_t i, std::size_t length) { return (3 * i + 1) % length; }

std::vector<Complex> waves(std::size_t length, std::size_t batch) {
  std::vector<Complex> result(length * batch);
  for (std::size_t i = 0; i < batch; ++i) {
    for (std::size_t x = 0; x < length; ++x) {
      const auto turn = static_cast<double>(frequency(i, length) * x % length) / static_cast<double>(length);
      result[i * length + x] = Complex(std::polar(1.0, 2 * M_PI * turn));
    }
  }
  return result;
}

double largest_error(const std::vector<Complex>& spectra, std::size_t length) {
  double largest = 0;
  for (std::size_t at = 0; at < spectra.size(); ++at) {
    const bool here = at % length == frequency(at / length, length);
    const auto want = here ? static_cast<float>(length) : 0.0F;
    largest = std::max<double>(largest, std::abs(spectra[at] - want));
  }
  return largest / static_cast<double>(length);
}

void transform(std::vector<Complex>& signals, std::size_t length, std::size_t batch) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int status = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");

  clfftPlanHandle plan;
  check(clfftCreateDefaultPlan(&plan, context, CLFFT_1D, &length), "create plan");
  check(clfftSetPlanPrecision(plan, CLFFT_SINGLE), "precision");
  check(clfftSetLayout(plan, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED), "layout");
  check(clfftSetResultLocation(plan, CLFFT_INPLACE), "location");
  check(clfftSetPlanBatchSize(plan, batch), "batch size");
  check(clfftBakePlan(plan, 1, &queue, nullptr, nullptr), "bake plan");
  const std::size_t bytes = signals.size() * sizeof signals[0];
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, signals.data(), &status);
  check(status, "clCreateBuffer");
  check(clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, &buffer, nullptr, nullptr),
        "forward");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, signals.data(), 0, nullptr, nullptr), "read");
  clReleaseMemObject(buffer);
  clfftDestroyPlan(&plan);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t length = argc > 1 ? std::stoul(argv[1]) : 4096;
  const std::size_t batch = argc > 2 ? std::stoul(argv[2]) : 16;
  clfftSetupData setup;
  check(clfftInitSetupData(&setup), "clfftInitSetupData");
  check(clfftSetup(&setup), "clfftSetup");
  std::vector<Complex> signals = waves(length, batch);
  transform(signals, length, batch);
  clfftTeardown();
  const double error = largest_error(signals, length);
  std::printf("%zu transforms of %zu: off by %.1e\n", batch, length, error);
  return error < 2e-6 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "cold_fft: %s\n", error.what());
  return 1;
}
