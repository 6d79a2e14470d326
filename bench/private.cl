// Kernels with arrays of their own work item, whose index only the data tells, and with calls.

// How often each of 16 values occurs among the work item's 256 numbers.
kernel void bins(global const uint* numbers, global uint* counts) {
  uint own[16];
  for (int i = 0; i < 16; ++i) own[i] = 0;
  const size_t item = get_global_id(0), items = get_global_size(0);
  for (int i = 0; i < 256; ++i) ++own[numbers[i * items + item] >> 28];
  for (int i = 0; i < 16; ++i) counts[i * items + item] = own[i];
}

// The sum of the leaves of a binary tree that has a number for each node, without the branches that a number cuts off.
kernel void stack(int nodes, global const uint* numbers, global uint* sums) {
  int open[24];
  int top = 0;
  uint sum = 0;
  const uint seed = get_global_id(0) * 2654435761u;
  open[top++] = 0;
  while (top > 0) {
    const int node = open[--top];
    const uint number = numbers[node] ^ seed;
    if (2 * node + 2 >= nodes) {
      sum += number;
      continue;
    }
    if ((number & 3) != 0) open[top++] = 2 * node + 1;
    if ((number & 12) != 0) open[top++] = 2 * node + 2;
  }
  sums[get_global_id(0)] = sum;
}

// A filter that looks 1 to 16 samples back, at distances that the samples choose.
kernel void ring(int samples, global const uint* numbers, global uint* results) {
  uint last[16];
  for (int i = 0; i < 16; ++i) last[i] = i;
  const size_t item = get_global_id(0), items = get_global_size(0);
  uint value = 0;
  for (int i = 0; i < samples; ++i) {
    const uint number = numbers[(size_t)i * items + item];
    value = value * 5 + last[(i - (number >> 28)) & 15];
    last[i & 15] = number ^ value;
  }
  results[item] = value;
}

__attribute__((noinline)) uint mixed(uint value, uint key) {
  value ^= key;
  value *= 0x85ebca6bu;
  return value ^ value >> 13;
}

kernel void calls(int rounds, global uint* values) {
  const size_t item = get_global_id(0);
  uint value = values[item];
  for (int i = 0; i < rounds; ++i) value = mixed(value, i) + mixed(value + 1, i);
  values[item] = value;
}
