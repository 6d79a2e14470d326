#include "images.h"

#include "info.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

cl_mem create(Next<&T::clCreateImage> next, cl_context context, cl_mem_flags flags, const cl_image_format* format,
              const cl_image_desc* image, void* host, cl_int* error) {
  const cl_mem made = next(context, flags, format, image, host, error);
  return layer().images.add(made, image == nullptr ? nullptr : image->mem_object);
}

cl_mem create_with(Next<&T::clCreateImageWithProperties> next, cl_context context, const cl_mem_properties* properties,
                   cl_mem_flags flags, const cl_image_format* format, const cl_image_desc* image, void* host,
                   cl_int* error) {
  const cl_mem made = next(context, properties, flags, format, image, host, error);
  return layer().images.add(made, image == nullptr ? nullptr : image->mem_object);
}

cl_mem create_2d(Next<&T::clCreateImage2D> next, cl_context context, cl_mem_flags flags, const cl_image_format* format,
                 size_t width, size_t height, size_t row, void* host, cl_int* error) {
  return layer().images.add(next(context, flags, format, width, height, row, host, error), nullptr);
}

cl_mem create_3d(Next<&T::clCreateImage3D> next, cl_context context, cl_mem_flags flags, const cl_image_format* format,
                 size_t width, size_t height, size_t depth, size_t row, size_t slice, void* host, cl_int* error) {
  return layer().images.add(next(context, flags, format, width, height, depth, row, slice, host, error), nullptr);
}

}  // namespace

cl_mem Images::add(cl_mem image, cl_mem source) {
  const std::scoped_lock lock(mutex_);
  if (image == nullptr) return image;
  std::uint64_t memory = 0;
  if (const auto made_of = images_.find(source); made_of != images_.end()) {
    memory = made_of->second;
  } else if (source != nullptr) {
    std::uint64_t& known = buffers_[source];
    if (known == 0) known = ++last_;
    memory = known;
  } else {
    memory = ++last_;
  }
  images_[image] = memory;
  return image;
}

void Images::remove(cl_mem image) {
  const std::scoped_lock lock(mutex_);
  images_.erase(image);
  buffers_.erase(image);
}

std::uint64_t Images::find_memory(cl_mem image) {
  const std::scoped_lock lock(mutex_);
  const auto found = images_.find(image);
  return found == images_.end() ? 0 : found->second;
}

Hooks image_hooks() {
  return {hook<&T::clCreateImage2D, create_2d>(), hook<&T::clCreateImage3D, create_3d>(),
          hook<&T::clCreateImage, create>(), hook<&T::clCreateImageWithProperties, create_with>()};
}

}  // namespace eugene::inside::opencl
