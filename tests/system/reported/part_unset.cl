// one element of a vector that nothing has set is stored with the others
// expect: init.result
// run: k 16 16 r=u256 bad:a=u64 fixed:a=z64
kernel void k(global float4* r, global const float* a) {
  int i = get_global_id(0);
  r[i] = (float4)(i, 2.0f, a[i], 1.0f); //@
}
