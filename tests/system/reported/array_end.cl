// the kind of minus_one_private: one element too many, in two arrays, of which the last work-item's ends the frame
// expect: init.result
// unoptimised: memory.private
// run: k 40 8 r=z160 fixed:9 bad:10
kernel void k(global int* r, int n) {
  int first[10], last[5], i = get_global_id(0), sum = 0;
  for (int j = 0; j < 10; j++) first[j] = i + j;
  for (int j = 0; j < 5; j++) last[(i + j) % 5] = j;
  sum = first[n]; //@
  r[i] = sum + last[n / 2 - 1 + i % 2 - (n == 10)]; //@
}
