// OpenCL C 2.0 and 3.0: generic pointers, work-group functions, C11 atomics, program-scope variables.
global int counter = 41;
global float table[4] = {1.5f, 2.5f, 3.5f, 4.5f};

// One function, three address spaces.
int total(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum = sum * 3 + values[i];
  return sum;
}
void put(int* where, int value) { *where = value; }

SIMD kernel void generic_pointers(global int* data, global int* out) {
  local int shared[64];
  const int i = get_global_id(0), l = get_local_id(0);
  int own[4];
  for (int k = 0; k < 4; ++k) put(own + k, data[i] + k);
  put(shared + l, data[i] * 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  // Which space is known only at run time.
  const int which = i % 3;
  const int* from = which == 0 ? (const int*)own : which == 1 ? (const int*)(shared + (l & 60)) : (const int*)(data + (i & ~3));
  out[3 * i] = total(from, 4);
  out[3 * i + 1] = to_local(from) != 0;  // this compiler does not tell private pointers from global ones
  put(out + 3 * i + 2, total(shared + (l & 60), 4));
}

SIMD kernel void group_functions(global const int* in, global int* out, global const float* floats, global float* float_out) {
  const size_t i = get_global_id(0);
  const int x = in[i];
  global int* to = out + 10 * i;
  to[0] = work_group_reduce_add(x);
  to[1] = work_group_reduce_min(x);
  to[2] = work_group_reduce_max(x);
  to[3] = work_group_scan_exclusive_add(x);
  to[4] = work_group_scan_inclusive_add(x);
  to[5] = work_group_scan_inclusive_max(x);
  to[6] = work_group_scan_exclusive_min(x);
  to[7] = work_group_broadcast(x, 5);
  to[8] = work_group_all(x > -1000000);
  to[9] = work_group_any(x > 1000);
  barrier(CLK_LOCAL_MEM_FENCE);  // the compiler's library lets the next reduction overtake the reading of the last
  float_out[2 * i] = work_group_reduce_max(floats[i]);
  float_out[2 * i + 1] = work_group_scan_inclusive_max(floats[i]);
}

SIMD kernel void c11_atomics(global atomic_int* p, global atomic_uint* u, global int* got) {
  const int i = get_global_id(0);
  atomic_fetch_add(p, i);
  atomic_fetch_sub_explicit(p + 1, i, memory_order_relaxed, memory_scope_device);
  atomic_fetch_or(p + 2, 1 << (i % 31));
  atomic_fetch_and(p + 3, ~(1 << (i % 31)));
  atomic_fetch_xor(p + 4, i * 7919);
  atomic_fetch_min_explicit(p + 5, 500 - i, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_max(p + 6, i * 3);
  atomic_fetch_max(u, (uint)i * 2654435761u);
  got[i] = atomic_fetch_add_explicit(p + 7, 1, memory_order_acq_rel, memory_scope_device);
  int expected = atomic_load(p + 8);
  while (!atomic_compare_exchange_strong(p + 8, &expected, expected + 2 * i)) {
  }
  atomic_store_explicit(p + 9, 77, memory_order_release, memory_scope_device);
}

SIMD kernel void c11_local(global int* out) {
  local atomic_int sum;
  local atomic_uint bits;
  if (get_local_id(0) == 0) {
    atomic_init(&sum, 10);
    atomic_init(&bits, 0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&sum, (int)get_local_id(0), memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_or_explicit(&bits, 1u << (get_local_id(0) % 32), memory_order_relaxed, memory_scope_work_group);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * get_global_id(0)] = atomic_load(&sum);
  out[2 * get_global_id(0) + 1] = (int)atomic_load(&bits);
}

#ifdef cl_khr_int64_base_atomics
// The compiler takes a lock for these, and pauses between its attempts.
SIMD kernel void c11_local_longs(global long* out) {
  local atomic_long sums[4];
  const int i = get_local_id(0);
  if (i < 4) atomic_init(&sums[i], 1L << (32 + i));
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&sums[i % 4], (long)i << 8, memory_order_relaxed, memory_scope_work_group);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = atomic_load_explicit(&sums[i % 4], memory_order_relaxed, memory_scope_work_group);
}
#endif

SIMD kernel void program_scope(global int* out) {
  if (get_global_id(0) == 0) {
    out[0] = counter++;
    table[1] += 1.0f;
    out[1] = (int)(table[1] * 10.0f + table[3]);
  }
}
