// The text with underlined findings: a text area above a copy of its text that has the marks.

import {cellsBefore, indexAtCell} from './cells.js';

const lineHeight = 20;
const padding = 8;

export class Editor {
  constructor({text, marks, gutter}) {
    Object.assign(this, {text, marks, gutter});
    this.findings = [];
    this.here = 0;
    text.addEventListener('scroll', () => this.follow());
  }

  get value() {
    return this.text.value;
  }
  set value(text) {
    this.text.value = text;
    this.text.scrollTop = 0;
    this.draw();
  }

  follow() {
    this.marks.scrollTop = this.gutter.scrollTop = this.text.scrollTop;
    this.marks.scrollLeft = this.text.scrollLeft;
  }

  lines() {
    return this.value.split('\n');
  }

  // Returns the line and the letter, both counted from 0.
  cursor() {
    const before = this.value.slice(0, this.text.selectionStart).split('\n');
    return {line: before.length - 1, index: before.at(-1).length};
  }
  lineOfCursor() {
    return this.cursor().line + 1;
  }

  // Returns the width of a letter; all letters have the same.
  width() {
    const ruler = document.createElement('span');
    ruler.textContent = '0'.repeat(100);
    this.marks.append(ruler);
    const width = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
    return width;
  }
  placeAt(event) {
    const left = this.text.getBoundingClientRect().left + padding;
    const line = this.lineAt(event) - 1;
    const cell = Math.floor((event.clientX - left + this.text.scrollLeft) / this.width());
    const text = this.lines()[line] ?? '';
    return {line, index: cell < cellsBefore(text, text.length) ? indexAtCell(text, cell) : Infinity};
  }
  // Returns the place of a letter in the window.
  boxOf(line, index) {
    const box = this.text.getBoundingClientRect();
    const top = box.top + padding + line * lineHeight - this.text.scrollTop;
    const left = box.left + padding + cellsBefore(this.lines()[line], index) * this.width() - this.text.scrollLeft;
    return {left, top, bottom: top + lineHeight};
  }

  // Replaces letters [begin, end) of a line by `letters`. The user can undo this.
  replace(line, begin, end, letters) {
    const start = this.lines().slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start + begin, start + end);
    if (document.execCommand('insertText', false, letters)) return;
    this.text.setRangeText(letters, start + begin, start + end, 'end');
    this.text.dispatchEvent(new Event('input'));
  }
  lineAt(event) {
    const top = this.text.getBoundingClientRect().top + padding;
    return Math.floor((event.clientY - top + this.text.scrollTop) / lineHeight) + 1;
  }

  select(line, column = 1, length = 0) {
    const lines = this.value.split('\n');
    const begin = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(column - 1, 0);
    this.text.focus();
    this.text.setSelectionRange(begin, begin + length);
    this.show(line);
  }
  show(line) {
    const top = (line - 1) * lineHeight;
    const {scrollTop, clientHeight} = this.text;
    if (top < scrollTop || top + 2 * lineHeight > scrollTop + clientHeight) this.text.scrollTop = Math.max(0, top - clientHeight / 3);
    this.follow();
  }

  draw() {
    const lines = this.value.split('\n');
    const by = new Map();
    for (const each of this.findings) by.set(each.line, [...(by.get(each.line) ?? []), each]);
    this.marks.replaceChildren(...lines.map((line, n) => this.marked(line, n + 1, by.get(n + 1) ?? [])));
    this.gutter.replaceChildren(...lines.map((_, n) => this.numbered(n + 1, by.get(n + 1) ?? [])));
    this.follow();
  }

  numbered(number, findings) {
    const row = document.createElement('div');
    const worst = findings.some((each) => each.severity === 'error') ? 'error' : findings.length ? 'warning' : '';
    row.className = worst;
    row.textContent = (number === this.here ? '▶' : worst ? '!' : '') + (this.costs?.get(number) ?? number);
    return row;
  }

  marked(line, number, findings) {
    const row = document.createElement('div');
    if (number === this.here) row.className = 'here';
    const [first] = findings.toSorted((a, b) => severity(b) - severity(a));
    if (!first) {
      row.textContent = line || ' ';
      return row;
    }
    const [begin, end] = spanOf(first, line);
    const mark = document.createElement('span');
    mark.className = first.severity;
    mark.textContent = line.slice(begin, end) || ' ';
    row.append(line.slice(0, begin), mark, line.slice(end));
    return row;
  }
}

const severity = (finding) => ['note', 'warning', 'error'].indexOf(finding.severity);

// A finding without a column marks the whole instruction.
function spanOf({column, length}, line) {
  const code = line.split('//')[0].trimEnd() || line.trimEnd();
  const first = line.length - line.trimStart().length;
  if (!column || (column <= first + 1 && (length ?? 1) <= 1)) return [first, Math.max(code.length, first + 1)];
  return [column - 1, column - 1 + Math.max(length ?? 1, 1)];
}
