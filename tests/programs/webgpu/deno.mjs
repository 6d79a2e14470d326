// WebGPU by wgpu: `deno run --unstable-webgpu`.
const adapter = await navigator.gpu.requestAdapter();
if (!adapter) {
  console.log('no adapter');
  Deno.exit(1);
}
const {run} = await import('./cases.mjs');
await run(adapter);
Deno.exit(0);
