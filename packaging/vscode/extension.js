// Debug sessions by `eugene debug --dap`, which runs the program that the launch request names; and assembly and vISA by
// the language server.
const vscode = require("vscode");
const language = require("./language");

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor: ({ configuration }) => {
      const command = configuration.eugene || vscode.workspace.getConfiguration("eugene").get("command", "eugene");
      return new vscode.DebugAdapterExecutable(command, ["debug", "--dap", ...(configuration.options || [])]);
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("eugene", factory));
  return language.start(context);
};
