// Draws the cost of each line, as estimated by `eugene exec --profile`.

const column = (name, title, of, isText = false) => ({name, title, of, isText});
const columns = [
  column('line', 'of the program', ({line}) => line),
  column('time', 'of all cycles: those of the pipe, and of waiting before it', ({share}) => `${share.toFixed(1)} %`),
  column('times', 'executions, of all threads', ({executions}) => executions),
  column('channels', 'enabled on average', ({channels}) => channels.toFixed(1)),
  column('waits', 'cycles before it, for results', ({stalled}) => stalled),
  column('lines', 'of the L3 cache, 64 bytes each, that it reached', ({l3_lines: lines}) => lines || ''),
  column('instruction', '', ({text}) => text, true),
];

function headOf() {
  const row = document.createElement('tr');
  row.append(...columns.map(({name, title, isText}) => {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = name;
    cell.title = title;
    cell.className = isText ? 'text' : '';
    return cell;
  }));
  return row;
}

function rowOf(each, lines, select) {
  const row = document.createElement('tr');
  row.dataset.line = each.line;
  row.append(...columns.map(({of, isText, name}) => {
    const cell = document.createElement('td');
    const text = of({...each, text: lines[each.line - 1]?.split('//')[0].trim() ?? ''});
    if (name === 'line') {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.addEventListener('click', () => select(each.line));
      cell.append(button);
    } else {
      cell.textContent = text;
    }
    if (name === 'time') {
      cell.className = 'time';
      cell.style.setProperty('--share', `${each.share}%`);
    }
    if (isText) cell.className = 'text';
    return cell;
  }));
  return row;
}

// `lines` are the program's lines. `select(line)` moves the cursor to a line.
export function drawProfile(place, {profile, lines, select}) {
  const table = document.createElement('table');
  table.append(headOf(), ...profile.lines.map((each) => rowOf(each, lines, select)));
  const box = document.createElement('div');
  box.className = 'wide';
  box.tabIndex = 0;
  box.ariaLabel = 'Profile by line';
  box.append(table);
  const more = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'All of the report';
  const text = document.createElement('pre');
  text.textContent = profile.text;
  text.tabIndex = 0;
  more.append(summary, text);
  place.replaceChildren(box, more);
}

// Returns the cost of each line in per cent, for the editor's margin.
export function costsOf({lines}) {
  const costs = new Map();
  for (const {line, share} of lines) costs.set(line, (costs.get(line) ?? 0) + share);
  return new Map([...costs].map(([line, share]) => [line, `${share < 9.95 ? share.toFixed(1) : Math.round(share)}%`]));
}
