// the kind of histogram_unset: the sum is cleared, but what is added to it is not set
// expect: init.result
// run: k 64 64 r=z4 bad:a=u256 fixed:a=z256
kernel void k(global int* r, global const int* a) {
  atomic_add(r, a[get_global_id(0)]); //@
}
