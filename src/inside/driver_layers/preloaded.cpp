#include "preloaded.h"

#include <dlfcn.h>

namespace eugene::inside {
namespace {

template <class Function>
Function of_preloaded(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
}

}  // namespace

unsigned long failures() {
  static const auto count = of_preloaded<unsigned long (*)()>("eugene_failures");
  return count != nullptr ? count() : 0;
}

unsigned long lost_requests() {
  static const auto count = of_preloaded<unsigned long (*)()>("eugene_lost_requests");
  return count != nullptr ? count() : 0;
}

bool is_idle() {
  constexpr unsigned kMilliseconds = 100;
  static const auto ask = of_preloaded<int (*)(unsigned)>("eugene_is_idle");
  return ask != nullptr && ask(kMilliseconds) != 0;
}

void let_go() {
  static const auto tell = of_preloaded<void (*)()>("eugene_let_go");
  if (tell != nullptr) tell();
}

void note_queue() {
  static const auto tell = of_preloaded<void (*)()>("eugene_queue_made");
  if (tell != nullptr) tell();
}

void note_null_argument(const char* kernel, const char* argument) {
  static const auto tell = of_preloaded<void (*)(const char*, const char*)>("eugene_null_argument");
  if (tell != nullptr) tell(kernel, argument);
}

unsigned long tell_launch(const eugene_launched& launch) {
  static const auto tell = of_preloaded<unsigned long (*)(const struct eugene_launched*)>("eugene_launch");
  return tell != nullptr ? tell(&launch) : 0;
}

void take_back(unsigned long launch) {
  static const auto tell = of_preloaded<void (*)(unsigned long)>("eugene_take_back");
  if (tell != nullptr) tell(launch);
}

void tell_shared(const void* address, const SharedBytes& size) {
  static const auto tell = of_preloaded<void (*)(unsigned long, std::size_t, std::size_t)>("eugene_share");
  if (tell != nullptr) tell(reinterpret_cast<unsigned long>(address), size.bytes, size.room);
}

void tell_read_back(unsigned long buffer, std::size_t offset, std::size_t bytes) {
  static const auto tell = of_preloaded<void (*)(unsigned long, std::size_t, std::size_t)>("eugene_read_back");
  if (tell != nullptr) tell(buffer, offset, bytes);
}

void tell_access(const eugene_access& access) {
  static const auto tell = of_preloaded<void (*)(const struct eugene_access*)>("eugene_tell_access");
  if (tell != nullptr) tell(&access);
}

void tell_misuse(const eugene_misuse& misuse) {
  static const auto tell = of_preloaded<void (*)(const struct eugene_misuse*)>("eugene_tell_misuse");
  if (tell != nullptr) tell(&misuse);
}

}  // namespace eugene::inside
