// Bytes of registers and memory as numbers.

const types = {
  ub: {bytes: 1, read: (view, at) => view.getUint8(at)},
  b: {bytes: 1, read: (view, at) => view.getInt8(at)},
  uw: {bytes: 2, read: (view, at) => view.getUint16(at, true)},
  w: {bytes: 2, read: (view, at) => view.getInt16(at, true)},
  hf: {bytes: 2, read: (view, at) => half(view.getUint16(at, true))},
  ud: {bytes: 4, read: (view, at) => view.getUint32(at, true)},
  d: {bytes: 4, read: (view, at) => view.getInt32(at, true)},
  f: {bytes: 4, read: (view, at) => short(view.getFloat32(at, true))},
  uq: {bytes: 8, read: (view, at) => view.getBigUint64(at, true)},
  q: {bytes: 8, read: (view, at) => view.getBigInt64(at, true)},
  df: {bytes: 8, read: (view, at) => short(view.getFloat64(at, true))},
  hex: {bytes: 4, read: (view, at) => view.getUint32(at, true).toString(16).padStart(8, '0')},
};

export const typeNames = Object.keys(types);
export const sizeOf = (type) => (types[type] ?? types.ud).bytes;

function short(number) {
  return Number.isInteger(number) || !Number.isFinite(number) ? number : Number(number.toPrecision(6));
}

function half(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  const magnitude = exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24;
  return short(sign * magnitude);
}

export function bytesOf(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let n = 0; n < bytes.length; ++n) bytes[n] = parseInt(hex.substr(2 * n, 2), 16);
  return bytes;
}

export function elements(bytes, type, begin, count) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const {bytes: size, read} = types[type] ?? types.ud;
  return Array.from({length: count}, (_, n) => String(read(view, begin + n * size)));
}
