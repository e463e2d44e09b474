#!/usr/bin/env node
// Signs in with the built-in sandbox through `journey rpc`, one message a line. Node alone, no package.
//
//   scripts/clients/login.mjs [PATH OF journey]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A running `journey rpc`. Calls may be made side by side: an answer finds its call by the id. */
class Journey {
  #process;
  #calls = new Map();
  #lastId = 0;

  constructor(program, ...options) {
    this.#process = spawn(program, [...options, "rpc"], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
    this.#process.on("exit", () => {
      for (const { reject } of this.#calls.values()) reject(new Error("journey ended"));
    });
  }

  call(method, params = {}) {
    const id = ++this.#lastId;
    this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }));
  }

  #take(message) {
    const call = this.#calls.get(message.id);
    if (!call) return; // a notification
    this.#calls.delete(message.id);
    if (message.error) call.reject(new Error(message.error.message));
    else call.resolve(message.result);
  }

  close() {
    this.#process.stdin.end();
  }
}

const journey = new Journey(process.argv[2] ?? "journey", "--sandbox");
await journey.call("start", { journey: "Login" });
await journey.call("set", { target: "NameCallback", value: "demo" });
await journey.call("set", { target: "PasswordCallback", value: "Ch4ng31t" });
const node = await journey.call("next");
console.log(node.kind);
journey.close();
