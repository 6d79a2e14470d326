// Small programs of WebGPU with their results computed in JavaScript. For each, a line "case NAME: passed" or what was
// wrong; before them the line "adapter: DESCRIPTION". The heads of Dawn and Deno call run().

const kCount = 1000;  // no multiple of any group size
const kGroups = Math.ceil(kCount / 64);

// A little generator, so that every run has the same numbers.
function numbers(count, seed = 1) {
  const values = new Uint32Array(count);
  for (let i = 0, x = seed; i < count; ++i) {
    x ^= x << 13, x ^= x >>> 17, x ^= x << 5;
    values[i] = x >>> 0;
  }
  return values;
}

class Bench {
  constructor(device) { this.device = device; }

  buffer(data, usage = 0) {
    const buffer = this.device.createBuffer({
      size: Math.max(4, data.byteLength),
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST | usage,
    });
    this.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  async read(buffer, Type, size = buffer.size) {
    const back = this.device.createBuffer({size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST});
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, back, 0, size);
    this.device.queue.submit([encoder.finish()]);
    await back.mapAsync(GPUMapMode.READ);
    return new Type(back.getMappedRange().slice(0));
  }

  pipeline(code) {
    return this.device.createComputePipeline({
      layout: 'auto', compute: {module: this.device.createShaderModule({code}), entryPoint: 'main'}
    });
  }

  // One pass over `groups` groups; a buffer as `groups` has their numbers in it.
  run(code, resources, groups) {
    const pipeline = this.pipeline(code);
    const entries = resources.map((each, binding) => ({
      binding, resource: each instanceof GPUBuffer ? {buffer: each} : each
    }));
    const group = this.device.createBindGroup({layout: pipeline.getBindGroupLayout(0), entries});
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    if (groups instanceof GPUBuffer) pass.dispatchWorkgroupsIndirect(groups, 0);
    else pass.dispatchWorkgroups(...groups);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }
}

function same(got, want, tolerance = 0) {
  if (got.length !== want.length) return `${got.length} values, not ${want.length}`;
  for (let i = 0; i < want.length; ++i) {
    if (!(Math.abs(got[i] - want[i]) <= tolerance)) return `value ${i} is ${got[i]}, not ${want[i]}`;
  }
  return 'passed';
}

const head = '@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n';
const id = '@builtin(global_invocation_id) id: vec3u';

const cases = {
  async integers(bench) {
    const from = numbers(kCount);
    const buffer = bench.buffer(from);
    bench.run(`${head}@compute @workgroup_size(64) fn main(${id}) {
      if (id.x < arrayLength(&data)) {
        let v = data[id.x];
        data[id.x] = (v * 3u + id.x) ^ countOneBits(v) ^ (reverseBits(v) >> 7u) ^ extractBits(v, 5u, 9u);
      } }`, [buffer], [kGroups]);
    const ones = v => { let n = 0; for (; v; v >>>= 1) n += v & 1; return n; };
    const turned = v => { let r = 0; for (let i = 0; i < 32; ++i) r = (r << 1) | ((v >>> i) & 1); return r >>> 0; };
    return same(await bench.read(buffer, Uint32Array), from.map(
        (v, i) => (Math.imul(v, 3) + i) ^ ones(v) ^ (turned(v) >>> 7) ^ ((v >>> 5) & 511)));
  },

  async divisions(bench) {
    const from = numbers(kCount, 7);
    const buffer = bench.buffer(from);
    bench.run(`${head}@compute @workgroup_size(64) fn main(${id}) {
      if (id.x < arrayLength(&data)) {
        let v = bitcast<i32>(data[id.x]);
        let by = i32(id.x % 17u) - 8;
        data[id.x] = bitcast<u32>(v / by) ^ bitcast<u32>(v % by);
      } }`, [buffer], [kGroups]);
    // A division by zero gives the dividend, and its remainder is 0.
    return same(await bench.read(buffer, Uint32Array), from.map((v, i) => {
      const by = i % 17 - 8;
      return by === 0 ? v : (((v | 0) / by) | 0) ^ ((v | 0) % by);
    }));
  },

  async reduction(bench) {
    const from = numbers(64 * kGroups).map(v => v >>> 12);
    const source = bench.buffer(from), sums = bench.buffer(new Uint32Array(kGroups));
    bench.run(`@group(0) @binding(0) var<storage, read> source: array<u32>;
      @group(0) @binding(1) var<storage, read_write> sums: array<u32>;
      var<workgroup> part: array<u32, 64>;
      @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
        part[i] = source[group.x * 64u + i];
        for (var step = 32u; step > 0u; step /= 2u) {
          workgroupBarrier();
          if (i < step) { part[i] += part[i + step]; }
        }
        if (i == 0u) { sums[group.x] = part[0]; }
      }`, [source, sums], [kGroups]);
    const want = new Uint32Array(kGroups);
    from.forEach((v, i) => want[i >> 6] += v);
    return same(await bench.read(sums, Uint32Array), want);
  },

  async atomics(bench) {
    const from = numbers(kCount);
    const source = bench.buffer(from), bins = bench.buffer(new Uint32Array(18));
    bench.run(`@group(0) @binding(0) var<storage, read> source: array<u32>;
      @group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
      @compute @workgroup_size(64) fn main(${id}) {
        if (id.x >= arrayLength(&source)) { return; }
        let v = source[id.x];
        atomicAdd(&bins[v & 15u], 1u);
        atomicMax(&bins[16], v);
        atomicXor(&bins[17], v);
      }`, [source, bins], [kGroups]);
    const want = new Uint32Array(18);
    for (const v of from) ++want[v & 15], want[16] = Math.max(want[16], v), want[17] ^= v;
    return same(await bench.read(bins, Uint32Array), want);
  },

  async matrices(bench) {
    const size = 48;
    const a = Float32Array.from(numbers(size * size), v => (v % 17) - 8);
    const b = Float32Array.from(numbers(size * size, 5), v => (v % 13) - 6);
    const out = bench.buffer(new Float32Array(size * size));
    bench.run(`@group(0) @binding(0) var<storage, read> a: array<f32>;
      @group(0) @binding(1) var<storage, read> b: array<f32>;
      @group(0) @binding(2) var<storage, read_write> out: array<f32>;
      var<workgroup> left: array<array<f32, 8>, 8>;
      var<workgroup> right: array<array<f32, 8>, 8>;
      @compute @workgroup_size(8, 8) fn main(${id}, @builtin(local_invocation_id) at: vec3u) {
        var sum = 0.0;
        for (var first = 0u; first < ${size}u; first += 8u) {
          left[at.y][at.x] = a[id.y * ${size}u + first + at.x];
          right[at.y][at.x] = b[(first + at.y) * ${size}u + id.x];
          workgroupBarrier();
          for (var k = 0u; k < 8u; k++) { sum += left[at.y][k] * right[k][at.x]; }
          workgroupBarrier();
        }
        out[id.y * ${size}u + id.x] = sum;
      }`, [bench.buffer(a), bench.buffer(b), out], [size / 8, size / 8]);
    const want = new Float32Array(size * size);
    for (let y = 0; y < size; ++y)
      for (let x = 0; x < size; ++x)
        for (let k = 0; k < size; ++k) want[y * size + x] += a[y * size + k] * b[k * size + x];
    return same(await bench.read(out, Float32Array), want);
  },

  async functions(bench) {
    const from = Float32Array.from(numbers(kCount), v => v / 2 ** 30 + 0.125);
    const buffer = bench.buffer(from);
    bench.run(`@group(0) @binding(0) var<storage, read_write> data: array<f32>;
      @compute @workgroup_size(64) fn main(${id}) {
        if (id.x < arrayLength(&data)) { let v = data[id.x]; data[id.x] = sqrt(v) + sin(v) + exp2(-v) + log2(v) + fract(v); }
      }`, [buffer], [kGroups]);
    return same(await bench.read(buffer, Float32Array), from.map(
        v => Math.sqrt(v) + Math.sin(v) + 2 ** -v + Math.log2(v) + v - Math.floor(v)), 1e-3);
  },

  async uniforms_and_indirect_groups(bench) {
    const buffer = bench.buffer(new Uint32Array(6 * 4 * 2));
    const factor = bench.buffer(new Uint32Array([7, 100, 0, 0]), GPUBufferUsage.UNIFORM);
    const groups = bench.buffer(new Uint32Array([3, 2, 2]), GPUBufferUsage.INDIRECT);
    bench.run(`${head}@group(0) @binding(1) var<uniform> factor: vec4u;
      @compute @workgroup_size(2, 2, 1) fn main(${id}) {
        let i = id.x + 6u * (id.y + 4u * id.z);
        data[i] = factor.x * i + factor.y;
      }`, [buffer, factor], groups);
    return same(await bench.read(buffer, Uint32Array), Uint32Array.from({length: 48}, (_, i) => 7 * i + 100));
  },

  async textures(bench) {
    const texels = new Uint8Array(16 * 8 * 4).map((_, i) => (i * 37) & 255);
    const texture = bench.device.createTexture({
      size: [16, 8], format: 'rgba8unorm', usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST
    });
    bench.device.queue.writeTexture({texture}, texels, {bytesPerRow: 64}, [16, 8]);
    const target = bench.device.createTexture({
      size: [16, 8], format: 'rgba8unorm', usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.COPY_SRC
    });
    // Halfway between two texels of a row, by the filter; the last is clamped.
    bench.run(`@group(0) @binding(0) var source: texture_2d<f32>;
      @group(0) @binding(1) var filtered: sampler;
      @group(0) @binding(2) var to: texture_storage_2d<rgba8unorm, write>;
      @compute @workgroup_size(4, 4) fn main(${id}) {
        let at = (vec2f(id.xy) + vec2f(1.0, 0.5)) / vec2f(16.0, 8.0);
        textureStore(to, id.xy, textureSampleLevel(source, filtered, at, 0.0));
      }`, [texture.createView(), bench.device.createSampler({magFilter: 'linear', minFilter: 'linear'}), target.createView()],
      [4, 2]);
    const back = bench.buffer(new Uint8Array(256 * 8));
    const encoder = bench.device.createCommandEncoder();
    encoder.copyTextureToBuffer({texture: target}, {buffer: back, bytesPerRow: 256}, [16, 8]);
    bench.device.queue.submit([encoder.finish()]);
    const got = await bench.read(back, Uint8Array);
    const rows = new Uint8Array(16 * 8 * 4).map((_, i) => got[(i >> 6) * 256 + (i & 63)]);
    const at = (x, y, c) => texels[(y * 16 + Math.min(x, 15)) * 4 + c];
    const want = Float32Array.from({length: rows.length}, (_, i) => {
      const c = i & 3, x = (i >> 2) & 15, y = i >> 6;
      return (at(x, y, c) + at(x + 1, y, c)) / 2;
    });
    return same(rows, want, 1);
  },
};

export async function run(adapter) {
  console.log(`adapter: ${adapter.info.description} ${adapter.info.device}`);
  const bench = new Bench(await adapter.requestDevice());
  for (const [name, each] of Object.entries(cases)) {
    bench.device.pushErrorScope('validation');
    let verdict;
    try {
      verdict = await each(bench);
    } catch (error) {
      verdict = `${error}`;
    }
    const invalid = await bench.device.popErrorScope();
    console.log(`case ${name}: ${invalid ? invalid.message.split('\n')[0] : verdict}`);
  }
  bench.device.destroy();
}
