// A product of matrices, by tiles of two dimensions.
// run: global=32,16 local=8,8 item=5,3,0 n=32
#define TILE 8
kernel void multiply(global const float* a, global const float* b, global float* c, int n) {
  local float a_tile[TILE][TILE];
  local float b_tile[TILE][TILE];
  int column = get_global_id(0);
  int row = get_global_id(1);
  int x = get_local_id(0);
  int y = get_local_id(1);
  float sum = 0.0f;
  for (int tile = 0; tile < n / TILE; tile++) {
    a_tile[y][x] = a[row * n + tile * TILE + x];
    b_tile[y][x] = b[(tile * TILE + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++)
      sum += a_tile[y][k] * b_tile[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
