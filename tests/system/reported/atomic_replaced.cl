// atomics that leave nothing of what was there, beside one that does
// expect: init.result
// run: k 16 16 r=u16 bad:0 fixed:1
kernel void k(global int* r, int clears) {
  atomic_xchg(r, 7);
  atomic_and(r + 1, 0);
  atomic_or(r + 2, -1);
  if (clears) atomic_xchg(r + 3, 0);
  atomic_max(r + 3, 5); //@
}
