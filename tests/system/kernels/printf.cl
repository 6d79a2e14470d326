// printf from kernels: every conversion, and many work items at once.
SIMD kernel void formats(int i, uint u, long l, float f, int4 v) {
  if (get_global_id(0) != 0) return;
  printf("int %d|%5d|%-5d|%05d|%+d\n", i, i, i, i, i);
  printf("unsigned %u %x %X %o %#x\n", u, u, u, u, u);
  printf("char %c string %s percent %%\n", 'A', "literal");
  printf("long %ld %lx\n", l, l);
  printf("float %f %.3f %e %g\n", f, f, f, f);
  printf("vector %v4hld %v4hlx\n", v, as_uint4(v));
}

SIMD kernel void everyone(global const int* in) {
  const int i = get_global_id(0);
  if (i % 3 == 0) printf("item %d has %d\n", i, in[i]);
}
