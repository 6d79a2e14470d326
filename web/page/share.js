// The program in the address, after the #, which browsers do not send to servers.

const toText = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function fragmentOf(program) {
  return '#p=' + toText(await through(new TextEncoder().encode(program), new CompressionStream('deflate-raw')));
}

// {program}, {lesson}, or nothing.
export async function readFragment(fragment) {
  const [, kind, value] = /^#([pl])=(.+)$/.exec(fragment) ?? [];
  if (kind === 'l') return {lesson: value};
  if (kind !== 'p') return {};
  try {
    return {program: new TextDecoder().decode(await through(toBytes(value), new DecompressionStream('deflate-raw')))};
  } catch {
    return {};
  }
}
