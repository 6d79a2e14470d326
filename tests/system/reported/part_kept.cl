// parts of vectors that nothing has set, and that are only kept: the fourth of three, and those that are not written
// expect: init.result
// run: k 16 16 r=u256 t=u256 s=u128 bad:a=u64 fixed:a=z64
struct small { char letter; int number; };
kernel void k(global int4* r, global int3* t, global struct small* s, global const int* a) {
  int i = get_global_id(0);
  r[i].y = i;
  t[i] = (int3)(1, 2, 3);
  struct small mine = {i, 5};
  s[i] = mine;
  t[i].z = a[i]; //@
#ifdef FIXED
  r[i].xzw = (int3)(4);
  t[i].xyz = (int3)(4);
#endif
}
