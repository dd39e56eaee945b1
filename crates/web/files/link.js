// The connection to the program: one WebSocket, or the engine in this browser; messages that are sent
// again until they are answered, and a new connection when one is lost.

/** The only place where texts become parts of the page, or addresses of programs. */
export const policy = globalThis.trustedTypes?.createPolicy("rivals", { createHTML: (html) => html, createScriptURL: (url) => url }) ?? { createHTML: (html) => html, createScriptURL: (url) => url };

/** The address of the engine, in a page without a server. */
const address = document.documentElement.dataset.engine;
let worker;

/** Whether the engine is in this browser. */
export const alone = address !== undefined;

/** The engine in this browser, with the face of a socket. */
class Engine {
  constructor() {
    this.readyState = WebSocket.CONNECTING;
    if (!worker) {
      worker = new Worker(policy.createScriptURL(address), { type: "module" });
      worker.ready = new Promise((resolve, reject) => { worker.onmessage = ({ data }) => (data.ready ? resolve(data) : reject(data)); worker.onerror = reject; loaded().then((module) => worker.postMessage(module)).catch(reject); });
    }
    worker.ready.then((data) => this.opened(data), () => this.onfailed());
  }

  opened({ keeps }) {
    worker.onmessage = ({ data }) => (data.answer ? this.answer(data.answer) : data.text ? this.onmessage({ data: data.text }) : data.close ? this.onclose({ code: data.close }) : this.onfailed());
    this.readyState = WebSocket.OPEN;
    this.onopen(keeps);
  }

  send(text) { worker.postMessage(text); }

  close() { this.readyState = WebSocket.CLOSED; }
}

/** The engine from its compressed file, which the page has preloaded; a worker would load it once more. Many hosts compress nothing, some do not know the type of the plain file, and some browsers cannot unpack. */
async function loaded() {
  const file = async (name) => (await fetch(new URL(name, import.meta.url))).body;
  const module = (body) => WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
  return file("rivals.gz.bin").then((body) => module(body.pipeThrough(new DecompressionStream("gzip")))).catch(async () => module(await file("rivals.wasm")));
}

export class Link {
  /** `hello` makes the first message; `told` is called with each message, `state` with what to say of the connection, `waits` with whether an answer is late. */
  constructor(hello, told, state, waits) {
    Object.assign(this, { hello, told, state, waits, waiting: new Map(), number: 0 });
    this.tab = Math.random().toString(36).slice(2, 8);
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.again());
    document.addEventListener("visibilitychange", () => this.wake());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = address ? new Engine() : new WebSocket(location.origin.replace(/^http/, "ws") + "/ws");
    this.socket = socket;
    socket.onfailed = () => this.state("The engine of this page has stopped. What was confirmed is kept: load the page again.");
    socket.onopen = (keeps) => {
      this.since = undefined;
      this.state(keeps === false ? "This browser keeps no games: they are gone when the page is closed." : "");
      socket.send(JSON.stringify(this.hello()));
      for (const message of this.waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.read(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.lost(event.code);
    clearInterval(this.pulse);
    this.pulse = setInterval(() => this.probe(), 20_000);
  }

  read(message) {
    clearTimeout(this.alarm);
    this.alarm = undefined;
    this.waiting.delete(message.id);
    this.patient();
    this.told(message);
  }

  lost(code) {
    clearInterval(this.pulse);
    if (code === 4001) return this.state("This seat is open in four newer tabs. Load this page again to go on here.");
    this.since ??= Date.now();
    const away = Math.round((Date.now() - this.since) / 1000);
    // A server that begins again is back within seconds; one that is away longer is asked less often.
    const wait = (away < 10 ? 0.5 : away < 120 ? 1 : 5) * (0.8 + 0.4 * Math.random());
    this.state(code === 1013 ? "The server is full; trying again" : "Reconnecting", away);
    this.timer = setTimeout(() => this.open(), 1000 * wait);
  }

  /** Opens the connection at once if it is lost. */
  again() {
    if (this.socket.readyState > WebSocket.OPEN) this.open();
  }

  /** After a sleep a socket may look open and be dead. */
  wake() {
    if (document.hidden) return;
    this.again();
    this.probe();
  }

  /** A socket that does not answer within five seconds is dead. An engine may be at work. */
  probe() {
    clearTimeout(this.alarm);
    if (this.send({ do: "ping" }) && !alone) this.alarm = setTimeout(() => { this.socket.close(); this.open(); }, 5000);
  }

  /** Begins anew as somebody else, or at another table. */
  restart() {
    this.waiting.clear();
    this.patient();
    const old = this.socket;
    this.open();
    old.close();
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Asks the engine in this browser for the record of a table, or gives it one. */
  async engine(question) {
    await worker.ready;
    return new Promise((resolve) => { this.socket.answer = resolve; worker.postMessage(question); });
  }

  /** Says so where an answer takes long, until all have come. */
  patient() {
    if (this.waiting.size) return (this.patience ??= setTimeout(() => this.waits(true), 1000));
    clearTimeout(this.patience);
    this.patience = undefined;
    this.waits(false);
  }

  /** Asks something that is answered; it is asked again after a lost connection. */
  ask(message) {
    const id = `${this.tab}-${++this.number}`;
    this.waiting.set(id, { ...message, id });
    this.patient();
    if (this.send(this.waiting.get(id))) this.alarm ??= setTimeout(() => this.probe(), 3000);
    return id;
  }
}
