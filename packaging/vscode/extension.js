// Starts `eugene debug --dap` for each session; the program to run is named by its launch request.
const vscode = require("vscode");

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor: ({ configuration }) =>
      new vscode.DebugAdapterExecutable(configuration.eugene || "eugene", ["debug", "--dap", ...(configuration.options || [])]),
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("eugene", factory));
};
