// The program in the address, after the #, which browsers do not send to servers.

const mostBytes = 1 << 18;  // of a program: a link may be anybody's, and some hundred bytes can stand for gigabytes

const toText = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

// Throws where more than `most` bytes come out.
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

// Throws where the program is too large for an address.
export async function fragmentOf(program) {
  const bytes = new TextEncoder().encode(program);
  if (bytes.length > mostBytes) throw new RangeError('too large');
  return '#p=' + toText(await through(bytes, new CompressionStream('deflate-raw')));
}

// {program}, {lesson}, {problem}, or nothing.
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
