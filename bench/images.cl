// Kernels over images that are timed.

// A picture enlarged, by bilinear filtering. One work item for each pixel of the result.
kernel void bilinear(read_only image2d_t picture, float step, global uchar4* result) {
  const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  const int x = get_global_id(0), y = get_global_id(1);
  const float4 colour = read_imagef(picture, linear, (float2)((x + 0.5f) * step, (y + 0.5f) * step));
  result[y * get_global_size(0) + x] = convert_uchar4_sat_rte(colour * 255.0f);
}

// The mean of 5 x 5 pixels, the border's repeated.
kernel void convolve(read_only image2d_t picture, global float4* result) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int x = get_global_id(0), y = get_global_id(1);
  float4 sum = (float4)(0.0f);
#pragma unroll
  for (int j = -2; j <= 2; ++j) {
#pragma unroll
    for (int i = -2; i <= 2; ++i) sum += read_imagef(picture, nearest, (int2)(x + i, y + j));
  }
  result[y * get_global_size(0) + x] = sum / 25.0f;
}

// Rays through a cube of densities: its sum along each.
kernel void walk(read_only image3d_t cube, int steps, global float* result) {
  const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  const int x = get_global_id(0), y = get_global_id(1);
  const float4 start = (float4)((x + 0.5f) / get_global_size(0), (y + 0.5f) / get_global_size(1), 0.0f, 0.0f);
  const float4 step = (float4)(0.0f, 0.0f, 1.0f / steps, 0.0f);
  float sum = 0.0f;
  for (int i = 0; i < steps; ++i) sum += read_imagef(cube, linear, start + step * (i + 0.5f)).x;
  result[y * get_global_size(0) + x] = sum / steps;
}

constant sampler_t kNearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void image_copy(read_only image2d_t from, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, kNearest, at));
}

// The mean of 3 x 3 pixels.
kernel void box(read_only image2d_t from, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = (float4)(0.0f);
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) sum += read_imagef(from, kNearest, at + (int2)(i, j));
  write_imagef(to, at, sum / 9.0f);
}

// Half of a Gaussian blur: nine pixels of a row.
kernel void blur(read_only image2d_t from, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float weights[5] = {0.2270270f, 0.1945946f, 0.1216216f, 0.0540541f, 0.0162162f};
  float4 sum = read_imagef(from, kNearest, at) * weights[0];
  for (int i = 1; i < 5; ++i)
    sum += (read_imagef(from, kNearest, at - (int2)(i, 0)) + read_imagef(from, kNearest, at + (int2)(i, 0))) * weights[i];
  write_imagef(to, at, sum);
}

kernel void rotate_image(float cosine, float sine, read_only image2d_t from, write_only image2d_t to) {
  const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 p = (convert_float2(at) + 0.5f) / (float2)(get_global_size(0), get_global_size(1)) - 0.5f;
  const float2 turned = (float2)(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y) + 0.5f;
  write_imagef(to, at, read_imagef(from, linear, turned));
}

// A picture of half the sides.
kernel void half_size(read_only image2d_t from, write_only image2d_t to) {
  const sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, read_imagef(from, linear, convert_float2(at) * 2.0f + 1.0f));
}
