// Heat that spreads over a plate: limits of what is valid, constants, expressions that the compiler contracts.
// run: global=32,32 local=16,16 item=5,6,0 columns=64 rows=64 border=2 steps=2 capacity=0.5 x_resistance=1 y_resistance=1 z_resistance=4
#define SIDE 16
#define IN_RANGE(x, least, most) ((x) >= (least) && (x) <= (most))

kernel void stencil(global const float* power, global const float* before, global float* after, int columns, int rows, int border,
                    int steps, float capacity, float x_resistance, float y_resistance, float z_resistance) {
  local float held[SIDE][SIDE];
  local float next[SIDE][SIDE];
  float surroundings = 80.0f;
  int group_x = get_group_id(0);
  int group_y = get_group_id(1);
  int x = get_local_id(0);
  int y = get_local_id(1);
  float x_share = 1 / x_resistance;
  float y_share = 1 / y_resistance;
  float z_share = 1 / z_resistance;
  int small = SIDE - steps * 2;
  int from_y = small * group_y - border;
  int from_x = small * group_x - border;
  int row = from_y + y;
  int column = from_x + x;
  int index = columns * row + column;
  if (IN_RANGE(row, 0, rows - 1) && IN_RANGE(column, 0, columns - 1))
    held[y][x] = before[index];
  barrier(CLK_LOCAL_MEM_FENCE);
  int north = y - 1 < 0 ? 0 : y - 1;
  int south = y + 1 > SIDE - 1 ? SIDE - 1 : y + 1;
  int west = x - 1 < 0 ? 0 : x - 1;
  int east = x + 1 > SIDE - 1 ? SIDE - 1 : x + 1;
  bool computed = false;
  for (int i = 0; i < steps; i++) {
    computed = false;
    if (IN_RANGE(x, i + 1, SIDE - i - 2) && IN_RANGE(y, i + 1, SIDE - i - 2)) {
      computed = true;
      float old = held[y][x];
      next[y][x] = old + capacity * (power[index & 1023] + (held[south][x] + held[north][x] - 2.0f * old) * y_share +
                                     (held[y][east] + held[y][west] - 2.0f * old) * x_share +
                                     (surroundings - old) * z_share);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == steps - 1)
      break;
    if (computed)
      held[y][x] = next[y][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed)
    after[index] = next[y][x];
}
