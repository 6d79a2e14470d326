// Draws registers as rows of 32 bytes, with the operands of the chosen instruction in colour.
import {elements, sizeOf} from './values.js';

const rowBytes = 32;
const roles = ['dst', 'src0', 'src1', 'src2'];
export const nameOfRole = {dst: 'destination', src0: 'source 0', src1: 'source 1', src2: 'source 2'};

// Returns [{role, lane}] for each byte.
function colours(operands) {
  const by = new Map();
  for (const {role, file, bytes, size} of operands) {
    if (file !== 'r' || !bytes) continue;
    bytes.forEach((first, lane) => {
      for (let byte = first; byte < first + size; ++byte) by.set(byte, [...(by.get(byte) ?? []), {role, lane}]);
    });
  }
  return by;
}

// Returns, for each register, the type that most instructions use.
function usualTypes(lines) {
  const counts = new Map();
  for (const {operands} of lines) {
    for (const {bytes, size, type, file} of operands) {
      if (file !== 'r' || !bytes || size === rowBytes) continue;
      for (const row of new Set(bytes.map((byte) => Math.floor(byte / rowBytes)))) {
        const of = counts.get(row) ?? new Map();
        counts.set(row, of.set(type, (of.get(type) ?? 0) + 1));
      }
    }
  }
  const best = (of) => [...of].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  return new Map([...counts].map(([row, of]) => [row, best(of)]));
}

function rowsToShow({bytes, before, lines, operands, all}) {
  const rows = new Set();
  const count = bytes.length / rowBytes;
  for (let row = 0; row < count; ++row) {
    const one = bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    if (all || one.some((byte, n) => byte !== 0 || (before && before[row * rowBytes + n] !== 0))) rows.add(row);
  }
  for (const {operands: of} of [...lines, {operands}]) {
    for (const {bytes: firsts, file} of of) {
      if (file === 'r') firsts?.forEach((byte) => rows.add(Math.floor(byte / rowBytes)));
    }
  }
  return [...rows].filter((row) => row < count).sort((a, b) => a - b);
}

function strip(by, begin, size) {
  const parts = [];
  for (let n = 0; n < size; ++n) {
    const role = by.get(begin + n)?.at(-1)?.role;
    parts.push(`${role ? `var(--${role})` : 'transparent'} ${(100 * n) / size}% ${(100 * (n + 1)) / size}%`);
  }
  return `linear-gradient(to right, ${parts.join(', ')})`;
}

function lanesOf(by, begin, size) {
  const lanes = new Map();
  for (let byte = begin; byte < begin + size; ++byte) {
    for (const {role, lane} of by.get(byte) ?? []) lanes.set(role, (lanes.get(role) ?? new Set()).add(lane));
  }
  return lanes;
}

function cellOf(text, {by, begin, size, changed}) {
  const cell = document.createElement('span');
  cell.className = 'cell';
  cell.textContent = text;
  if (changed) cell.classList.add('changed');
  const lanes = lanesOf(by, begin, size);
  if (lanes.size === 0) return cell;
  const full = Array.from({length: size}, (_, n) => by.get(begin + n)?.at(-1)?.role);
  if (full.every((role) => role && role === full[0])) cell.classList.add(full[0]);
  cell.dataset.roles = [...lanes.keys()].join(' ');
  cell.title = [...lanes].map(([role, of]) => `${nameOfRole[role]}: lane ${[...of].join(', ')}`).join('; ');
  const bar = document.createElement('i');
  bar.style.background = strip(by, begin, size);
  cell.append(bar);
  return cell;
}

// `label` returns the label of a row.
export function drawRegisters(place, {bytes, before, lines, operands, all, type, label}) {
  const by = colours(operands);
  const usual = usualTypes(lines);
  const drawn = rowsToShow({bytes, before, lines, operands, all}).map((row) => {
    const as = type === 'auto' ? usual.get(row) ?? 'ud' : type;
    const size = sizeOf(as);
    const count = rowBytes / size;
    const line = document.createElement('div');
    line.className = 'row';
    line.dataset.row = row;
    const name = document.createElement('b');
    name.textContent = `${label(row)}:${as}`;
    name.title = name.textContent;
    const cells = document.createElement('div');
    cells.className = 'cells';
    cells.style.setProperty('--columns', Math.min(count, 8));
    cells.style.setProperty('--narrow', Math.min(count, 4));
    elements(bytes, as, row * rowBytes, count).forEach((text, n) => {
      const begin = row * rowBytes + n * size;
      const changed = before && bytes.subarray(begin, begin + size).some((byte, k) => byte !== before[begin + k]);
      cells.append(cellOf(text, {by, begin, size, changed}));
    });
    line.append(name, cells);
    return line;
  });
  place.replaceChildren(...drawn);
}

export function drawLegend(place, operands) {
  place.replaceChildren(
      ...operands.filter(({role}) => roles.includes(role)).map(({role, type, indirect}) => {
        const item = document.createElement('li');
        const colour = document.createElement('span');
        colour.className = role;
        colour.textContent = `${nameOfRole[role]} :${type}${indirect ? ' by an address in a0' : ''}`;
        item.append(colour);
        return item;
      }));
}
