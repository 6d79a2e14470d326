#include "object_hooks.h"

#include "layer.h"
#include "objects.h"

namespace eugene::inside::opencl {
namespace {

Objects& objects() { return current_layer().objects(); }

// Functions that return a new object.
template <auto Member>
struct Making;
template <class Handle, class... Arguments, Handle (CL_API_CALL* cl_icd_dispatch::*Member)(Arguments...)>
struct Making<Member> {
  static Handle call(Next<Member> next, Arguments... arguments) {
    const Handle made = next(arguments...);
    objects().begin(made);
    return made;
  }
};

template <auto Member>
struct Retaining;
template <class Handle, cl_int (CL_API_CALL* cl_icd_dispatch::*Member)(Handle)>
struct Retaining<Member> {
  static cl_int call(Next<Member> next, Handle object) {
    const cl_int result = next(object);
    if (result == CL_SUCCESS) objects().retain(object);
    return result;
  }
};

template <auto Member>
struct Releasing;
template <class Handle, cl_int (CL_API_CALL* cl_icd_dispatch::*Member)(Handle)>
struct Releasing<Member> {
  static cl_int call(Next<Member> next, Handle object) {
    objects().release(object);
    return next(object);
  }
};

cl_kernel create_kernel(Next<&T::clCreateKernel> next, cl_program program, const char* name, cl_int* error) {
  const cl_kernel kernel = next(program, name, error);
  objects().begin(kernel, program);
  return kernel;
}

cl_int create_kernels(Next<&T::clCreateKernelsInProgram> next, cl_program program, cl_uint room, cl_kernel* made,
                      cl_uint* count) {
  cl_uint there = 0;
  const cl_int result = next(program, room, made, &there);
  if (count != nullptr && result == CL_SUCCESS) *count = there;
  for (cl_uint i = 0; result == CL_SUCCESS && made != nullptr && i < there && i < room; ++i)
    objects().begin(made[i], program);
  return result;
}

cl_kernel clone_kernel(Next<&T::clCloneKernel> next, cl_kernel kernel, cl_int* error) {
  const cl_kernel copy = next(kernel, error);
  objects().begin(copy, objects().program(kernel).value_or(nullptr));
  return copy;
}

template <auto... Members>
void add_making(Hooks& hooks) {
  (hooks.push_back(hook<Members, Making<Members>::call>()), ...);
}
template <auto... Members>
void add_retaining(Hooks& hooks) {
  (hooks.push_back(hook<Members, Retaining<Members>::call>()), ...);
}
template <auto... Members>
void add_releasing(Hooks& hooks) {
  (hooks.push_back(hook<Members, Releasing<Members>::call>()), ...);
}

}  // namespace

Hooks object_hooks() {
  Hooks hooks{hook<&T::clCreateKernel, create_kernel>(), hook<&T::clCreateKernelsInProgram, create_kernels>(),
              hook<&T::clCloneKernel, clone_kernel>()};
  add_making<&T::clCreateContext, &T::clCreateContextFromType, &T::clCreateCommandQueue,
             &T::clCreateCommandQueueWithProperties, &T::clCreateBuffer, &T::clCreateBufferWithProperties,
             &T::clCreateSubBuffer, &T::clCreateImage, &T::clCreateImageWithProperties, &T::clCreateImage2D,
             &T::clCreateImage3D, &T::clCreatePipe, &T::clCreateProgramWithSource, &T::clCreateProgramWithBinary,
             &T::clCreateProgramWithBuiltInKernels, &T::clCreateProgramWithIL, &T::clLinkProgram>(hooks);
  add_retaining<&T::clRetainContext, &T::clRetainCommandQueue, &T::clRetainMemObject, &T::clRetainProgram,
                &T::clRetainKernel>(hooks);
  add_releasing<&T::clReleaseContext, &T::clReleaseCommandQueue, &T::clReleaseMemObject, &T::clReleaseProgram,
                &T::clReleaseKernel>(hooks);
  return hooks;
}

}  // namespace eugene::inside::opencl
