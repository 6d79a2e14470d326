// an array in a structure, whose end is the structure's next member
// expect: hint
// unoptimised: memory.private
// run: k 16 16 r=z64 bad:3 fixed:2
struct item { short values[3]; short count; float weights[4]; };
kernel void k(global int* r, int n) {
  struct item all[2];
  int i = get_global_id(0);
  for (int j = 0; j < 2; j++) {
    for (int v = 0; v < 3; v++) all[j].values[v] = v + i;
    all[j].count = 3;
    for (int w = 0; w < 4; w++) all[j].weights[w] = w;
  }
  struct item copy = all[i & 1];
  r[i] = copy.values[n]; //@
  r[i] += copy.count + copy.weights[i & 3];
}
