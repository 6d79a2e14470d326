// Workloads that read one image and write another.
#include "workload_parts.h"

namespace bench {
namespace {

// A picture of `size` * `source_scale` pixels a side becomes one of `size`.
template <class... First>
std::function<Job(const Session&, const cl::Program&, int)> picture_to_picture(const char* name,
                                                                               std::size_t source_scale,
                                                                               First... first) {
  return [=](const Session& session, const cl::Program& program, int size) {
    const auto side = static_cast<std::size_t>(size);
    Job job{cl::Kernel(program, name), {side, side}, {16, 4}, {}};
    job.result_image =
        cl::Image2D(session.context, CL_MEM_WRITE_ONLY, cl::ImageFormat(CL_RGBA, CL_UNORM_INT8), side, side);
    job.images = {picture(session, side * source_scale), *job.result_image};
    job.result_bytes = side * side * sizeof(cl_uint);
    job.items = double(size) * size;
    set_arguments(job.kernel, first..., job.images[0], job.images[1]);
    return job;
  };
}

}  // namespace

std::vector<Workload> image_workloads() {
  return {
      {"image_copy", "images.cl", 1024, "pixels", picture_to_picture("image_copy", 1)},
      {"box", "images.cl", 1024, "pixels", picture_to_picture("box", 1)},
      {"blur", "images.cl", 1024, "pixels", picture_to_picture("blur", 1)},
      {"rotate", "images.cl", 1024, "pixels", picture_to_picture("rotate_image", 1, cl_float{0.8f}, cl_float{0.6f})},
      {"half_size", "images.cl", 1024, "pixels", picture_to_picture("half_size", 2)},
  };
}

}  // namespace bench
