// Two sequences aligned in a wavefront: local memory behind macros, a function with branches, indices made of indices.
// run: global=32 local=16 item=4,0,0 columns=33 penalty=10 first=2 row_offset=0 column_offset=0 scores=4096 costs=4096
#define SIDE 16
#define SCORE(i, j) scores[(j) + (i) * (SIDE + 1)]
#define COST(i, j) costs[(j) + (i) * SIDE]

int largest(int a, int b, int c) {
  int most;
  if (a <= b)
    most = b;
  else
    most = a;
  if (most <= c)
    return c;
  return most;
}

kernel void align(global const int* given, global int* sums, local int* scores, local int* costs, int columns, int penalty,
                  int first, int row_offset, int column_offset) {
  int group = get_group_id(0);
  int item = get_local_id(0);
  int base = row_offset * columns + column_offset;
  int block_x = group;
  int block_y = first - 1 - group;
  int corner = base + columns * SIDE * block_y + SIDE * block_x;
  int north = corner + item + 1;
  int west = corner + columns;
  if (item == 0)
    SCORE(item, 0) = sums[corner + item];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < SIDE; row++)
    COST(row, item) = given[corner + columns * (row + 1) + item + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  SCORE(item + 1, 0) = sums[west + columns * item];
  barrier(CLK_LOCAL_MEM_FENCE);
  SCORE(0, item + 1) = sums[north];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < SIDE; m++) {
    if (item <= m) {
      int x = item + 1;
      int y = m - item + 1;
      SCORE(y, x) = largest(SCORE(y - 1, x - 1) + COST(y - 1, x - 1),
                            SCORE(y, x - 1) - penalty,
                            SCORE(y - 1, x) - penalty);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int row = 0; row < SIDE; row++)
    sums[corner + columns * (row + 1) + item + 1] = SCORE(row + 1, item + 1);
}
