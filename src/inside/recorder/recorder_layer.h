// A layer of OpenCL that records every launch of a program on any platform:
// `OPENCL_LAYERS=.../libeugene_recorder.so EUGENE_RECORD=DIR ./app`. `eugene run --record DIR` sets both variables. The
// recorder waits for each launch, so that nothing else changes its buffers meanwhile.
#pragma once

#include <mutex>
#include <optional>
#include <span>

#include "../opencl/layer/layer.h"
#include "recorded_objects.h"
#include "recording.h"

namespace eugene::inside::recorder {

class RecorderLayer final : public opencl::Layer {
 public:
  explicit RecorderLayer(const cl_icd_dispatch& driver);
  std::span<const opencl::PartRow> parts() const override;

  using Layer::ends;
  void ends(cl_kernel kernel) override;
  void ends(cl_mem memory) override;
  void ends(cl_program program) override;

  std::recursive_mutex mutex;  // held during a whole launch; recursive, since drivers may call back while it waits
  RecordedObjects recorded;    // guarded by `mutex`
  std::optional<Recording> recording;  // nothing: the program's launches are not recorded
};

}  // namespace eugene::inside::recorder
