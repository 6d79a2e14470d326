// As much of VS Code as its extension uses, in node: activates it, opens a text, asks its providers, and prints what came as JSON.
//
//     node vscode_editor.js EXTENSION EUGENE TEXT [SETTINGS]
const Module = require("module");
const fs = require("fs");
const path = require("path");

const [folder, eugene, file, settings = "{}"] = process.argv.slice(2);
const configured = { command: eugene, ...JSON.parse(settings) };
const seen = { providers: {}, diagnostics: [], errors: [], adapters: [], triggers: [] };
const listeners = {};
const text = { value: fs.readFileSync(file, "utf8"), version: 1 };
const uri = { toString: () => `file://${file}` };
const document = { uri, languageId: "gen-assembly", getText: () => text.value, get version() { return text.version; } };

const register = (name) => (selector, provider, ...triggers) => {
  if (selector.language !== "gen-assembly") throw new Error(`${name} for ${JSON.stringify(selector)}`);
  seen.providers[name] = provider;
  seen.triggers.push(...triggers);
  return { dispose() { delete seen.providers[name]; } };
};
const listen = (name) => (listener) => {
  listeners[name] = listener;
  return { dispose() { delete listeners[name]; } };
};
const record = (...names) => class {
  constructor(...values) { names.forEach((name, n) => { this[name] = values[n]; }); }
};
const vscode = {
  Range: record("startLine", "startCharacter", "endLine", "endCharacter"),
  Position: record("line", "character"),
  Diagnostic: record("range", "message", "severity"),
  Hover: record("contents", "range"),
  MarkdownString: record("value"),
  CompletionItem: record("label", "kind"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  Location: record("uri", "range"),
  InlayHint: record("position", "label"),
  TextEdit: { replace: (range, newText) => ({ range, newText }) },
  Uri: { parse: (of) => ({ toString: () => of }) },
  DebugAdapterExecutable: record("command", "args"),
  debug: { registerDebugAdapterDescriptorFactory: (type, factory) => { seen.adapters.push([type, factory]); return { dispose() {} }; } },
  window: { showErrorMessage: (message) => { seen.errors.push(message); } },
  languages: {
    createDiagnosticCollection: () => ({ set: (_, found) => { seen.diagnostics.push(found); }, clear() {}, dispose() {} }),
    registerHoverProvider: register("hover"),
    registerCompletionItemProvider: register("completion"),
    registerDefinitionProvider: register("definition"),
    registerDocumentSymbolProvider: register("symbols"),
    registerDocumentFormattingEditProvider: register("formatting"),
    registerInlayHintsProvider: register("inlay"),
  },
  workspace: {
    textDocuments: [document],
    getConfiguration: () => ({ get: (name, otherwise) => configured[name] ?? otherwise }),
    onDidOpenTextDocument: listen("open"),
    onDidChangeTextDocument: listen("change"),
    onDidCloseTextDocument: listen("close"),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

const until = async (is) => {
  for (let waited = 0; !is(); waited += 10) {
    if (waited > 20000) throw new Error(`never came: ${is}`);
    await new Promise((done) => setTimeout(done, 10));
  }
};
const place = (word, ahead = 1) => {
  const before = text.value.slice(0, text.value.indexOf(word) + ahead).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
};

async function main() {
  const context = { subscriptions: [] };
  const extension = require(path.resolve(folder, "extension.js"));
  await extension.activate(context);
  const adapter = seen.adapters[0][1].createDebugAdapterDescriptor({ configuration: {} });
  const result = { providers: Object.keys(seen.providers), triggers: seen.triggers, adapter, type: seen.adapters[0][0] };
  if (result.providers.length > 0) {
    const { hover, completion, definition, symbols, formatting } = seen.providers;
    await until(() => seen.diagnostics.length > 0);
    result.atFirst = seen.diagnostics.at(-1);
    result.hover = await hover.provideHover(document, place("add"));
    result.nothing = await hover.provideHover(document, { line: 999, character: 0 });
    result.completion = await completion.provideCompletionItems(document, place("add", 2));
    result.definition = await definition.provideDefinition(document, place("start {"));
    result.symbols = await symbols.provideDocumentSymbols(document);
    result.formatting = await formatting.provideDocumentFormattingEdits(document, { tabSize: 4, insertSpaces: true });
    text.value = text.value.replace("add", "addd");
    ++text.version;
    const before = seen.diagnostics.length;
    listeners.change({ document });
    await until(() => seen.diagnostics.length > before);
    result.changed = seen.diagnostics.at(-1);
    listeners.close(document);
    await until(() => seen.diagnostics.length > before + 1);
    result.closed = seen.diagnostics.at(-1);
  } else if (configured.languageServer !== false) {
    await until(() => seen.errors.length > 0);
  }
  for (const each of context.subscriptions) await each.dispose();
  result.errors = seen.errors;
  console.log(JSON.stringify(result));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
