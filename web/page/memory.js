// Draws memory and shared local memory as rows, and 16 KB of memory as a picture.
import {elements} from './values.js';

const rowBytes = 32;
const side = 64;
const pictureBytes = side * side * 4;
const mostRows = 256;

function rowOf(address, bytes, before, type) {
  const row = document.createElement('div');
  row.className = 'row';
  const name = document.createElement('b');
  name.textContent = address;
  const cells = document.createElement('div');
  cells.className = 'cells';
  const padded = new Uint8Array(rowBytes);
  padded.set(bytes);
  const size = type === 'hex' ? 4 : 4;
  cells.style.setProperty('--columns', rowBytes / size);
  cells.style.setProperty('--narrow', 4);
  elements(padded, type, 0, Math.floor(bytes.length / size)).forEach((text, n) => {
    const cell = document.createElement('span');
    cell.className = 'cell';
    cell.textContent = text;
    if (before?.subarray(n * size, (n + 1) * size).some((byte, k) => byte !== bytes[n * size + k])) cell.classList.add('changed');
    cells.append(cell);
  });
  row.append(name, cells);
  return row;
}

function rowsOf({name, bytes, before}, type) {
  const rows = [];
  for (let at = 0; at < bytes.length && rows.length < mostRows; at += rowBytes) {
    const part = bytes.subarray(at, at + rowBytes);
    const was = before?.subarray(at, at + rowBytes);
    if (at > 0 && part.every((byte) => byte === 0) && (was?.every((byte) => byte === 0) ?? true)) continue;
    rows.push(rowOf(name(at), part, was, type));
  }
  return rows;
}

// `regions`: [{name(offset), bytes, before}].
export function drawMemory(place, regions, type) {
  const rows = regions.flatMap((each) => rowsOf(each, ['f', 'd', 'ud', 'hex'].includes(type) ? type : 'ud'));
  const none = document.createElement('p');
  none.textContent = 'This program has none.';
  place.replaceChildren(...(rows.length ? rows : [none]));
}

// Draws the first region with the size of a picture. A pixel is a dword, with red in the lowest byte.
export function drawPicture(frame, canvas, regions) {
  const picture = regions.find(({bytes}) => bytes.length === pictureBytes);
  frame.hidden = !picture;
  if (!picture) return;
  const image = new ImageData(side, side);
  image.data.set(picture.bytes);
  for (let n = 3; n < pictureBytes; n += 4) image.data[n] = 255;
  canvas.getContext('2d').putImageData(image, 0, 0);
}
