// A layer of OpenCL (interface of the Khronos ICD loader): one object, which the library makes when the loader loads
// it. A library with a layer derives a class from Layer, with the facts that it knows about the program.
#pragma once

#include <CL/cl_layer.h>

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "hooks.h"
#include "objects.h"

namespace eugene::inside::opencl {

// A row of a layer's table of parts.
struct PartRow {
  Hooks (*hooks)();
  bool (*is_wanted)();  // null: the part is always wanted
};

class Layer : public ObjectListener {
 public:
  explicit Layer(const cl_icd_dispatch& driver) : driver_(driver), table_(driver) {}
  ~Layer() override = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  // Makes the chains of the parts that are wanted. Leaves out hooks of functions that the driver lacks. Call once, when
  // current_layer() returns this layer.
  void start();

  const cl_icd_dispatch& driver() const { return driver_; }
  Objects& objects() { return objects_; }
  // Returns the table for the loader.
  const cl_icd_dispatch& table() const { return table_; }
  OuterHook find(Entry entry, Part part) const;

  // Returns the table of parts, from the driver outwards.
  virtual std::span<const PartRow> parts() const = 0;

 private:
  struct Row {
    Part part = 0;
    Function function = nullptr;
  };

  cl_icd_dispatch driver_;
  cl_icd_dispatch table_;
  Objects objects_{*this};
  std::array<std::vector<Row>, kEntries> chains_;  // parts ascend
};

// Returns the layer of this library. Never destroyed: threads of the program may call until the very end.
Layer& current_layer();

// These are defined by each library with a layer.
extern const std::string_view kLayerName;
std::unique_ptr<Layer> make_layer(const cl_icd_dispatch& driver);

}  // namespace eugene::inside::opencl
