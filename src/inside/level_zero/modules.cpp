// Modules. Leaves their binaries as files: reports and statistics find names, lines and arguments of kernels there.
#include <string>
#include <vector>

#include "../driver_layers/compilation.h"
#include "../driver_layers/program_files.h"
#include "driver.h"
#include "layer.h"

namespace eugene::inside::level_zero {
namespace {

void leave(ze_module_handle_t module) {
  std::size_t size = 0;
  if (driver<ze_module_dditable_t>().pfnGetNativeBinary == nullptr ||
      driver<ze_module_dditable_t>().pfnGetNativeBinary(module, &size, nullptr) != ZE_RESULT_SUCCESS)
    return;
  std::vector<unsigned char> binary(size);
  if (driver<ze_module_dditable_t>().pfnGetNativeBinary(module, &size, binary.data()) == ZE_RESULT_SUCCESS)
    leave_program("ze", binary, {});
}

ze_result_t create(ze_context_handle_t context, ze_device_handle_t device, const ze_module_desc_t* described,
                   ze_module_handle_t* module, ze_module_build_log_handle_t* log) {
  const CompilationMark mark(true);
  ze_module_desc_t own{};
  std::string options;
  if (described != nullptr && described->format == ZE_MODULE_FORMAT_IL_SPIRV && added_options().any()) {
    own = *described;
    options = with_added_for_level_zero(described->pBuildFlags, added_options());
    own.pBuildFlags = options.c_str();
    described = &own;
  }
  const ze_result_t result = driver<ze_module_dditable_t>().pfnCreate(context, device, described, module, log);
  if (result == ZE_RESULT_SUCCESS && module != nullptr) leave(*module);
  return result;
}

}  // namespace

void watch(ze_module_dditable_t& table, ze_api_version_t /*version*/) {
  driver<ze_module_dditable_t>().pfnGetNativeBinary = table.pfnGetNativeBinary;
  replace(table, &ze_module_dditable_t::pfnCreate, create);
}

}  // namespace eugene::inside::level_zero
