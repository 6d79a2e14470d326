#include "i915/file_id.h"

#include <sys/stat.h>

namespace eugene::i915 {

FileId file_id(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

}  // namespace eugene::i915
