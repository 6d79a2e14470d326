// an index so far out of range that it reaches another array of the same work-item
// expect: hint
// unoptimised: memory.private
// run: k 16 16 r=z64 bad:54 fixed:3
kernel void k(global int* r, int n) {
  int first[4], second[100], i = get_global_id(0), sum = 0;
  for (int j = 0; j < 4; j++) first[(i + j) & 3] = j;
  for (int j = 0; j < 100; j++) second[(i + j) % 100] = j;
  for (int j = 0; j < 100; j++) sum += second[j] * first[j & 3];
  r[i] = sum;
  if (i == 0) r[i] += first[n]; //@
}
