// Kernels whose work items meet at many barriers.

// Sums of all numbers before each, in groups of 256.
kernel void scan(global const uint* numbers, global uint* sums) {
  local uint now[2][256];
  const uint l = get_local_id(0);
  now[0][l] = numbers[get_global_id(0)];
  int from = 0;
  for (uint step = 1; step < 256; step *= 2, from ^= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    now[from ^ 1][l] = now[from][l] + (l >= step ? now[from][l - step] : 0);
  }
  sums[get_global_id(0)] = now[from][l];
}

// Sorts groups of 512 numbers.
kernel void bitonic(global uint* numbers) {
  local uint now[512];
  const uint l = get_local_id(0), first = get_group_id(0) * 512;
  now[l] = numbers[first + l];
  now[l + 256] = numbers[first + l + 256];
  for (uint size = 2; size <= 512; size *= 2) {
    for (uint step = size / 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint a = 2 * l - (l & (step - 1)), b = a + step;
      const uint low = min(now[a], now[b]), high = max(now[a], now[b]);
      const bool is_up = (a & size) == 0;
      now[a] = is_up ? low : high;
      now[b] = is_up ? high : low;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  numbers[first + l] = now[l];
  numbers[first + l + 256] = now[l + 256];
}

// Fourier transforms of 512 points, 256 work items each (Stockham's order, radix 2).
kernel void fft(global const float2* from, global float2* to) {
  local float2 now[2][512];
  const uint l = get_local_id(0), first = get_group_id(0) * 512;
  now[0][l] = from[first + l];
  now[0][l + 256] = from[first + l + 256];
  int side = 0;
  for (uint half_size = 1; half_size < 512; half_size *= 2, side ^= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint k = l & (half_size - 1), out = 2 * l - k;
    const float angle = -3.14159265f * k / half_size;
    const float2 turn = (float2)(native_cos(angle), native_sin(angle));
    const float2 a = now[side][l], b = now[side][l + 256];
    const float2 turned = (float2)(b.x * turn.x - b.y * turn.y, b.x * turn.y + b.y * turn.x);
    now[side ^ 1][out] = a + turned;
    now[side ^ 1][out + half_size] = a - turned;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  to[first + l] = now[side][l];
  to[first + l + 256] = now[side][l + 256];
}
