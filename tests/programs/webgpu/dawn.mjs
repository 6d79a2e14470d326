// WebGPU by Dawn: npm's package `webgpu`, in the directory that the argument names.
import {pathToFileURL} from 'node:url';

const {create, globals} = await import(pathToFileURL(`${process.argv[2]}/node_modules/webgpu/index.js`));
Object.assign(globalThis, globals);
globalThis.gpu = create([]);  // all that it has made dies with it
const adapter = await gpu.requestAdapter();
if (!adapter) {
  console.log('no adapter');
  process.exit(1);
}
const {run} = await import('./cases.mjs');
await run(adapter);
process.exit(0);  // Dawn's own threads would keep it
