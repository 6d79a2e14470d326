// the kind of select_guard: vectors of three beyond the end, of which one value is used
// expect: memory.bounds
// run: k 64 64 r=z1024 a=m768 48
kernel void k(global int4* r, global const int3* a, int n) {
  int i = get_global_id(0);
#ifdef FIXED
  r[i] = i < n ? (int4)(a[i], 0) : (int4)(-1);
#else
  r[i].y = select(-1, a[i].y, i < n ? -1 : 0); //@
  r[i].xzw = 0;
#endif
}
