// The GPU: eugene.wasm, and the few system calls that its C library makes.

const noEntropy = 0;

function system(memoryOf) {
  const view = () => new DataView(memoryOf().buffer);
  const calls = {
    clock_time_get(id, precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(file, vectors, count, written) {
      let bytes = 0;
      for (let n = 0; n < count; ++n) bytes += view().getUint32(vectors + 8 * n + 4, true);
      view().setUint32(written, bytes, true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return 0;
    },
    random_get(at, bytes) {
      new Uint8Array(memoryOf().buffer, at, bytes).fill(noEntropy);
      return 0;
    },
    proc_exit(status) {
      throw new Error(`the machine ended with status ${status}`);
    },
  };
  const badFile = 8;
  return new Proxy(calls, {get: (all, name) => all[name] ?? (() => badFile)});
}

export class Machine {
  static async load(bytes) {
    return new Machine(await WebAssembly.compile(await bytes));
  }

  constructor(module) {
    this.module = module;
    this.start();
  }

  start() {
    let memory = null;
    const calls = system(() => memory);
    const imports = {};
    for (const {module, name} of WebAssembly.Module.imports(this.module)) {
      imports[module] ??= {};
      imports[module][name] = calls[name];
    }
    const instance = new WebAssembly.Instance(this.module, imports);
    this.exports = instance.exports;
    memory = this.exports.memory;
    this.exports._initialize();
  }

  // A program that exceeds the machine's limits ends the machine. The next call starts a new one.
  call(name, text, ...rest) {
    try {
      const bytes = new TextEncoder().encode(text);
      const at = this.exports.buffer(bytes.length);
      new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
      const answer = this.exports[name](...rest);
      const answered = new Uint8Array(this.exports.memory.buffer, answer, this.exports.answer_bytes());
      return JSON.parse(new TextDecoder().decode(answered));
    } catch (error) {
      this.start();
      throw error;
    }
  }

  check(text) {
    return this.call('check', text);
  }
  // Runs `step` instructions; null: all, but at most `most`.
  run(text, step = null, most = 5e6) {
    return this.call('run', text, step ?? -1, most);
  }
  profile(text) {
    return this.call('profile', text);
  }
  // The answers of the language server. Lines, and bytes of a line, count from 0.
  hover(text, line, byte) {
    return this.call('hover', text, line, byte);
  }
  complete(text, line, byte) {
    return this.call('complete', text, line, byte);
  }
  format(text) {
    return this.call('format', text);
  }
  definition(text, line, byte) {
    return this.call('definition', text, line, byte);
  }
}
