// Values that are used again under one name, assigned in branches, and contracted.
// run: item=5,0,0 global=64 local=64 rows=8 columns=8 n=60 factor=0.5
kernel void diffuse(global float* image, global float* to, const int rows, const int columns, const int n, const float factor) {
  int group = get_group_id(0);
  int item = get_local_id(0);
  int index = group * 64 + item;
  int row;
  int column;
  float north, south, west, east;
  float gradient, laplacian, number, divisor, square, result;
  row = (index + 1) % rows - 1;
  column = (index + 1) / rows + 1 - 1;
  if ((index + 1) % rows == 0) {
    row = rows - 1;
    column = column - 1;
  }
  if (index < n) {
    float own = image[index];
    north = image[(row == 0 ? 0 : row - 1) + rows * column] - own;
    south = image[(row == rows - 1 ? row : row + 1) + rows * column] - own;
    west = image[row + rows * (column == 0 ? 0 : column - 1)] - own;
    east = image[row + rows * (column == columns - 1 ? column : column + 1)] - own;
    gradient = (north * north + south * south + west * west + east * east) / (own * own);
    laplacian = (north + south + west + east) / own;
    number = 0.5f * gradient - (1.0f / 16.0f) * (laplacian * laplacian);
    divisor = 1 + 0.25f * laplacian;
    square = number / (divisor * divisor);
    divisor = (square - factor) / (factor * (1 + factor));
    result = 1.0f / (1.0f + divisor);
    if (result < 0)
      result = 0;
    else if (result > 1)
      result = 1;
    to[index] = result;
  }
}
