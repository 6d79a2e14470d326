// Draws the running channels, and the flags.

const channels = 32;
const bit = (mask, n) => (mask >>> n) & 1;

function rowOf(name, mask, count, title) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  head.title = title;
  row.append(head);
  for (let n = 0; n < count; ++n) {
    const cell = document.createElement('td');
    cell.textContent = bit(mask, n);
    if (bit(mask, n)) cell.className = 'on';
    row.append(cell);
  }
  return row;
}

// `lanes` is the number of lanes of the widest instruction.
export function drawMasks(place, thread, lanes) {
  const count = Math.min(Math.max(lanes, 8), channels);
  const table = document.createElement('table');
  const rows = [
    ['dispatched', thread.dispatched, 'channels with which the thread was started'],
    ['running', thread.running, 'channels whose instruction this is: the others wait elsewhere'],
    ['enabled', thread.enabled, 'of these, those whose predicate holds'],
    ['f0.0', thread.flags[0] & 0xffff, 'flag, a bit for each channel'],
    ['f0.1', thread.flags[0] >>> 16, 'flag'],
    ['f1.0', thread.flags[1] & 0xffff, 'flag'],
  ];
  for (const [name, mask, title] of rows.filter(([name, mask]) => name < 'f0.1' || name > 'f9' || mask)) {
    table.append(rowOf(name, mask, count, title));
  }
  const address = document.createElement('div');
  const used = thread.address.findLastIndex((each) => each !== 0) + 1;
  address.textContent = used ? 'a0 = ' + thread.address.slice(0, used).join(' ') : '';
  place.replaceChildren(table, address);
}
