// The list of completions at the cursor. Tab takes an item. Enter takes an item after an arrow key; otherwise it ends the line.
import {bytesBefore} from './cells.js';
import {showAt} from './popup.js';

const most = 200;
const isWord = (letter) => /\w/.test(letter);

export class Completions {
  // `ask(line, byte)` returns an array of CompletionItem of the Language Server Protocol.
  constructor({editor, list, ask}) {
    Object.assign(this, {editor, list, ask});
    this.items = [];
    const {text} = editor;
    text.addEventListener('keydown', (event) => this.key(event));
    text.addEventListener('input', (event) => this.typed(event));
    for (const event of ['blur', 'click', 'scroll']) text.addEventListener(event, () => this.hide());
    list.addEventListener('mousedown', (event) => {
      event.preventDefault();  // the cursor stays in the text
      const item = event.target.closest('li');
      if (item) this.take([...list.children].indexOf(item));
    });
  }

  get isOpen() {
    return !this.list.hidden;
  }

  typed({inputType, data}) {
    if (inputType === 'insertText' && data && /^[a-z_.:]$/i.test(data)) this.open();
    else if (this.isOpen && inputType?.startsWith('delete')) this.open();
    else this.hide();
  }

  open() {
    const {line, index} = this.editor.cursor();
    const text = this.editor.lines()[line];
    if (text.slice(0, index).includes('//')) return this.hide();
    this.begin = index;
    while (this.begin > 0 && isWord(text[this.begin - 1])) --this.begin;
    const word = text.slice(this.begin, index);
    const labels = this.ask(line, bytesBefore(text, index)).map(({label}) => label);
    this.items = [...new Set(labels)].filter((label) => label.startsWith(word)).sort().slice(0, most);
    if (this.items.length === 0 || (this.items.length === 1 && this.items[0] === word)) return this.hide();
    this.draw();
    showAt(this.list, this.editor.boxOf(line, this.begin));
    this.hasMoved = false;
    this.choose(0);
  }

  draw() {
    this.list.replaceChildren(...this.items.map((label, n) => {
      const item = document.createElement('li');
      item.id = `completion-${n}`;
      item.role = 'option';
      item.textContent = label;
      return item;
    }));
  }

  choose(number) {
    this.chosen = (number + this.items.length) % this.items.length;
    [...this.list.children].forEach((item, n) => item.setAttribute('aria-selected', n === this.chosen));
    this.list.children[this.chosen].scrollIntoView({block: 'nearest'});
    this.editor.text.setAttribute('aria-activedescendant', `completion-${this.chosen}`);
  }

  key(event) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.open();
      return;
    }
    if (!this.isOpen || event.ctrlKey || event.altKey) return;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) {
      this.choose(this.chosen + step);
      this.hasMoved = true;
    } else if (event.key === 'Escape') {
      this.hide();
    } else if ((event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && this.hasMoved)) {
      this.take(this.chosen);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  take(number) {
    const {line, index} = this.editor.cursor();
    this.editor.replace(line, this.begin, index, this.items[number]);
    this.hide();
  }

  hide() {
    if (!this.isOpen) return;
    this.list.hidden = true;
    this.editor.text.removeAttribute('aria-activedescendant');
  }
}
