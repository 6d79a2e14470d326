// an odd address in a cast; the members of a packed structure may be there
// expect: align.access
// run: k 16 16 r=z64 a=m128 bad:1 fixed:4
struct __attribute__((packed)) tight { char letter; int number; };
kernel void k(global int* r, global const char* a, int ahead) {
  int i = get_global_id(0);
  global const struct tight* s = (global const struct tight*)a;
  r[i] = s[i].number;
  r[i] += *(global const int*)(a + ahead * 4 * (i + 1) / 4); //@
}
