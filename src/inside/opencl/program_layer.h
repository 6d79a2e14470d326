// The layer of OpenCL in programs of `eugene run`: names the kernels and arguments of programs, reports failures that
// the driver misses, and reports launches, buffers and commands of checked programs to the GPU.
#pragma once

#include <atomic>
#include <mutex>
#include <span>

#include "../driver_layers/pending_reads.h"
#include "../driver_layers/quarantine.h"
#include "../driver_layers/shared_sizes.h"
#include "buffers.h"
#include "fresh_buffers.h"
#include "images.h"
#include "kernel_arguments.h"
#include "layer/layer.h"
#include "maps.h"
#include "ordered_commands.h"
#include "program_builds.h"
#include "queues.h"
#include "saved_programs.h"
#include "usm.h"

namespace eugene::inside::opencl {

// The layer of a program, with all facts about the program. Each member is safe for several threads.
class ProgramLayer final : public Layer {
 public:
  using Layer::Layer;
  std::span<const PartRow> parts() const override;

  using Layer::begins;
  using Layer::ends;
  void begins(cl_kernel kernel) override;
  void begins(cl_program program) override;
  void ends(cl_context context) override;
  void ends(cl_kernel kernel) override;
  void ends(cl_mem memory) override;
  void ends(cl_program program) override;

  SavedPrograms saved_programs;
  ProgramBuilds builds;
  KernelArguments kernels;
  std::atomic<bool> arguments_may_be_set_otherwise = false;  // by functions of extensions, which bypass this layer
  std::recursive_mutex launching;  // keeps reports and launches of a checked run in the same order
  Queues queues;
  Commands commands;
  std::atomic<bool> has_lost_sight_of_host_memory = false;
  Buffers buffers;
  Images images;
  Maps maps;
  NewContents new_contents;
  UsmFunctions usm;
  SharedSizes shared_sizes;
  Quarantine quarantine;
  PendingReads pending_reads;
};

ProgramLayer& layer();

}  // namespace eugene::inside::opencl
