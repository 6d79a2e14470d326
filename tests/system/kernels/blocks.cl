// cl_intel_subgroups: block reads and writes. The compiler has them for SIMD8 and SIMD16.
// One thread's lanes move neighbouring elements with one message.
SIMD kernel void blocks(global const uint* in, global uint* out) {
  const uint size = get_max_sub_group_size();
  const size_t base = (get_global_id(0) - get_sub_group_local_id()) * 8;
  const uint a = intel_sub_group_block_read(in + base);
  const uint2 b = intel_sub_group_block_read2(in + base + size);
  const uint4 c = intel_sub_group_block_read4(in + base + 3 * size);
  intel_sub_group_block_write(out + base, a + 1);
  intel_sub_group_block_write2(out + base + size, b.yx);
  intel_sub_group_block_write4(out + base + 3 * size, c.wzyx);
}
SIMD kernel void blocks8(global const uint* in, global uint* out) {
  const size_t base = (get_global_id(0) - get_sub_group_local_id()) * 8;
  intel_sub_group_block_write8(out + base, intel_sub_group_block_read8(in + base).s76543210);
}
SIMD kernel void blocks_short(global const ushort* in, global ushort* out) {
  const size_t base = (get_global_id(0) - get_sub_group_local_id()) * 4;
  const ushort4 a = intel_sub_group_block_read_us4(in + base);
  intel_sub_group_block_write_us4(out + base, a.wxyz + (ushort4)(1, 2, 3, 4));
}
