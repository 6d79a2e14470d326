// `eugene lsp` for assembly and vISA: what it can is offered to the editor, and its texts follow the editor's.
const vscode = require("vscode");
const { Server } = require("./server");

const language = "gen-assembly";
const selector = { language };

const position = ({ line, character }) => ({ line, character });
const range = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
// Kinds count from 1 in the protocol, and from 0 in the editor.
const kind = (number) => number - 1;

function diagnostic(found) {
  const result = new vscode.Diagnostic(range(found.range), found.message, kind(found.severity));
  result.source = found.source;
  result.code = found.code;
  return result;
}

function item(found) {
  return new vscode.CompletionItem(found.label, kind(found.kind));
}

function symbol(found) {
  return new vscode.DocumentSymbol(found.name, "", kind(found.kind), range(found.range), range(found.selectionRange));
}

function inlay(found) {
  const hint = new vscode.InlayHint(new vscode.Position(found.position.line, found.position.character),
    typeof found.label === "string" ? found.label : found.label.map((part) => part.value).join(""));
  hint.paddingLeft = found.paddingLeft;
  hint.paddingRight = found.paddingRight;
  if (found.tooltip) hint.tooltip = found.tooltip.value ?? found.tooltip;
  return hint;
}

// The providers of what `capabilities` names.
function providers(server, capabilities) {
  const { languages } = vscode;
  const ask = (method, document, more) =>
    server.request(`textDocument/${method}`, { textDocument: { uri: document.uri.toString() }, ...more });
  const at = (method, document, place) => ask(method, document, { position: position(place) });
  const all = [];
  if (capabilities.hoverProvider)
    all.push(languages.registerHoverProvider(selector, {
      async provideHover(document, place) {
        const found = await at("hover", document, place);
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
      },
    }));
  if (capabilities.completionProvider)
    all.push(languages.registerCompletionItemProvider(selector, {
      async provideCompletionItems(document, place) {
        return ((await at("completion", document, place)) ?? []).map(item);
      },
    }, ...(capabilities.completionProvider.triggerCharacters ?? [])));
  if (capabilities.definitionProvider)
    all.push(languages.registerDefinitionProvider(selector, {
      async provideDefinition(document, place) {
        const found = await at("definition", document, place);
        return found && new vscode.Location(document.uri, range(found.range));
      },
    }));
  if (capabilities.documentSymbolProvider)
    all.push(languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document) {
        return ((await ask("documentSymbol", document)) ?? []).map(symbol);
      },
    }));
  if (capabilities.documentFormattingProvider)
    all.push(languages.registerDocumentFormattingEditProvider(selector, {
      async provideDocumentFormattingEdits(document, options) {
        const edits = (await ask("formatting", document, { options })) ?? [];
        return edits.map((each) => vscode.TextEdit.replace(range(each.range), each.newText));
      },
    }));
  if (capabilities.inlayHintProvider)
    all.push(languages.registerInlayHintsProvider(selector, {
      async provideInlayHints(document, { start, end }) {
        return ((await ask("inlayHint", document, { range: { start: position(start), end: position(end) } })) ?? []).map(inlay);
      },
    }));
  return all;
}

// The documents of the language, as the server knows them.
function follow(server) {
  const { workspace } = vscode;
  const is = (document) => document.languageId === language;
  const open = (document) => {
    if (!is(document)) return;
    const { version } = document;
    server.notify("textDocument/didOpen",
      { textDocument: { uri: document.uri.toString(), languageId: language, version, text: document.getText() } });
  };
  const named = (document) => ({ uri: document.uri.toString(), version: document.version });
  workspace.textDocuments.forEach(open);
  return [
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!is(document)) return;
      server.notify("textDocument/didChange", { textDocument: named(document), contentChanges: [{ text: document.getText() }] });
    }),
    workspace.onDidCloseTextDocument((document) => {
      if (is(document)) server.notify("textDocument/didClose", { textDocument: named(document) });
    }),
  ];
}

// Starts the server; `context.subscriptions` ends it. What it can is known when the promise has come.
async function start(context) {
  const settings = vscode.workspace.getConfiguration("eugene");
  if (!settings.get("languageServer", true)) return;
  const command = settings.get("command", "eugene");
  const diagnostics = vscode.languages.createDiagnosticCollection("eugene");
  const server = new Server({
    command,
    args: ["lsp"],
    onNotification(method, { uri, diagnostics: found } = {}) {
      if (method === "textDocument/publishDiagnostics") diagnostics.set(vscode.Uri.parse(uri), found.map(diagnostic));
    },
    onEnd(reason) {
      diagnostics.clear();
      vscode.window.showErrorMessage(`'${command} lsp', which checks assembly, is not there: ${reason}. The setting eugene.command names it.`);
    },
  });
  context.subscriptions.push(diagnostics, { dispose: () => server.stop() });
  const answer = await server.request("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  if (!answer) return;
  server.notify("initialized", {});
  context.subscriptions.push(...providers(server, answer.capabilities), ...follow(server));
}

module.exports = { start };
