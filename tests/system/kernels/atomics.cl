// Atomics of OpenCL 1.2, on global and local memory.
#define COMMUTATIVE(space, p)            \
  atomic_add(p + 0, (int)(i * 3 + 1));   \
  atomic_sub(p + 1, (int)(i * 5));       \
  atomic_inc(p + 2);                     \
  atomic_dec(p + 3);                     \
  atomic_min(p + 4, (int)(i ^ 0x33) - 20); \
  atomic_max(p + 5, (int)(i ^ 0x33) - 20); \
  atomic_and(p + 6, ~(1 << (i % 31)));   \
  atomic_or(p + 7, 1 << (i % 29));       \
  atomic_xor(p + 8, (int)(i * 2654435761u));

SIMD kernel void global_atomics(global int* p) {
  const uint i = get_global_id(0);
  COMMUTATIVE(global, p)
}

SIMD kernel void local_atomics(global int* out) {
  local int p[9];
  const uint i = get_local_id(0);
  if (i < 9) p[i] = out[get_group_id(0) * 9 + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  COMMUTATIVE(local, p)
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 9) out[get_group_id(0) * 9 + i] = p[i];
}

SIMD kernel void unsigned_atomics(global uint* p) {
  const uint i = get_global_id(0);
  atomic_min(p + 0, i * 2654435761u);
  atomic_max(p + 1, i * 2654435761u);
  atomic_add(p + 2, i * 2654435761u);
}

// Every ticket is given once; each work item writes its own at the place it got.
SIMD kernel void tickets(global int* counter, global int* owner, global int* last) {
  const int i = get_global_id(0);
  const int ticket = atomic_inc(counter);
  owner[ticket] = i;
  atomic_xchg(last, i);
}

// A stack of links by compare-exchange: after it every work item is on the list once.
SIMD kernel void push(global volatile int* head, global int* next) {
  const int i = get_global_id(0);
  int old = *head;
  while (true) {
    next[i] = old;
    const int seen = atomic_cmpxchg(head, old, i);
    if (seen == old) break;
    old = seen;
  }
}

// A sum of floats by compare-exchange of their bits.
SIMD kernel void float_sum(global volatile uint* sum, global const float* in) {
  const uint i = get_global_id(0);
  uint expected = *sum;
  while (true) {
    const uint desired = as_uint(as_float(expected) + in[i]);
    const uint seen = atomic_cmpxchg(sum, expected, desired);
    if (seen == expected) break;
    expected = seen;
  }
}

SIMD kernel void exchange_float(global float* slot, global float* got) { got[get_global_id(0)] = atomic_xchg(slot, (float)get_global_id(0)); }
