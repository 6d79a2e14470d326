// A process that speaks the Language Server Protocol 3.17 on its standard input and output: requests, whose answers are
// promises, and notifications both ways. As much of a client as the extension needs, so that it needs no packages.
const { spawn } = require("child_process");

const headEnd = Buffer.from("\r\n\r\n");

class Server {
  // `onNotification(method, params)`; `onEnd(reason)`: the process has ended, or could not be started.
  constructor({ command, args, onNotification, onEnd }) {
    this.onNotification = onNotification;
    this.onEnd = onEnd;
    this.pending = new Map(); // by number
    this.number = 0;
    this.rest = Buffer.alloc(0);
    this.hasEnded = false;
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (bytes) => this.received(bytes));
    this.process.stdin.on("error", () => {}); // the end of the process is told below
    this.process.on("error", (error) => this.ended(error.message));
    this.process.on("exit", (status, signal) => this.ended(signal ? `ended by ${signal}` : `ended with status ${status}`));
  }

  send(message) {
    if (this.hasEnded) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }
  notify(method, params) {
    this.send({ method, params });
  }
  // The result; null where the server answers by an error, or has ended.
  request(method, params) {
    const id = ++this.number;
    if (this.hasEnded) return Promise.resolve(null);
    const answer = new Promise((done) => this.pending.set(id, done));
    this.send({ id, method, params });
    return answer;
  }

  received(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (let message = this.next(); message !== undefined; message = this.next()) this.take(message);
  }
  // The next message that is complete, or undefined.
  next() {
    const end = this.rest.indexOf(headEnd);
    if (end < 0) return undefined;
    const length = Number(/Content-Length: *(\d+)/i.exec(this.rest.subarray(0, end).toString())?.[1] ?? 0);
    const begin = end + headEnd.length;
    if (this.rest.length < begin + length) return undefined;
    const body = this.rest.subarray(begin, begin + length).toString();
    this.rest = this.rest.subarray(begin + length);
    return JSON.parse(body);
  }
  take(message) {
    const done = this.pending.get(message.id);
    if (message.method !== undefined) return this.onNotification(message.method, message.params);
    this.pending.delete(message.id);
    done?.(message.result ?? null);
  }

  ended(reason) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const done of this.pending.values()) done(null);
    this.pending.clear();
    this.onEnd(reason);
  }

  async stop() {
    if (this.hasEnded) return;
    this.onEnd = () => {};
    await this.request("shutdown");
    this.notify("exit");
    this.process.stdin.end();
  }
}

module.exports = { Server };
