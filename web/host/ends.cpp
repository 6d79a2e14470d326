// What the C++ library would call where something throws or aborts: nothing in the page catches, so the machine ends.
#include <cstddef>

extern "C" {
void* __cxa_allocate_exception(std::size_t /*bytes*/) { __builtin_trap(); }
void __cxa_throw(void* /*thrown*/, void* /*type*/, void (* /*destroy*/)(void*)) { __builtin_trap(); }
}
