// The page: shows the regions that the program sends, and sends what is pressed. It knows no game.

import { alone, Link, policy } from "./link.js";
import { sound } from "./sound.js";

const at = (id) => document.getElementById(id);
const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return template.content;
};

// --- What is remembered ---

/** What a browser without storage remembers until the page is closed. */
const kept = {};
const SPEEDS = { slow: 1600, normal: 700, fast: 200, off: 0 };
const settings = Object.assign({ mode: "automatic", speed: "normal", sound: "off", theme: "system", phrases: "on", letters: "on", lang: "auto", name: "" }, stored("settings"));

function stored(name) {
  if (name in kept) return kept[name];
  try { return JSON.parse(localStorage.getItem(name) ?? "null"); } catch { return null; }
}

function store(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { kept[name] = value; say(t("This browser keeps no settings and no keys: do not close the page while you play.")); }
}

function change(name, choices) {
  settings[name] = choices[(choices.indexOf(settings[name]) + 1) % choices.length];
  store("settings", settings);
  dress();
}

function dress() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.lang = Object.keys(words).length ? tongue() : "en";
  for (const [part, name, text] of fixed) part[name] = text.replace(/\S.*\S|\S/s, t);
  for (const name of ["mode", "speed", "sound", "letters", "theme", "phrases", "lang"]) {
    const button = at(name);
    const label = name === "lang" ? "Language" : name === "letters" ? "Letter keys" : name[0].toUpperCase() + name.slice(1);
    button.lastChild.textContent = ` ${t(label)}: ${t(settings[name])}`;
  }
}

// --- The language ---

/** What the page says itself in another language than English; games are translated where they are played. */
let words = stored("words") ?? {};
const t = (text) => words[text] ?? text;
const tongue = () => (settings.lang === "auto" ? navigator.language : settings.lang);

/** The texts that stand on the page from the beginning. */
const fixed = [...document.querySelectorAll("[aria-label]")].map((part) => [part, "ariaLabel", part.ariaLabel]);
for (let walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), part; (part = walk.nextNode()); ) fixed.push([part, "data", part.data]);

// How high the question is that is docked below a drawing.
new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--docked", `${target.offsetHeight}px`)).observe(at("ask"));

// --- Where we are ---

/** The most choices that stand side by side, and the most bars of a hint. */
const MOST = 24, MOST_BARS = 12;

const state = { table: null, seat: 0, question: 0, acted: 0, act: null, ask: null, path: [], steps: [], lines: 0, playing: null, wanted: null, pressed: false, step: null, role: "", runs: true, asked: false, build: "", old: false, told: false, once: false, shares: null };

function route() {
  const [, page, one, two] = location.hash.split("/");
  if (page === "key" && one) {
    store("owner", one);
    return location.replace("#/");
  }
  if (page === "watch" && two) {
    store(`watch ${one}`, two);
    return location.replace(`#/t/${one}`);
  }
  if (page === "seat" && two) {
    store(`seat ${one}`, two);
    return location.replace(`#/t/${one}`);
  }
  state.table = page === "t" ? one : page === "r" ? `game-${one}` : null;
  state.reads = page === "r";
  state.page = page === "p" ? { do: "person", name: decoded(one ?? "") } : page === "practice" ? { do: "practice", name: me() } : null;
  state.wanted = page === "sit" ? { table: one, invitation: two } : null;
  Object.assign(state, { lines: 0, steps: [], question: 0, ask: null, path: [], role: "", asked: false, step: null, told: false });
  stop();
  at("log").replaceChildren();
  for (const region of ["top", "ground", "scene", "people", "ask", "side", "roll", "review", "page"]) at(region).replaceChildren();
  at("table").hidden = !state.table;
  at("page").hidden = !state.page;
  if (state.page) at("page").textContent = t("One moment ...");
  at("files").hidden = !(alone && page === "p");
  at("lobby").hidden = !!(state.table || state.page);
  document.title = "rivals";
  if (alone && location.hash.startsWith("#r=")) shown(location.hash.slice(3));
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/** What this browser lacks. */
const lacks = ["WebSocket", alone && "WebAssembly", alone && "Worker", alone && "CompressionStream"].find((name) => name && !(name in globalThis));
if (lacks) throw Object.assign(at("state"), { textContent: `This browser has no ${lacks}, which the tables need. A newer one plays them.` });

const link = new Link(
  () => ({ do: "hello", v: 1, build: state.build, key: (state.table && (stored(`seat ${state.table}`) || stored(`watch ${state.table}`))) || stored("owner"), table: state.table, have: state.lines, lang: tongue() }),
  told,
  (text, seconds) => (at("state").textContent = seconds ? `${t(text)}, ${seconds} s` : t(text)),
  waits,
);
addEventListener("hashchange", () => { const before = location.hash; route(); if (location.hash === before) link.restart(); });
route();

/** Says that an answer is waited for, where nothing else is said, or no longer. */
function waits(on) {
  const text = t("One moment ...");
  if (at("state").textContent === (on ? "" : text)) at("state").textContent = on ? text : "";
}

// --- A game in a link, for a page with its own engine ---

const LONGEST_RECORD = 1 << 20;

/** The bytes that a stream makes of these. A function, as the first route needs it at once. */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function share() {
  if (!alone) return (state.shares = link.ask({ do: "invite" }));
  const lines = await link.engine({ record: state.table });
  if (!lines.some((line) => line.includes('"end":'))) return say(t("A link is made when the game is over."));
  const packed = await through(lines.join("\n"), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  give(`${location.origin}${location.pathname}#r=${text}`);
}

/** Copies a text, or says that it cannot. */
function copy(text) {
  // Pages of other machines without TLS have no clipboard.
  (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => say(t("Copied.")), () => say(t("This browser does not let pages copy: mark the link and copy it.")));
}

/** Shows a link. */
function give(address, text = "Who opens this link sees the whole game, with its review:") {
  question(t(text), address).then((copies) => copies && copy(address));
  at("dialog-yes").textContent = t("Copy");
  at("dialog-input").select();
}

async function shown(text) {
  at("lobby").hidden = true;
  at("table").hidden = false;
  say(t("One moment ..."));
  let game, wrong = "";
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const record = await through(bytes, new DecompressionStream("deflate-raw"));
    if (record.length > LONGEST_RECORD) throw (wrong = "the game is too long");
    const answer = await link.engine({ shared: new TextDecoder().decode(record).trimEnd().split("\n") });
    if (!answer.shared) throw (wrong = answer.failed);
    game = answer.shared;
  } catch {
    return say(`${t("This link holds no game that can be shown.")} ${wrong}`);
  }
  at("side").replaceChildren();
  store(`seat ${game.table}`, game.key);
  state.table = game.table;
  link.restart();
}

/** Gives all games of this browser as a file of JSON lines, as `rivals history export` does. */
async function exported() {
  const games = await link.engine({ all: true });
  const file = document.createElement("a");
  file.download = "rivals.jsonl";
  file.href = URL.createObjectURL(new Blob([games.flat().map((line) => line + "\n").join("")], { type: "application/jsonl" }));
  file.click();
}

/** Takes the finished games of such a file in. */
async function imported(file) {
  const games = [];
  for (const line of (await file.text()).split("\n").filter((line) => line.trim())) {
    if (line.startsWith('{"record":') || !games.length) games.push([]);
    games.at(-1).push(line);
  }
  const { taken, wrong } = await link.engine({ games });
  await question([`${taken} ${t("games are taken in.")}`, ...new Set(wrong)].join("\n"), undefined, true);
  link.restart();
}

// --- Messages ---

function told(message) {
  switch (message.is) {
    case "hello": return welcome(message);
    case "table": return whole(message);
    case "step": case "ask": case "put": return state.step ? null : (state.steps.push(message), play());
    case "done": return done(message);
    case "say": return say(message.text, message.bars);
    case "said": return settings.phrases === "on" && log(message.text);
    case "page": put(message.put); return mine();
    case "frame": return frame(message);
    case "review": at("side").replaceChildren(); put(message.put); if (alone) navigator.storage?.persist?.(); at("review").focus({ preventScroll: true }); return at("review").scrollIntoView();
    case "no": return refused(message);
    case "waiting": return (at("state").textContent = t(message.message));
  }
}

function welcome(message) {
  // Another program than the one that this page is of: the page is loaded again when nothing is asked.
  state.old = state.build !== "" && state.build !== message.build;
  state.build ||= message.build;
  if (state.old && !state.table) return location.reload();
  // What is kept for later is loaded when the page can be used.
  if (alone && isSecureContext) navigator.serviceWorker?.register(policy.createScriptURL("offline.js"));
  words = message.words ?? {};
  store("words", words);
  dress();
  put(message.put ?? {});
  // Nobody can come to a page without a server.
  if (alone) document.querySelectorAll('option[value="open"]').forEach((option) => option.remove());
  if (state.wanted) sit();
  // Each start of a server has a key of its own.
  if (!message.owner && !state.table && stored("owner")) {
    store("owner", null);
    say(t("This is not the key of the server, which has a new one after each start: open the address that it printed."));
  }
  if (message.owner && state.page) link.ask(state.page);
  if (message.owner && !state.table && !state.page) link.ask({ do: "home", name: me() });
}

/** The name under which this browser plays. */
function me() {
  return settings.name || "me";
}

/** What the words for strangers of earlier games begin with. */
const AGAIN = "stranger-of=";

/** Of unfinished games those are offered of which this browser has the key. */
function mine() {
  for (const game of document.querySelectorAll("[data-table]")) game.hidden = !stored(`seat ${game.dataset.table}`);
  if (at("now")) at("now").hidden = !settings.last;
  // Strangers of games that wait for a guess may be met again.
  for (const stranger of document.querySelectorAll("select[name^=seat-] > [value=stranger]")) {
    while (stranger.nextSibling?.value?.startsWith(AGAIN)) stranger.nextSibling.remove();
    stranger.after(...[...(at("met")?.options ?? [])].map((one) => one.cloneNode(true)));
  }
  for (const name of document.querySelectorAll("form[data-game] [name=name]")) name.value ||= settings.name;
}

async function sit() {
  const name = await question(t("Under which name do you take the seat?"), settings.name || "");
  if (!name) return;
  settings.name = name;
  store("settings", settings);
  link.ask({ do: "sit", ...state.wanted, name });
}

function whole(message) {
  Object.assign(state, { steps: [], seat: message.seat, question: message.at, acted: 0, role: message.role, asked: false, told: false });
  at("run").hidden = at("one").hidden = state.role !== "hosts";
  at("seat").hidden = alone || state.role !== "sits" || !stored(`seat ${state.table}`);
  stop();
  put(message.put);
  // Lines that the page had but the server did not keep are told again: the old copies go.
  const twice = message.missed.length && state.lines + message.missed.length - message.lines;
  for (let n = twice; n > 0; n--) at("log").lastChild?.remove();
  message.missed.forEach((line, place) => log(line, message.own.includes(place)));
  state.lines = message.lines;
  open(message.ask);
  more(8);
  if (state.reads && at("review-button") && !at("review").firstChild) link.ask({ do: "review" });
}

function done(message) {
  if (message.watch && message.id === state.shares) return give(`${location.origin}/#/watch/${state.table}/${message.watch}`);
  document.querySelector(".pressed")?.classList.remove("pressed");
  const table = message.table ?? state.wanted?.table;
  const key = message.key ?? (message.table && (stored(`seat ${state.table}`) || stored("owner") || (alone && "owner")));
  state.asked = false;
  if (key && table) {
    store(`seat ${table}`, key);
    location.hash = `#/t/${table}`;
  }
}

/** Lets a table without people go on, if this page does not pause. */
function more(steps, once) {
  if (state.role !== "hosts" || state.asked || !(state.runs || once)) return;
  state.asked = true;
  link.ask({ do: "more", steps });
}

// --- The steps of a game that is over ---

function frame({ step, steps, put: regions, log: lines, own }) {
  // Who has gone back to the end wants no steps any more.
  if (!state.step) return;
  const { wanted } = state.step;
  state.step = { step, steps };
  put(regions);
  at("log").replaceChildren();
  lines.forEach((line, place) => log(line, own.includes(place)));
  if (wanted !== undefined && wanted !== step) look(wanted);
}

/** Shows the game after this number of steps; one at a time is asked for. */
function look(step) {
  if (state.step?.asked) return (state.step.wanted = step);
  state.step = { ...state.step, asked: true };
  link.ask({ do: "at", step });
}

function refused(message) {
  if (state.step) state.step.asked = false;
  const { act, acted } = state;
  state.acted = 0;
  answered(false);
  // The press was answered: from another tab, or a new question follows.
  if (message.why === "stale" && message.id === act?.id && acted) return;
  // The table was sent anew since the press (`whole` clears `acted`), so that the press was lost. It
  // is sent again if the question is the same.
  if (["stale", "wait"].includes(message.why) && message.id === act?.id && !acted) {
    const same = state.ask && act.at === state.question && !state.steps.length;
    return same ? send(act.choice) : say(t("Your choice did not arrive: choose again."));
  }
  const words = message.message.replace(/\.$/, "");
  say(message.help ? `${words}: ${message.help}.` : `${words}.`);
}

// --- What happens, one step after the other ---

function play() {
  if (state.playing || !state.steps.length) return;
  const step = state.steps[0], tells = step.is === "step";
  if (tells && state.role === "hosts" && !state.runs && !state.once) return;
  // A step waits for a press if one was told before it.
  if (tells && state.told && (settings.mode === "interactive" || (settings.mode === "turns" && step.turn))) {
    state.playing = "next";
    at("ask").replaceChildren(parsed('<fieldset><legend></legend><ol class="choices"><li><button id="next"></button></li></ol></fieldset>'));
    return (at("next").textContent = t("Next"));
  }
  state.steps.shift();
  put(step.put);
  if (step.is === "put") return play();
  if (step.is === "ask") {
    state.question = step.at;
    open(step.ask);
    return play();
  }
  log(step.told, step.own);
  state.lines += 1;
  sound(settings.sound, step.sound ?? "step");
  Object.assign(state, { told: true, once: false });
  // The next step is on its way, and is told after a pause; many are told faster.
  const pace = SPEEDS[settings.speed] / Math.max(1, state.steps.length / 6);
  if (!pace) return onward();
  state.playing = setTimeout(onward, pace);
}

function onward() {
  state.playing = null;
  if (!state.steps.length) more(8);
  play();
}

function stop() {
  if (state.playing !== "next") clearTimeout(state.playing);
  state.playing = null;
}

/** Goes to the newest step. */
function finish() {
  stop();
  const speed = settings.speed, mode = settings.mode;
  Object.assign(settings, { speed: "off", mode: "automatic" });
  play();
  Object.assign(settings, { speed, mode });
}

function log(text, own) {
  const line = document.createElement("li");
  // A hash is shown whole when it is pressed.
  line.append(...text.split(/([0-9a-f]{64})/).map((part, place) => (place % 2 ? Object.assign(document.createElement("span"), { className: "hash", tabIndex: 0, textContent: part }) : part)));
  line.className = own ? "own" : "";
  at("log").append(line);
  at("log").scrollTop = at("log").scrollHeight;
}

function say(text, bars = []) {
  if (at("table").hidden) return (at("state").textContent = text);
  const part = document.createElement("p");
  part.className = "said";
  part.textContent = text;
  at("side").replaceChildren(part);
  // What the choices are worth, as lengths.
  for (const [name, share] of bars.slice(0, MOST_BARS)) {
    const row = parsed('<label class="bar"><span></span><meter></meter><span></span></label>').firstChild;
    [row.firstChild.textContent, row.lastChild.textContent, row.children[1].value] = [name, `${(100 * share).toFixed(1)} %`, share];
    at("side").append(row);
  }
}

// --- Regions ---

/** Draws the shapes of a ground that were sent as kind and place alone. */
function unpack(ground) {
  const whole = [...ground.children];
  ground.replaceChildren(...ground.dataset.packed.split("|").map((packed) => {
    if (!packed) return whole.shift();
    const [form, x, y, word] = packed.split(",");
    const shape = document.createElementNS("http://www.w3.org/2000/svg", form ? "use" : "text");
    for (const [name, value] of Object.entries({ x, y, ...(form && { href: `#f${form}` }) })) shape.setAttribute(name, value);
    if (word) Object.assign(shape, { textContent: word }).classList.add("number");
    return shape;
  }));
  delete ground.dataset.packed;
}

function put(regions) {
  for (const [region, html] of Object.entries(regions)) {
    morph(at(region), parsed(html));
    for (const element of at(region).querySelectorAll("[data-style]")) element.style.cssText = element.dataset.style;
  }
  document.querySelectorAll("#ground-shapes[data-packed]").forEach(unpack);
  for (const field of document.querySelectorAll("input[data-link]:not([data-outer])")) field.value = location.origin + "/" + field.dataset.link;
  // The people of a game that is played again keep their keys.
  for (const { dataset } of document.querySelectorAll("[data-again]")) if (!stored(`seat ${dataset.again}`)) store(`seat ${dataset.again}`, stored(`seat ${state.table}`));
  const drawn = document.querySelector("#scene [data-gone]"), gone = new Set(drawn?.dataset.gone.split(" "));
  if (drawn) [...(at("ground-shapes")?.children ?? [])].forEach((shape, place) => shape.classList.toggle("gone", gone.has(`${place}`)));
  closer();
}

/** Makes the children of `old` those of `now`. Elements with the same id stay, so that focus stays. */
function morph(old, now) {
  const kept = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  const next = [...now.childNodes].map((node) => {
    const same = node.nodeType === 1 && node.id && kept.get(node.id);
    if (!same || same.tagName !== node.tagName) return node;
    for (const { name } of [...same.attributes]) if (!node.hasAttribute(name)) same.removeAttribute(name);
    for (const { name, value } of node.attributes) if (same.getAttribute(name) !== value) same.setAttribute(name, value);
    morph(same, node);
    return same;
  });
  if (next.length !== old.childNodes.length || next.some((node, place) => node !== old.childNodes[place])) old.replaceChildren(...next);
}

// --- The drawing, closer ---

const zoom = { by: 1, x: 0.5, y: 0.5 };
const drawn = () => document.querySelector("#scene svg.drawing");

/** Shows the part of the drawing that is looked at, and the buttons where there is a drawing. */
function closer() {
  const drawing = drawn();
  at("zoom").hidden = !drawing;
  if (!drawing) return;
  const [x, y, width, height] = (drawing.dataset.whole ??= drawing.getAttribute("viewBox")).split(" ").map(Number);
  const inside = (middle) => Math.min(1 - 0.5 / zoom.by, Math.max(0.5 / zoom.by, middle));
  Object.assign(zoom, { x: inside(zoom.x), y: inside(zoom.y) });
  drawing.setAttribute("viewBox", [x + width * (zoom.x - 0.5 / zoom.by), y + height * (zoom.y - 0.5 / zoom.by), width / zoom.by, height / zoom.by].join(" "));
  for (const part of [drawing, at("zoom")]) part.classList.toggle("closer", zoom.by > 1);
}

function nearer(times) {
  zoom.by = Math.min(6, Math.max(1, zoom.by * times));
  closer();
}

/** Moves what is looked at by a part of the drawing as it is shown. */
function shift(x, y) {
  Object.assign(zoom, { x: zoom.x + x / zoom.by, y: zoom.y + y / zoom.by });
  closer();
}

/** Brings a place that has the focus into sight. */
function sight(place) {
  const drawing = drawn();
  if (zoom.by === 1 || !drawing?.contains(place)) return;
  const whole = drawing.getBoundingClientRect(), box = place.getBoundingClientRect();
  shift((box.x + box.width / 2 - whole.x) / whole.width - 0.5, (box.y + box.height / 2 - whole.y) / whole.height - 0.5);
}

/** The fingers on the drawing: one moves what is seen closer, two bring it closer. */
const fingers = new Map();
const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
let slid = 0;
at("scene").addEventListener("pointerdown", (event) => { slid = 0; if (event.target.closest("svg.drawing")) fingers.set(event.pointerId, event); });
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => fingers.delete(event.pointerId));
addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId), drawing = drawn();
  if (!before || !drawing) return;
  const was = fingers.size === 2 ? apart() : 0, { width, height } = drawing.getBoundingClientRect();
  fingers.set(event.pointerId, event);
  slid += Math.hypot(event.x - before.x, event.y - before.y);
  if (was) nearer(apart() / was);
  if (zoom.by > 1) shift((before.x - event.x) / width / fingers.size, (before.y - event.y) / height / fingers.size);
});

/** The finger's breadth: what is smaller is met beside it as well. */
const FINGER = 44;

/** The place that can be pressed and is nearest to a press on the drawing, if one is within a finger. */
function near({ clientX, clientY }) {
  const far = (place) => {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const beside = (from, to, press) => Math.max(0, Math.abs(press - (from + to) / 2) - Math.max(FINGER, to - from) / 2);
    return beside(left, right, clientX) + beside(top, bottom, clientY) ? Infinity : Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2);
  };
  const [place] = [...document.querySelectorAll("#scene svg .lit")].map((place) => [place, far(place)]).filter(([, away]) => away < Infinity).sort(([, a], [, b]) => a - b)[0] ?? [];
  return place;
}

// --- The question ---

/** The items of a list of choices; where they are many, in groups by the words with which they begin. */
function grouped(choices) {
  if (choices.length <= MOST) return choices.map(([, item]) => item);
  const words = choices.map(([name]) => name.split(" ")), all = words[0];
  let same = 0;
  while (same < all.length && words.every((other) => other[same] === all[same])) same++;
  const groups = new Map();
  choices.forEach((choice, place) => groups.set(words[place][same], [...(groups.get(words[place][same]) ?? []), choice]));
  // All are called the same.
  if (groups.size < 2) return choices.map(([, item]) => item);
  let parts = [...groups.values()];
  const each = Math.ceil(parts.length / MOST), ranges = each > 1;
  if (ranges) parts = parts.flatMap((_, place) => (place % each ? [] : [parts.slice(place, place + each).flat()]));
  return parts.map((part) => {
    if (part.length === 1) return part[0][1];
    const group = parsed('<li class="group"><details><summary></summary><ol class="choices"></ol></details></li>').firstChild;
    const called = ranges ? `${part[0][0]} - ${part.at(-1)[0]}` : words[choices.indexOf(part[0])].slice(0, same + 1).join(" ");
    group.querySelector("summary").textContent = `${called} (${part.length})`;
    group.querySelector("ol").append(...grouped(part));
    return group;
  });
}

/** A choice as an item of a list. */
function item(name, choice) {
  const one = parsed("<li><button></button></li>").firstChild;
  Object.assign(one.firstChild, { textContent: name, id: `choice-${choice}` }).dataset.choice = choice;
  return one;
}

/** Lists the choices that were sent as names, and puts many into groups. */
function list(names) {
  const choices = at("ask").querySelector(".choices");
  if (names && choices) choices.replaceChildren(...names.map(item));
  if (!(choices?.children.length > MOST)) return;
  const none = choices.querySelector("[data-guess='']")?.closest("li");
  none?.remove();
  choices.replaceChildren(...(none ? [none] : []), ...grouped([...choices.children].map((one) => [one.textContent, one])));
}

/** Shows those groups in which a choice is left, opened where choices are looked for. */
function regroup(opened) {
  for (const group of document.querySelectorAll("#ask .group")) {
    group.hidden = [...group.querySelectorAll("li:not(.group)")].every((choice) => choice.hidden);
    if (opened !== undefined) group.firstChild.open = opened;
  }
}

/** Shows whether the question has been answered. */
function answered(on) {
  at("ask").classList.toggle("answered", on);
  if (!on) document.querySelector(".pressed")?.classList.remove("pressed");
}

function open(ask) {
  Object.assign(state, { ask, path: [], pressed: false });
  answered(false);
  list(ask?.names);
  forward();
  if (ask) link.send({ do: "seen", at: state.question });
  else if (state.old) location.reload();
  light();
  at("share").hidden = !at("replay") || state.role === "watches";
  for (const tool of ["hint", "why", "undo"]) tooled(tool).hidden = !!document.querySelector("#replay, [data-guess]") || state.role !== "sits";
  document.title = ask ? t("Your turn - rivals") : "rivals";
  if (ask) sound(settings.sound, "turn");
  // Who chose by keys goes on there.
  if (state.keys && !document.activeElement?.offsetParent) at("ask").focus({ preventScroll: true });
}

/** The choices that continue the path of places that were pressed. */
function possible() {
  const picks = state.ask?.picks ?? [];
  const fits = (path) => state.path.every((place, step) => path[step] === place);
  return [...picks.keys()].filter((choice) => picks[choice].length && fits(picks[choice]));
}

/** Presses what all choices begin with, such as the only unit. */
function forward() {
  const choices = possible(), step = state.path.length;
  const first = choices.length && state.ask.picks[choices[0]][step];
  const longer = choices.length > 1 && choices.some((choice) => state.ask.picks[choice].length > step + 1);
  if (first && longer && choices.every((choice) => state.ask.picks[choice][step] === first)) state.path.push(first);
}

function light() {
  document.querySelectorAll(".lit, .taken").forEach((place) => { place.classList.remove("lit", "taken"); place.removeAttribute("tabindex"); place.removeAttribute("role"); });
  for (const id of state.path) at(id)?.classList.add("taken");
  const choices = possible();
  const places = new Map();
  for (const choice of choices) {
    const id = state.ask.picks[choice][state.path.length] ?? "";
    places.set(id, [...(places.get(id) ?? []), choice]);
  }
  for (const [id, here] of places) {
    const place = at(id), words = document.querySelector(`[data-choice="${here[0]}"]`)?.textContent;
    place?.classList.add("lit");
    // What is pressed there, for readers.
    for (const [name, value] of Object.entries({ role: "button", tabindex: "-1", "aria-label": here.length === 1 ? words : `${words} (${here.length})` })) place?.setAttribute(name, value);
  }
  const picked = state.pressed && state.path.length > 0;
  for (const button of document.querySelectorAll("[data-choice]")) button.closest("li").hidden = picked && !choices.includes(+button.dataset.choice);
  regroup(picked);
}

function pick(id) {
  const fits = () => possible().some((choice) => state.ask.picks[choice][state.path.length] === id);
  // Another place than those that go on begins anew.
  if (!fits()) {
    const again = state.path.includes(id);
    Object.assign(state, { path: [], pressed: false });
    forward();
    if (again || !fits()) return light();
  }
  state.path.push(id);
  state.pressed = true;
  const choices = possible();
  if (choices.length === 1) return choose(choices[0]);
  light();
  // Several choices at the same places are told apart by their words.
  if (choices.every((choice) => state.ask.picks[choice].length === state.path.length)) document.querySelector(`[data-choice="${choices[0]}"]`)?.focus();
}

async function choose(choice) {
  // A second press says nothing new.
  if (state.acted === state.question) return;
  const confirm = state.ask?.confirm?.[choice];
  state.path = [];
  light();
  if (confirm && !(await question(confirm))) return;
  send(choice);
}

/** Answers the question that is open. */
function send(choice) {
  state.keys = document.activeElement !== document.body;
  document.querySelector(`[data-choice="${choice}"]`)?.classList.add("pressed");
  at("side").replaceChildren();
  state.told = false;
  state.acted = state.question;
  answered(true);
  const id = link.ask({ do: "act", at: state.question, choice, hold: settings.mode === "interactive" });
  state.act = { id, choice, at: state.question };
}

/** Asks in a dialog; with a text, for another text; or only tells. */
function question(text, answer, tells = false) {
  const dialog = at("dialog"), input = at("dialog-input");
  at("dialog-text").textContent = text;
  input.hidden = answer === undefined;
  input.value = answer ?? "";
  at("dialog-yes").textContent = t(answer === undefined && !tells ? "Yes" : "OK");
  at("dialog-no").hidden = tells;
  at("dialog-no").textContent = t(answer === undefined ? "No" : "Cancel");
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" && (answer === undefined || input.value.trim())), { once: true }));
}

// --- Presses and keys ---

const tools = {
  hint: () => link.ask({ do: "hint" }),
  why: () => link.ask({ do: "why" }),
  undo: () => link.ask({ do: "undo" }),
  nearer: () => nearer(1.5),
  farther: () => nearer(1 / 1.5),
  whole: () => nearer(0),
  mine: () => at("mine").setAttribute("aria-pressed", at("log").classList.toggle("mine")),
  letters: () => change("letters", ["on", "off"]),
  guide: () => link.ask({ do: "guide" }),
  share,
  seat: () => give(`${location.origin}/#/seat/${state.table}/${stored(`seat ${state.table}`)}`, "Open this link on another device to go on there. Who has it plays for you:"),
  last: () => say(at("log").lastElementChild?.textContent ?? t("Nothing has happened yet.")),
  mode: () => change("mode", ["automatic", "interactive", "turns"]),
  speed: () => change("speed", Object.keys(SPEEDS)),
  sound: () => { change("sound", ["off", "on"]); sound(settings.sound, "turn"); },
  phrases: () => change("phrases", ["on", "off"]),
  run: () => { state.runs = !state.runs; at("run").textContent = t(state.runs ? "Pause" : "Play"); play(); more(8); },
  one: () => { state.once = true; if (state.steps.length) play(); else more(1, true); },
  theme: () => change("theme", ["system", "light", "dark"]),
  lang: () => { change("lang", ["auto", "en", "ca", "es"]); link.restart(); },
};
/** The button of a tool. */
const tooled = (name) => document.querySelector(`[data-tool=${name}]`);
const KEYS = { h: "hint", w: "why", u: "undo", l: "last", "?": "guide", m: "mode", s: "speed", "+": "nearer", "-": "farther", 0: "whole" };

document.addEventListener("click", (event) => {
  const found = (name) => event.target.closest(name);
  const choice = found("[data-choice]"), guess = found("[data-guess]"), ask = found("[data-do]"), tool = found("[data-tool]");
  if (tool) return tools[tool.dataset.tool]();
  if (found("#next")) { at("ask").replaceChildren(); stop(); state.told = false; return play(); }
  if (choice) return choose(+choice.dataset.choice);
  if (guess) return link.ask({ do: "guess", choice: guess.dataset.guess === "" ? null : +guess.dataset.guess });
  if (ask?.dataset.do === "review") say(t("One moment ..."));
  if (ask) return link.ask({ do: ask.dataset.do });
  const seat = found("[data-invite]"), phrase = found("[data-say]"), allow = found("[data-allow]");
  const step = found("[data-at]"), tried = found("[data-tried]"), day = found("[data-day]");
  if (step) return look(+step.dataset.at);
  if (found("[data-leave]")) { Object.assign(state, { step: null, lines: 0 }); at("log").replaceChildren(); return link.restart(); }
  if (tried) return link.ask({ do: "practice", name: me(), tried: { game: +tried.dataset.game, step: +tried.dataset.step, choice: +tried.dataset.tried } });
  if (day) return link.ask({ do: "new", game: day.dataset.game, seats: [{ person: me() }, { agent: day.dataset.opponent }], day: day.dataset.day });
  if (found("#export")) return exported();
  if (found("[data-copy]")) return copy(found("[data-copy]").previousElementSibling.value);
  if (found("#now")) return link.ask(settings.last);
  if (seat) return link.ask({ do: "invite", seat: +seat.dataset.invite });
  if (phrase) return link.ask({ do: "say", phrase: +phrase.dataset.say });
  if (allow) return link.ask({ do: "allow", on: allow.dataset.allow === "true" });
  if (found("input[data-link]")) return found("input[data-link]").select();
  // A finger that moved the drawing presses nothing.
  if (slid > 10 && found("#scene svg")) return (slid = 0);
  const lit = found(".lit") ?? (found("#scene svg") && event.detail ? near(event) : null);
  if (lit) return pick(lit.id);
  if (found("#scene") && state.pressed) return pick("");
  if (found("#scene")) finish();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.game) return;
  event.preventDefault();
  at("state").textContent = "";
  state.keys = event.submitter?.matches(":focus-visible");
  const fields = new FormData(form);
  const agents = fields.get("agents") !== null, minutes = +fields.get("minutes");
  const seats = [agents ? { agent: "stranger" } : { person: fields.get("name").trim() || "me" }];
  for (let seat = 2; seat <= +fields.get("seats"); seat++) {
    const who = fields.get(`seat-${seat}`);
    seats.push(who === "open" ? "open" : { agent: who });
  }
  settings.name = fields.get("name").trim() || settings.name;
  const plan = { do: "new", game: form.dataset.game, seats, hints: fields.get("hints") !== null, learn: fields.get("learn") !== null, watch: fields.get("watch") !== null, clock: minutes ? { minutes, increment: +fields.get("increment") } : null };
  // A stranger is met again once.
  settings.last = { ...plan, seats: seats.map((one) => (one.agent?.startsWith(AGAIN) ? { agent: "stranger" } : one)) };
  store("settings", settings);
  link.ask(plan);
});

document.addEventListener("input", (event) => {
  if (event.target.id === "search") {
    const words = event.target.value.toLowerCase();
    for (const button of document.querySelectorAll("[data-choice]")) button.closest("li").hidden = !button.textContent.toLowerCase().includes(words);
    at("nothing").hidden = [...document.querySelectorAll("[data-choice]")].some((button) => !button.closest("li").hidden);
    regroup(words !== "");
  } else if (event.target.id === "import" && event.target.files[0]) {
    imported(event.target.files[0]);
  } else if (event.target.id === "step") {
    look(+event.target.value);
  } else if (event.target.id === "kinds") {
    for (const game of document.querySelectorAll("[data-kind]")) game.hidden = ![game.dataset.kind, ""].includes(event.target.value);
  } else if (event.target.name?.startsWith("seat-")) {
    event.target.closest("label").nextElementSibling.textContent = event.target.selectedOptions[0].title;
  } else if (event.target.name === "seats") {
    for (const row of event.target.form.querySelectorAll("[data-seat]")) row.hidden = +row.dataset.seat > +event.target.value;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || at("dialog").open || at("table").hidden) return;
  const { key } = event;
  if (key.length === 1 && key !== " " && settings.letters === "off") return;
  // What is being told is told at once by any key that does nothing else.
  if (state.playing && state.playing !== "next" && /^([^ ]|Arrow.*|Escape)$/.test(key) && !KEYS[key]) return event.preventDefault(), finish();
  if ("[]".includes(key) && at("replay")) return look(0);
  if ("[]".includes(key)) return at(key === "[" ? "before" : "after")?.click();
  if (KEYS[key]) return tooled(KEYS[key]).hidden ? null : tools[KEYS[key]]();
  // Where more can be chosen, two digits would choose twice.
  const numbered = document.querySelectorAll("[data-choice], [data-guess]");
  if (/^[1-9]$/.test(key)) return numbered.length < 10 && numbered[key - 1]?.click();
  if (key.startsWith("Arrow")) return event.preventDefault(), move(key.slice(5));
  if (key === "Escape") { Object.assign(state, { path: [], pressed: false }); forward(); return light(); }
  if (key !== "Enter" && key !== " ") return;
  const place = document.activeElement.closest?.(".lit");
  if (place) { event.preventDefault(); return pick(place.id); }
  if (document.activeElement.matches("button, a, summary")) return;
  event.preventDefault();
  if (at("next")) at("next").click();
  else finish();
});

setInterval(() => {
  for (const clock of document.querySelectorAll(".clock[data-runs]")) {
    const left = Math.max(0, clock.dataset.left - 1000), seconds = Math.floor(left / 1000);
    clock.dataset.left = left;
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}, 1000);

/** Moves the focus to the nearest place that can be pressed in a direction, or among the choices. */
function move(direction) {
  const lit = [...document.querySelectorAll("#scene .lit")];
  const all = lit.length ? lit : [...document.querySelectorAll("#ask :is(button, summary)")].filter((button) => button.checkVisibility());
  const from = all.includes(document.activeElement) ? document.activeElement : null;
  if (!from) { all[0]?.focus(); return sight(all[0]); }
  const middle = (element) => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  const ahead = { Up: (dx, dy) => [-dy, dx], Down: (dx, dy) => [dy, dx], Left: (dx, dy) => [-dx, dy], Right: (dx, dy) => [dx, dy] }[direction];
  const far = (element) => { const [ex, ey] = middle(element), [along, across] = ahead(ex - x, ey - y); return along > 1 ? along + 3 * Math.abs(across) : Infinity; };
  const next = all.reduce((best, element) => (far(element) < far(best) ? element : best));
  if (far(next) === Infinity) return;
  next.focus();
  sight(next);
}

dress();
