#include "program_layer.h"

#include <array>
#include <cstdlib>

#include "../driver_layers/checked_run.h"
#include "arguments.h"
#include "builds.h"
#include "checked_answers.h"
#include "checked_build.h"
#include "checked_launch.h"
#include "failures.h"
#include "host_access.h"
#include "host_memory.h"
#include "i915/channel_names.h"
#include "layer/object_hooks.h"
#include "misuse.h"
#include "stated_groups.h"

namespace eugene::inside::opencl {
namespace {

// The parts of the layer, from the driver outwards.
constexpr std::array<PartRow, 16> kParts{{
    {object_hooks, nullptr},
    {build_mark_hooks, nullptr},
    {build_option_hooks, are_options_added},
    {saved_program_hooks, nullptr},
    {failure_hooks, nullptr},
    {argument_hooks, nullptr},
    {fill_hooks, are_contents_wanted},
    {memory_hooks, is_checked_run},
    {host_access_hooks, is_checked_run},
    {misuse_hooks, is_checked_run},
    {host_memory_hooks, are_calls_checked},
    {image_hooks, are_calls_checked},
    {order_hooks, is_checked_run},
    {build_again_hooks, is_text_checked},
    {answer_hooks, is_text_checked},
    {stated_group_hooks, is_text_checked},
}};

}  // namespace

std::span<const PartRow> ProgramLayer::parts() const {
  return std::getenv(i915::kDirectoryVariable) != nullptr ? std::span<const PartRow>(kParts)
                                                          : std::span<const PartRow>();
}

void ProgramLayer::begins(cl_kernel kernel) { kernels.add(kernel); }
void ProgramLayer::ends(cl_kernel kernel) { kernels.remove(kernel); }

// A new program may have the handle of a program that was made in an unknown way.
void ProgramLayer::begins(cl_program program) { ends(program); }
void ProgramLayer::ends(cl_program program) {
  saved_programs.remove(program);
  builds.forget(program);
}

void ProgramLayer::ends(cl_context context) { quarantine.release_owned_by(context); }

void ProgramLayer::ends(cl_mem memory) {
  buffers.remove(memory);
  images.remove(memory);
  if (are_calls_checked()) end_host_pointer(memory);
}

ProgramLayer& layer() { return static_cast<ProgramLayer&>(current_layer()); }

const std::string_view kLayerName = "Eugene";
std::unique_ptr<Layer> make_layer(const cl_icd_dispatch& driver) { return std::make_unique<ProgramLayer>(driver); }

}  // namespace eugene::inside::opencl

namespace eugene::inside {

PendingReads& pending_reads() { return opencl::layer().pending_reads; }
Quarantine& quarantine() { return opencl::layer().quarantine; }
SharedSizes& shared_sizes() { return opencl::layer().shared_sizes; }

}  // namespace eugene::inside
