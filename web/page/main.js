// The page: an editor, the GPU's state at one instruction of a run, and steps forwards and backwards.
import {bytesBefore, indexAtByte} from './cells.js';
import {Completions} from './completions.js';
import {Editor} from './editor.js';
import {Hints} from './hints.js';
import {lessons, readLesson} from './lessons.js';
import {Machine} from './machine.js';
import {drawMasks} from './masks.js';
import {drawMemory, drawPicture} from './memory.js';
import {costsOf, drawProfile} from './profile.js';
import {drawLegend, drawRegisters} from './registers.js';
import {fragmentOf, readFragment} from './share.js';
import {outcomeText, positionText, remarksOf} from './outcome.js';
import {bytesOf, typeNames} from './values.js';

const $ = (id) => document.getElementById(id);
const editor = new Editor({text: $('text'), marks: $('marks'), gutter: $('gutter')});
const hints = new Hints({editor, popup: $('hint'), ask: (line, byte) => answerOf(() => machine.hover(editor.value, line, byte), null)});
new Completions({editor, list: $('completions'), ask: (line, byte) => answerOf(() => machine.complete(editor.value, line, byte), [])});
let machine;
let checked = {findings: [], lines: []};
let now = null;     // the shown state
let before = null;  // the previously shown state, to mark changes
let hovered = 0;    // line under the mouse

const isStarted = () => now?.threads?.length > 0;
const thread = () => now.threads[$('thread').value] ?? now.threads[now.current];

// Returns the instruction whose operands are coloured: under the mouse, at the stop, or at the cursor.
function chosen() {
  const of = (line) => checked.lines.find((each) => each.line === line);
  const atStop = isStarted() && !now.ended ? checked.lines.find((each) => each.offset === thread().ip) : null;
  return of(hovered) ?? (document.activeElement === $('text') ? of(editor.lineOfCursor()) : null) ?? atStop ?? of(editor.lineOfCursor());
}

function drawFindings() {
  const items = editor.findings.map((each) => {
    const item = document.createElement('li');
    item.className = each.severity;
    const button = document.createElement('button');
    button.type = 'button';
    const head = document.createElement('b');
    head.textContent = `Line ${each.line}: ${each.severity}: `;
    const more = document.createElement('small');
    more.textContent = [each.hint, each.rule, each.reference].filter(Boolean).join(' · ');
    button.append(head, each.message, more);
    button.addEventListener('click', () => editor.select(Math.max(each.line, 1), each.column, each.length));
    item.append(button);
    return item;
  });
  if (items.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'None.';
    items.push(none);
  }
  $('findings').replaceChildren(...items);
}

const nothing = {findings: [], lines: []};

// Returns the machine's answer; `otherwise` if the program exceeded the machine's limits and ended it (machine.js).
function answerOf(ask, otherwise) {
  try {
    return ask();
  } catch (error) {
    $('position').textContent = `The machine could not go on: ${error.message}`;
    return otherwise;
  }
}

function check() {
  checked = answerOf(() => machine.check(editor.value), nothing);
  // Lowered vISA begins with instructions without a line, which initialise variables.
  checked = {...checked, lines: checked.lines.filter(({line}) => line > 0)};
  editor.findings = [...checked.findings];
  if (now) editor.findings.push(...remarksOf(now));
  editor.draw();
  drawFindings();
}

function labelOf(row) {
  const at = row * 32;
  const variable = now?.variables?.find(({byte, bytes}) => byte <= at && at < byte + bytes);
  return variable ? `${variable.name}${at === variable.byte ? '' : '+' + (at - variable.byte)}` : `r${row}`;
}

function regionsOf(state) {
  const memory = (state?.memory ?? []).map(({address, bytes}) =>
      ({name: (at) => '0x' + (address + at).toString(16), bytes: bytesOf(bytes)}));
  const local = state?.local ? [{name: (at) => 'slm ' + at, bytes: bytesOf(state.local)}] : [];
  return [...memory, ...local];
}

function drawState() {
  const instruction = chosen();
  const operands = instruction?.operands ?? [];
  $('instruction').textContent = instruction ? `line ${instruction.line}: ${instruction.text}` : '';
  drawLegend($('legend'), operands);
  const empty = '00'.repeat(32 * 128);
  const was = before?.threads?.[$('thread').value || 0];
  drawRegisters($('registers'), {
    bytes: bytesOf(isStarted() ? thread().registers : empty),
    before: isStarted() && was ? bytesOf(was.registers) : null,
    lines: checked.lines, operands, all: $('all').checked, type: $('type').value, label: labelOf,
  });
  if (!isStarted()) return;
  const lanes = Math.max(8, ...checked.lines.flatMap(({operands: of}) => of.map(({bytes, size}) => size === 32 ? 0 : bytes?.length ?? 0)));
  drawMasks($('masks'), thread(), lanes);
}

function drawMemories() {
  const were = regionsOf(before);
  const regions = regionsOf(now).map((each, n) => ({...each, before: were[n]?.bytes}));
  drawPicture($('frame'), $('canvas'), regions);
  drawMemory($('memory'), regions, $('type').value);
}

function drawThreads() {
  const wanted = now?.current ?? 0;
  const options = (now?.threads ?? []).map((each, n) => new Option(`${n}${each.ended ? ' (ended)' : ''}`, n, false, n === wanted));
  $('thread').replaceChildren(...options);
}

function draw() {
  editor.here = isStarted() && !now.ended ? thread().line : 0;
  editor.findings = [...checked.findings, ...(now ? remarksOf(now) : [])];
  editor.draw();
  if (editor.here) editor.show(editor.here);
  drawFindings();
  drawState();
  drawMemories();
  $('position').textContent = positionText(now);
  $('output').textContent = outcomeText(now);
  $('back').disabled = !isStarted() || now.step === 0;
  $('step').disabled = isStarted() && now.ended;
}

// Returns false if the machine failed.
function go(step) {
  const state = answerOf(() => machine.run(editor.value, step), null);
  if (!state) return false;
  before = now;
  now = state;
  drawThreads();
  draw();
  return true;
}

// Shows the state at `step`, with the changes since the previous instruction.
function goFrom(step) {
  now = step > 0 ? answerOf(() => machine.run(editor.value, step - 1), null) : null;
  return go(step);
}

const isOutside = () => isStarted() && !now.ended && now.threads[now.current].line === 0;

// Steps to the next instruction that has a line.
function forward(step) {
  const from = now;
  if (!go(step)) return;
  while (isOutside() && go(now.step + 1));
  before = from;
  draw();
}

function back() {
  if (!isStarted() || now.step === 0) return;
  if (!goFrom(now.step - 1)) return;
  while (isOutside() && now.step > 0 && goFrom(now.step - 1));
  if (isOutside()) forward(0);
}

const actions = {
  run: () => go(null),
  step: () => forward(isStarted() ? now.step + 1 : 0),
  back,
  reset: () => { now = null; forward(0); },
  profile() {
    const profile = answerOf(() => machine.profile(editor.value), null);
    if (!profile) return;
    if (profile.lines.length === 0) return void ($('position').textContent = 'The program cannot run: see the findings.');
    editor.costs = costsOf(profile);
    editor.draw();
    $('cycles').textContent = `About ${Math.round(profile.cycles)} cycles: an estimate, by a model of the machine.`;
    drawProfile($('cost-lines'), {profile, lines: editor.lines(), select: (line) => editor.select(line)});
    $('costs').hidden = false;
    $('position').textContent = 'The margin has the time of each line, in per cent.';
  },
  async share() {
    let fragment;
    try {
      fragment = await fragmentOf(editor.value);
    } catch {
      $('position').textContent = 'The program is too large for an address.';
      return;
    }
    history.replaceState(null, '', fragment);
    $('position').textContent = 'The address of this page now has the program in it.';
    await navigator.clipboard?.writeText(location.href).catch(() => {});
  },
};

function forgetCosts() {
  editor.costs = null;
  $('costs').hidden = true;
}

function goToLabel() {
  const {line, index} = editor.cursor();
  const found = answerOf(() => machine.definition(editor.value, line, bytesBefore(editor.lines()[line], index)), null);
  if (!found) return;
  const text = editor.lines()[found.start.line];
  const begin = indexAtByte(text, found.start.character);
  editor.select(found.start.line + 1, begin + 1, indexAtByte(text, found.end.character) - begin);
}

function format() {
  for (const {range, newText} of answerOf(() => machine.format(editor.value), [])) {
    const {line} = range.start;
    editor.replace(line, 0, editor.lines()[line].length, newText);
  }
}

function open(program) {
  forgetCosts();
  editor.value = program;
  now = before = null;
  check();
  forward(0);
}

async function openLesson(id) {
  const lesson = await readLesson(id);
  $('lesson').value = lesson.id;
  $('about').replaceChildren(...lesson.about());
  open(lesson.program);
}

function setTheme(dark) {
  document.documentElement.classList.toggle('dark', dark);
  $('theme').setAttribute('aria-pressed', dark);
}

let waiting = 0;
function edited() {
  now = before = null;
  forgetCosts();
  editor.here = 0;
  editor.draw();
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    check();
    drawState();
    $('position').textContent = 'Changed: Run or Step begins again.';
    $('step').disabled = false;
  }, 60);
}

function listen() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener('click', action);
  $('text').addEventListener('input', edited);
  $('text').addEventListener('mousemove', (event) => { hovered = editor.lineAt(event); drawState(); });
  $('text').addEventListener('mouseleave', () => { hovered = 0; drawState(); });
  for (const event of ['keyup', 'click', 'focus']) $('text').addEventListener(event, () => drawState());
  $('thread').addEventListener('change', draw);
  for (const id of ['type', 'all']) $(id).addEventListener('change', () => { drawState(); drawMemories(); });
  $('lesson').addEventListener('change', ({target}) => { history.replaceState(null, '', `#l=${target.value}`); openLesson(target.value); });
  $('theme').addEventListener('click', () => setTheme(!document.documentElement.classList.contains('dark')));
  document.addEventListener('keydown', (event) => {
    const key = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`;
    const action = {'Ctrl+Enter': 'run', 'F10': 'step', 'Alt+ArrowRight': 'step', 'F9': 'back', 'Alt+ArrowLeft': 'back', 'Alt+Home': 'reset',
                    'Alt+p': 'profile', 'Alt+F': 'format'}[key];
    if (!action) return;
    event.preventDefault();
    if (action === 'format') format();
    else if (!$(action).disabled) actions[action]();
  });
  $('text').addEventListener('keydown', (event) => {
    const help = {F1: () => hints.showAtCursor(), F12: goToLabel, Escape: () => hints.hide()}[event.key];
    if (!help) return;
    event.preventDefault();
    help();
  });
  window.addEventListener('hashchange', begin);
}

async function begin() {
  const {program, lesson, problem} = await readFragment(location.hash);
  if (program === undefined) {
    await openLesson(lesson ?? lessons[0].id);
    if (problem) $('position').textContent = problem;
    return;
  }
  $('lesson').value = '';
  $('about').replaceChildren();
  open(program);
}

async function start() {
  $('lesson').append(...lessons.map(({id, title}) => new Option(title, id)));
  $('type').append(...['auto', ...typeNames].map((name) => new Option(name, name)));
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
  listen();
  try {
    const answer = await fetch('eugene.wasm');
    machine = await Machine.load(answer.arrayBuffer());
  } catch (error) {
    $('position').textContent = `The machine could not be loaded: ${error.message}`;
    return;
  }
  await begin();
  document.body.dataset.ready = 'yes';
}

start();
