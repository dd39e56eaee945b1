// The engine of the page without a server: all tables as WebAssembly. What is to be kept is in the
// database of the browser before the page hears of it.

let engine, database, alarm, queue = Promise.resolve();
const encoder = new TextEncoder(), decoder = new TextDecoder();
/** What is kept where the browser keeps nothing. */
const passing = new Map();
/** The languages of which the engine does not have the sentences. */
const languages = new Set([]);

onmessage = ({ data }) => then(() => (engine ? asked(data) : begin(data)));

function tick() {
  then(() => carryOut(call("tick")));
}

/** Does this after everything before it. */
function then(work) {
  queue = queue.then(work).catch((error) => postMessage({ failed: String(error) }));
}

/** The first message is the engine, which the page has loaded. */
async function begin(module) {
  engine = (await WebAssembly.instantiate(module)).exports;
  database = await opened().catch(() => null);
  setInterval(tick, 1000);
  postMessage({ ready: true, keeps: database !== null });
}

/** Calls the engine; returns its effects. */
function call(what) {
  const bits = crypto.getRandomValues(new Uint8Array(32));
  const entropy = Array.from(bits, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = encoder.encode(JSON.stringify({ now: Date.now(), entropy, call: what }));
  const from = engine.rivals_alloc(text.length);
  new Uint8Array(engine.memory.buffer, from, text.length).set(text);
  const answer = engine.rivals_call(from, text.length);
  const length = new DataView(engine.memory.buffer).getUint32(answer, true);
  const effects = decoder.decode(new Uint8Array(engine.memory.buffer, answer + 4, length));
  engine.rivals_free(answer, length);
  return JSON.parse(effects);
}

/** A message for the tables, or a question of the page itself. */
async function asked(data) {
  if (typeof data === "string") return heard(data);
  if (data.all) return postMessage({ answer: (await library()).games.map(([, lines]) => lines) });
  if (data.games) return postMessage({ answer: await taken(data.games) });
  if (data.record) return postMessage({ answer: (await read(data.record))?.lines ?? [] });
  postMessage({ answer: call({ shared: { lines: data.shared } })[0] });
}

/** What needs to know all games. */
const ALL = ["hello", "home", "person", "practice", "new", "again"];

/** A message of the page; what it needs is read from what is kept. */
async function heard(text) {
  const { do: what, table, lang } = JSON.parse(text);
  if (lang) await learn(lang.split("-")[0].toLowerCase());
  if (ALL.includes(what)) call({ library: await library() });
  const kept = table && (await read(table));
  if (kept) call({ keep: kept });
  await carryOut(call({ message: { text } }));
}

/** Loads a language when a page asks for it first. Without a network the page speaks English. */
async function learn(tag) {
  if (!languages.delete(tag)) return;
  const file = await fetch(new URL(`${tag}.toml`, import.meta.url)).catch(() => null);
  if (file?.ok) call({ language: { tag, text: await file.text() } });
  else languages.add(tag);
}

async function carryOut(effects) {
  for (const { save, send, think, close, tried, wake } of effects) {
    if (tried) await remember(tried);
    if (save && !(await kept(save))) return carryOut(call({ lost: { table: save.table } }));
    if (send) postMessage({ text: send });
    if (think !== undefined) then(() => carryOut(call({ work: { table: think } })));
    if (close) postMessage({ close });
    // Some things go on by themselves within a second: passes, and actions that are held.
    if (wake !== undefined) alarm = (clearTimeout(alarm), setTimeout(tick, wake));
  }
}

// --- What is kept ---

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("rivals", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("tables", { keyPath: "table" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function read(table) {
  return database ? answered("readonly", (store) => store.get(table)) : passing.get(table);
}

/** What the database answers to a request. */
function answered(mode, asked) {
  return new Promise((resolve, reject) => {
    const request = asked(database.transaction("tables", mode).objectStore("tables"));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** All games, and the decisions that were tried again, which stand beside them. */
async function library() {
  const all = database ? await answered("readonly", (store) => store.getAll()) : [...passing.values()];
  const games = all.filter((kept) => kept.lines?.length).map(({ table, lines, state }) => [table, lines, state ?? ""]);
  return { games, drills: all.find((kept) => kept.table === DRILLS)?.drills ?? [] };
}

/** Keeps finished games that come from elsewhere; returns their number, and what is wrong with others. */
async function taken(games) {
  const wrong = [];
  for (const lines of games) {
    const { shared, failed } = call({ shared: { lines } })[0];
    const { table, state } = shared ?? {};
    if (!shared) wrong.push(failed);
    else if (database) await answered("readwrite", (store) => store.put({ table, state, lines }));
    else passing.set(table, { table, state, lines });
  }
  return { taken: games.length - wrong.length, wrong };
}

const DRILLS = "drills";

async function remember(drill) {
  const old = (await read(DRILLS))?.drills ?? [];
  const others = old.filter(({ game, step }) => game !== drill.game || step !== drill.step);
  const now = { table: DRILLS, drills: [...others, drill] };
  if (database) await answered("readwrite", (store) => store.put(now));
  else passing.set(DRILLS, now);
}

/** Keeps what is new of a table, as soon as that is possible; false if another page has gone on with it. */
async function kept(save) {
  // A game that is looked back upon is kept under its own name, or nowhere.
  if (/^(game|shared)-/.test(save.table)) return true;
  for (let failed = false; ; failed = true) {
    try {
      const fits = await (database ? written(save) : passed(save));
      if (failed) tell("");
      return fits;
    } catch (error) {
      if (!failed) tell(`The game cannot be saved now (${error.name}); the page tries again.`);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

function tell(message) {
  postMessage({ text: JSON.stringify({ is: "waiting", message }) });
}

/** The table with what is new; null if it does not follow what was kept. */
function grown(old, { table, state, header, kept, entries }) {
  const lines = header ? [header] : (old?.lines ?? []);
  if (!header && kept !== null && lines.length - 1 !== kept) return null;
  return { table, state, lines: [...lines, ...entries], changed: Date.now() };
}

function written(save) {
  return new Promise((resolve, reject) => {
    const change = database.transaction("tables", "readwrite", { durability: "strict" });
    const store = change.objectStore("tables");
    let fits = true;
    store.get(save.table).onsuccess = ({ target }) => {
      const now = grown(target.result, save);
      fits = now !== null;
      if (fits) store.put(now);
    };
    change.oncomplete = () => resolve(fits);
    change.onabort = () => reject(change.error);
  });
}

function passed(save) {
  const now = grown(passing.get(save.table), save);
  if (now) passing.set(save.table, now);
  return now !== null;
}
