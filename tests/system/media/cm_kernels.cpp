// C-for-Media kernels through Intel's driver and runtime: those of Intel's Media SDK, against what their source says.
//
//     eugene run -- cm_kernels DIRECTORY [native]
//
// DIRECTORY has the kernels' containers as files: genx_scd.isa, genx_fcopy.isa, genx_mc.isa, genx_histogram.isa, each
// the array of the source file of that name in the Media SDK (_studio/mfx_lib/genx/*/isa/*_gen9_isa.cpp). `native` runs
// the machine code in them, otherwise the driver compiles their vISA.
#include <fcntl.h>
#include <va/va.h>
#include <va/va_drm.h>

#include <igfxcmrt/cm_rt.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

void check(int result, const char* what) {
  if (result == CM_SUCCESS) return;
  std::fprintf(stderr, "cm_kernels: %s: %d\n", what, result);
  std::exit(2);
}

// A plane of bytes. Of NV12 the second plane has half as many rows.
struct Picture {
  unsigned width, height;
  Bytes bytes = Bytes(std::size_t{width} * height);
  std::uint8_t& at(unsigned x, unsigned y) { return bytes[std::size_t{y} * width + x]; }
  std::uint8_t at(unsigned x, unsigned y) const { return bytes[std::size_t{y} * width + x]; }
};

Picture noise(unsigned width, unsigned height, std::uint32_t seed) {
  Picture picture{width, height};
  for (std::uint8_t& byte : picture.bytes) byte = static_cast<std::uint8_t>((seed = seed * 1664525 + 1013904223) >> 24);
  return picture;
}

class Device {
 public:
  explicit Device(std::string directory, bool native) : directory_(std::move(directory)), native_(native) {
    display_ = vaGetDisplayDRM(::open("/dev/dri/renderD128", O_RDWR));
    int major = 0, minor = 0;
    check(vaInitialize(display_, &major, &minor), "vaInitialize");
    unsigned version = 0;
    check(CreateCmDevice(device_, version, display_), "CreateCmDevice");
    check(device_->CreateQueue(queue_), "CreateQueue");
  }
  ~Device() {
    DestroyCmDevice(device_);
    vaTerminate(display_);
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  CmDevice* operator->() { return device_; }

  CmKernel* kernel(const char* file, const char* name) {
    std::ifstream stream(directory_ + "/" + file, std::ios::binary);
    Bytes container{std::istreambuf_iterator<char>(stream), {}};
    CmProgram* program = nullptr;
    check(device_->LoadProgram(container.data(), static_cast<unsigned>(container.size()), program,
                               native_ ? "nojitter" : nullptr),
          file);
    CmKernel* kernel = nullptr;
    check(device_->CreateKernel(program, name, kernel), name);
    return kernel;
  }
  // `height` is the surface's. A picture of NV12 has half as many rows again.
  CmSurface2D* surface(const Picture& picture, CM_SURFACE_FORMAT format, unsigned width, unsigned height) {
    CmSurface2D* surface = nullptr;
    check(device_->CreateSurface2D(width, height, format, surface), "CreateSurface2D");
    check(surface->WriteSurface(picture.bytes.data(), nullptr), "WriteSurface");
    return surface;
  }
  CmSurface2D* nv12(const Picture& picture) {
    return surface(picture, CM_SURFACE_FORMAT_NV12, picture.width, picture.height * 2 / 3);
  }
  CmSurface2D* plain(const Picture& picture) {
    return surface(picture, CM_SURFACE_FORMAT_A8, picture.width, picture.height);
  }
  static Picture read(CmSurface2D* surface, unsigned width, unsigned height) {
    Picture picture{width, height};
    check(surface->ReadSurface(picture.bytes.data(), nullptr), "ReadSurface");
    return picture;
  }

  void finish(CmTask* task, const std::function<int(CmTask*, CmEvent*&)>& enqueue) {
    CmEvent* event = nullptr;
    check(enqueue(task, event), "Enqueue");
    check(event->WaitForTaskFinished(60'000), "WaitForTaskFinished");
    check(queue_->DestroyEvent(event), "DestroyEvent");
  }
  // A thread for each place of a space.
  void run(CmKernel* kernel, unsigned width, unsigned height, CM_DEPENDENCY_PATTERN pattern = CM_NONE_DEPENDENCY) {
    check(kernel->SetThreadCount(width * height), "SetThreadCount");
    CmTask* task = nullptr;
    check(device_->CreateTask(task), "CreateTask");
    check(task->AddKernel(kernel), "AddKernel");
    CmThreadSpace* space = nullptr;
    check(device_->CreateThreadSpace(width, height, space), "CreateThreadSpace");
    check(space->SelectThreadDependencyPattern(pattern), "SelectThreadDependencyPattern");
    finish(task, [&](CmTask* each, CmEvent*& event) { return queue_->Enqueue(each, event, space); });
  }
  void run_groups(CmKernel* kernel, unsigned threads, unsigned groups) {
    check(kernel->SetThreadCount(threads * groups), "SetThreadCount");
    CmTask* task = nullptr;
    check(device_->CreateTask(task), "CreateTask");
    check(task->AddKernel(kernel), "AddKernel");
    CmThreadGroupSpace* space = nullptr;
    check(device_->CreateThreadGroupSpace(threads, 1, groups, 1, space), "CreateThreadGroupSpace");
    finish(task, [&](CmTask* each, CmEvent*& event) { return queue_->EnqueueWithGroup(each, event, space); });
  }

 private:
  std::string directory_;
  bool native_;
  VADisplay display_ = nullptr;
  CmDevice* device_ = nullptr;
  CmQueue* queue_ = nullptr;
};

template <class Surface>
void set_surface(CmKernel* kernel, unsigned index, Surface* surface) {
  SurfaceIndex* number = nullptr;
  check(surface->GetIndex(number), "GetIndex");
  check(kernel->SetKernelArg(index, sizeof(SurfaceIndex), number), "SetKernelArg");
}

template <class... Values>
void set_values(CmKernel* kernel, unsigned index, Values... values) {
  (check(kernel->SetKernelArg(index++, sizeof(unsigned), &values), "SetKernelArg"), ...);
}

bool same(const char* name, const Bytes& have, const Bytes& want) {
  const auto [left, right] = std::ranges::mismatch(have, want);
  const bool equal = left == have.end() && right == want.end();
  if (equal) {
    std::printf("%-24s %zu bytes are right\n", name, want.size());
  } else {
    std::printf("%-24s WRONG from byte %td on\n", name, left - have.begin());
  }
  return equal;
}

// Takes one pixel of each block; a thread has 16 blocks. The pixel's row depends on the kernel.
bool subsample(Device& device, const char* name, unsigned rows_step, unsigned (*row)(unsigned y, unsigned step)) {
  constexpr unsigned kWidth = 128, kHeight = 64, kStep = 4;
  const Picture source = noise(kWidth * kStep, kHeight * rows_step, 1);
  CmSurface2D* in = device.plain(source);
  CmSurface2D* out = device.nv12(Picture{kWidth, kHeight * 3 / 2});
  CmKernel* kernel = device.kernel("genx_scd.isa", name);
  set_surface(kernel, 0, in);
  set_surface(kernel, 1, out);
  set_values(kernel, 2, source.width, source.height, kWidth, kHeight);
  device.run(kernel, kWidth / 16, kHeight);
  Picture want{kWidth, kHeight * 3 / 2};
  for (unsigned y = 0; y < kHeight; ++y)
    for (unsigned x = 0; x < kWidth; ++x) want.at(x, y) = source.at(x * kStep, row(y, rows_step));
  return same(name, Device::read(out, kWidth, kHeight * 3 / 2).bytes, want.bytes);
}

bool copy(Device& device) {
  constexpr unsigned kWidth = 192, kHeight = 80;
  const Picture source = noise(kWidth, kHeight, 2);
  CmSurface2D* in = device.plain(source);
  CmSurface2D* out = device.nv12(Picture{kWidth, kHeight * 3 / 2});
  CmKernel* kernel = device.kernel("genx_scd.isa", "surfaceCopy_Y");
  set_surface(kernel, 0, in);
  set_surface(kernel, 1, out);
  set_values(kernel, 2, kWidth / 4, kHeight, kWidth);
  device.run(kernel, kWidth / 32, kHeight / 8);
  Picture want = source;
  want.bytes.resize(kWidth * kHeight * 3 / 2);
  return same("surfaceCopy_Y", Device::read(out, kWidth, kHeight * 3 / 2).bytes, want.bytes);
}

// Runs the same in each thread order of the runtime: by a walker with a scoreboard, or by an object for each thread.
bool patterns(Device& device) {
  constexpr unsigned kWidth = 256, kHeight = 48;
  const Picture source = noise(kWidth, kHeight, 7);
  CmSurface2D* in = device.plain(source);
  Bytes want = source.bytes;
  want.resize(kWidth * kHeight * 3 / 2);
  bool right = true;
  for (int pattern = CM_NONE_DEPENDENCY; pattern <= CM_WAVEFRONT26ZI; ++pattern) {
    CmSurface2D* out = device.nv12(Picture{kWidth, kHeight * 3 / 2});
    CmKernel* kernel = device.kernel("genx_scd.isa", "surfaceCopy_Y");
    set_surface(kernel, 0, in);
    set_surface(kernel, 1, out);
    set_values(kernel, 2, kWidth / 4, kHeight, kWidth);
    device.run(kernel, kWidth / 32, kHeight / 8, static_cast<CM_DEPENDENCY_PATTERN>(pattern));
    const std::string name = "pattern " + std::to_string(pattern);
    right &= same(name.c_str(), Device::read(out, kWidth, kHeight * 3 / 2).bytes, want);
  }
  return right;
}

// The rows of one field of an interlaced picture, luma and chroma.
bool field(Device& device, unsigned mask, unsigned parity) {
  constexpr unsigned kWidth = 64, kHeight = 64;
  const Picture source = noise(kWidth, kHeight * 3 / 2, 3);
  CmSurface2D* in = device.nv12(source);
  CmSurface2D* out = device.nv12(Picture{kWidth, kHeight / 2 * 3 / 2});
  CmKernel* kernel = device.kernel("genx_fcopy.isa", "MbCopyFieLd");
  set_surface(kernel, 0, in);
  set_surface(kernel, 1, out);
  set_values(kernel, 2, mask);
  device.run(kernel, kWidth / 16, kHeight / 32);
  Picture want{kWidth, kHeight / 2 * 3 / 2};
  for (unsigned y = 0; y < want.height; ++y)
    for (unsigned x = 0; x < kWidth; ++x) want.at(x, y) = source.at(x, 2 * y + parity);
  return same(mask == 6 ? "MbCopyFieLd, top" : "MbCopyFieLd, bottom", Device::read(out, kWidth, want.height).bytes,
              want.bytes);
}

bool merge(Device& device) {
  constexpr unsigned kWidth = 128, kHeight = 96;
  const Picture one = noise(kWidth, kHeight * 3 / 2, 4);
  const Picture other = noise(kWidth, kHeight * 3 / 2, 5);
  CmSurface2D* first = device.nv12(one);
  CmSurface2D* second = device.nv12(other);
  CmKernel* kernel = device.kernel("genx_mc.isa", "MC_MERGE4");
  set_surface(kernel, 0, first);
  set_surface(kernel, 1, second);
  set_values(kernel, 2, 1U);  // the blocks from (1, 1) on
  device.run(kernel, kWidth / 16 - 1, kHeight / 16 - 1);
  Picture want = one;
  for (unsigned y = 16; y < kHeight; ++y)
    for (unsigned x = 16; x < kWidth; ++x)
      want.at(x, y) = static_cast<std::uint8_t>((one.at(x, y) + other.at(x, y) + 1) / 2);
  return same("MC_MERGE4", Device::read(first, kWidth, kHeight * 3 / 2).bytes, want.bytes);
}

// How often each value occurs in blocks of 32 by 8, by groups of threads with shared memory and a barrier.
bool histogram(Device& device) {
  constexpr unsigned kWidth = 256, kHeight = 64, kGroups = 3, kThreads = 4, kLeft = 1, kTop = 2;
  const Picture source = noise(kWidth, kHeight, 6);
  CmSurface2D* in = device.plain(source);
  CmBuffer* out = nullptr;
  check(device->CreateBuffer(256 * 4, out), "CreateBuffer");
  Bytes counts(256 * 4);
  check(out->WriteSurface(counts.data(), nullptr), "WriteSurface");
  CmKernel* kernel = device.kernel("genx_histogram.isa", "HistogramSLMFrame");
  set_surface(kernel, 0, in);
  set_surface(kernel, 1, out);
  set_values(kernel, 2, kWidth / 32 - kLeft, kHeight / 8 - kTop, kLeft, kTop);
  device.run_groups(kernel, kThreads, kGroups);
  check(out->ReadSurface(counts.data(), nullptr), "ReadSurface");
  std::array<std::uint32_t, 256> want{};
  for (unsigned y = kTop * 8; y < kHeight; ++y)
    for (unsigned x = kLeft * 32; x < kWidth; ++x) ++want[source.at(x, y)];
  Bytes wanted(sizeof want);
  std::memcpy(wanted.data(), want.data(), sizeof want);
  return same("HistogramSLMFrame", counts, wanted);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: cm_kernels DIRECTORY [native]\n");
    return 2;
  }
  Device device(argv[1], argc > 2 && std::strcmp(argv[2], "native") == 0);
  bool right = subsample(device, "SubSamplePoint_p", 4, [](unsigned y, unsigned step) { return y * step + y % 2; });
  right &= subsample(device, "SubSamplePoint_t", 3, [](unsigned y, unsigned step) { return y * step + y % 2; });
  right &= subsample(device, "SubSamplePoint_b", 4, [](unsigned y, unsigned step) { return y * step + 1; });
  right &= copy(device);
  right &= field(device, 6, 0);
  right &= field(device, 7, 1);
  right &= merge(device);
  right &= histogram(device);
  right &= patterns(device);
  return right ? 0 : 1;
}
