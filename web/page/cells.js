// Columns of a line on the screen, where a tab extends to the next multiple of eight, and its length in bytes of UTF-8,
// in which the machine counts.

const tab = 8;
const encoder = new TextEncoder();

export const bytesBefore = (line, index) => encoder.encode(line.slice(0, index)).length;

export function indexAtByte(line, byte) {
  let index = 0;
  while (index < line.length && bytesBefore(line, index) < byte) ++index;
  return index;
}

export function cellsBefore(line, index) {
  let cells = 0;
  for (const letter of line.slice(0, index)) cells = letter === '\t' ? (Math.floor(cells / tab) + 1) * tab : cells + 1;
  return cells;
}

// Returns the index of the letter at a column; past the end, the length of the line.
export function indexAtCell(line, cell) {
  let index = 0;
  while (index < line.length && cellsBefore(line, index + 1) <= cell) ++index;
  return index;
}
