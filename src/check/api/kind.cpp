// The kind "api". The OpenCL layer in the program finds these errors (inside/opencl).
#include <array>

#include "check/kinds.h"

namespace eugene::check {
namespace {

constexpr std::array kApiRules{
    Rule{"api.argument", "Kernel argument set with a wrong size",
         "clSetKernelArg is called with another size than the argument's type has.",
         "Pass a variable of the OpenCL type (cl_int for int, cl_float4 for float4) and its sizeof."},
    Rule{"api.mapped", "Use of a buffer that is mapped",
         "A kernel is launched with a buffer all of which is mapped for writing, or a command accesses bytes that are "
         "mapped.",
         "Call clEnqueueUnmapMemObject first."},
    Rule{"api.overlap", "Copy of a buffer to overlapping bytes of itself",
         "clEnqueueCopyBuffer copies a part of a buffer to a part of the same buffer that overlaps the first.",
         "Copy by way of another buffer."},
    Rule{"api.context", "Kernel argument of another context",
         "An argument is set to a buffer of another context than the kernel's.",
         "Create the buffer in the context of the kernel's program."},
    Rule{"api.images", "One image as two arguments that read and write",
         "A kernel is launched with one image as an argument that it reads and as an argument that it writes. What it "
         "reads then is undefined.",
         "Write to another image and exchange the two after the launch, or use a read_write image of OpenCL 2.0."},
    Rule{"api.host", "Host memory changed while a command may read it",
         "The program has changed memory that a command which does not block still reads. What the command transfers "
         "is undefined.",
         "Keep the memory as it is until the command's event is complete: wait for the event, call clFinish, or pass "
         "CL_TRUE to have the call block."},
};
static_assert(are_rules_of("api", kApiRules));

}  // namespace

constinit const Check rows::api{
    .kind = Kind::api,
    .name = "api",
    .rules = kApiRules,
    .help = "wrong calls of OpenCL",
};

}  // namespace eugene::check
