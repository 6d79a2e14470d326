#define LAST(s) \
  s.items[3]
struct all { int a; char items[5]; }; /* two
lines */
kernel void k(global int* r) {
  struct all s = {.a = 1}, *p = &s; // "text
  s.items[r[0]] = p->a + LAST(s) + (*p).items["]"[0]];
  ((global struct all*)r)[0] = s;
}
