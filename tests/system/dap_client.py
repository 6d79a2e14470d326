"""A client of the Debug Adapter Protocol, like an editor, for scripted sessions."""
import json
import os
import queue
import subprocess
import tempfile
import threading

from running import python


def own_cache(directory):
    """Returns an environment in which PyOpenCL keeps its cache in `directory`: its locks outlive killed programs."""
    return {**os.environ, "PYOPENCL_NO_CACHE": "1", "XDG_CACHE_HOME": directory}


class Client:
    """One session: requests with their answers, and events."""

    def __init__(self, eugene, *command):
        self.cache = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([eugene, "debug", "--dap", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=own_cache(self.cache.name))
        self.last = 0
        self.messages = queue.Queue()
        self.kept = []
        self.paths = set()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
                length = int(line.split(b":")[1])
            if not line:
                return self.messages.put(None)
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def wait(self, wanted):
        """Returns the first wanted message, and keeps the others."""
        for each in self.kept:
            if wanted(each):
                self.kept.remove(each)
                return each
        while True:
            try:
                message = self.messages.get(timeout=40)
            except queue.Empty:
                raise AssertionError(f"nothing comes; kept: {self.kept}") from None
            if message is None:
                raise AssertionError(f"it has ended; kept: {self.kept}")
            if wanted(message):
                return message
            self.kept.append(message)

    def send(self, command, **arguments):
        self.last += 1
        text = json.dumps({"seq": self.last, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()
        return self.last

    def answer(self, number):
        return self.wait(lambda each: each["type"] == "response" and each["request_seq"] == number)

    def ask(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        if not answer["success"]:
            raise AssertionError(f"{command}: {answer['message']}")
        return answer["body"]

    def refused(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        assert not answer["success"], answer
        return answer["message"]

    def event(self, name):
        return self.wait(lambda each: each["type"] == "event" and each["event"] == name)["body"]

    def move(self, command, **arguments):
        """Lets the program run to its next stop."""
        self.ask(command, threadId=arguments.pop("threadId", 1), **arguments)
        return self.event("stopped")

    def begin(self, program=None, arguments=(), path="", breakpoints=(), filters=(), **launch):
        """Starts a session. `program` is a program in Python."""
        self.can = self.ask("initialize", adapterID="eugene")
        self.event("initialized")
        if program:
            command = python(program)
            launch.update(program=command[0], args=[*command[1:], *arguments])
        self.launched = self.send("launch", **launch)
        self.set = self.ask("setBreakpoints", source={"path": path}, breakpoints=list(breakpoints))["breakpoints"]
        self.ask("setExceptionBreakpoints", filters=list(filters))
        self.ask("configurationDone")
        assert self.answer(self.launched)["success"]

    def breakpoints(self, kind, path="", **arguments):
        """Sets the breakpoints of a kind, replacing earlier ones."""
        if kind == "source":
            self.paths.add(path)
            return self.ask("setBreakpoints", source={"path": path}, **arguments)["breakpoints"]
        if kind == "Exception":
            return self.ask("setExceptionBreakpoints", filters=arguments["breakpoints"])
        return self.ask(f"set{kind}Breakpoints", **arguments)["breakpoints"]

    def clear(self):
        for path in list(self.paths):
            self.breakpoints("source", path, breakpoints=[])
        for kind in ("Function", "Instruction", "Data", "Exception"):
            self.breakpoints(kind, breakpoints=[])

    def variables(self, reference):
        return {each["name"]: each for each in self.ask("variables", variablesReference=reference)["variables"]}

    def frames(self, thread):
        return self.ask("stackTrace", threadId=thread)["stackFrames"]

    def scopes(self, thread, level=0):
        frame = self.frames(thread)[level]
        return {each["name"]: each["variablesReference"] for each in self.ask("scopes", frameId=frame["id"])["scopes"]}

    def locals(self, thread, level=0):
        return {name: each["value"] for name, each in self.variables(self.scopes(thread, level)["Locals"]).items()}

    def line(self, thread):
        return self.frames(thread)[0]["line"]

    def output(self, category="stdout"):
        texts = []
        while True:
            message = self.wait(lambda each: each["type"] == "event" and each["event"] in ("output", "terminated"))
            if message["event"] == "terminated":
                return "".join(texts)
            if message["body"]["category"] == category:
                texts.append(message["body"]["output"])

    def end(self):
        self.ask("disconnect")
        self.close()

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()
            self.reader.join(20)
            self.process.stdout.close()
            self.cache.cleanup()
