// Hints about the word or region under the mouse, or at the cursor: the answers of `eugene lsp`.
import {bytesBefore, indexAtByte} from './cells.js';
import {showAt} from './popup.js';

const restMilliseconds = 250;

// The contents are Markdown: one block of text, in a fence.
const wordsOf = (contents) => contents.value.replace(/^```\w*\n/, '').replace(/\n?```$/, '');

// Wraps sentences in narrow windows, but not drawings.
function lineOf(text) {
  const line = document.createElement('div');
  line.textContent = text || ' ';
  line.className = /\S {2,}\S|\.{4}/.test(text) ? 'drawn' : '';
  return line;
}

export class Hints {
  // `ask(line, byte)` returns a Hover of the Language Server Protocol, or null.
  constructor({editor, popup, ask}) {
    Object.assign(this, {editor, popup, ask});
    this.timer = 0;
    const {text} = editor;
    text.addEventListener('mousemove', (event) => this.rest(event));
    text.addEventListener('mouseleave', (event) => { if (event.relatedTarget !== popup) this.hide(); });
    popup.addEventListener('mouseleave', () => this.hide());
    for (const event of ['input', 'scroll', 'blur', 'mousedown']) text.addEventListener(event, () => this.hide());
  }

  rest(event) {
    clearTimeout(this.timer);
    const place = this.editor.placeAt(event);
    if (this.shown && !this.covers(place)) this.hide();
    if (!this.shown) this.timer = setTimeout(() => this.show(place), restMilliseconds);
  }

  covers({line, index}) {
    return line === this.shown.line && this.shown.begin <= index && index < this.shown.end;
  }

  // Returns false if there is no hint.
  show({line, index}) {
    const text = this.editor.lines()[line] ?? '';
    const found = index <= text.length ? this.ask(line, bytesBefore(text, index)) : null;
    if (!found) return false;
    const begin = indexAtByte(text, found.range.start.character);
    const end = indexAtByte(text, found.range.end.character);
    this.shown = {line, begin, end};
    this.popup.replaceChildren(...wordsOf(found.contents).split('\n').map(lineOf));
    showAt(this.popup, this.editor.boxOf(line, begin));
    return true;
  }
  showAtCursor() {
    return this.show(this.editor.cursor());
  }

  hide() {
    clearTimeout(this.timer);
    this.shown = null;
    this.popup.hidden = true;
  }
}
