// Stores the program in the address, after the #. Browsers do not send this part to servers.

const mostBytes = 1 << 18;  // max size of a program: some hundred bytes of a hostile link can unpack to gigabytes

const toText = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

// Throws if the output has more than `most` bytes.
async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new RangeError('too large');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Throws if the program is too large for an address.
export async function fragmentOf(program) {
  const bytes = new TextEncoder().encode(program);
  if (bytes.length > mostBytes) throw new RangeError('too large');
  return '#p=' + toText(await through(bytes, new CompressionStream('deflate-raw')));
}

// Returns {program}, {lesson}, {problem}, or nothing.
export async function readFragment(fragment) {
  const [, kind, value] = /^#([pl])=(.+)$/.exec(fragment) ?? [];
  if (kind === 'l') return {lesson: value};
  if (kind !== 'p') return {};
  try {
    return {program: new TextDecoder().decode(await through(toBytes(value), new DecompressionStream('deflate-raw'), mostBytes))};
  } catch (error) {
    return {problem: error instanceof RangeError ? 'The program in the address is too large.' : 'There is no program in the address.'};
  }
}
