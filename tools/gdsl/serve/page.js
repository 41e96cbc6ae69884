// The page of `gdsl serve`: asks the server after each edit, and shows what comes back to the newest one. All text is
// set as text, never as HTML.
"use strict";

const at = id => document.getElementById(id);
const KINDS = {k: "keyword", t: "type", c: "comment", s: "string", n: "number", p: "preprocessor"};
const TABS = ["cuda", "mapped", "ptx", "explore"];
/** Milliseconds without an edit before each kind of work is asked for. */
const DELAYS = {compile: 10, judge: 120, measure: 300, assemble: 600};

function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** The token comes in the fragment, which no server sees, and stays with the tab, not in the address. */
function takeToken() {
  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem("token", found[1]);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token") || "";
}

const token = takeToken();
let editor = null, start = null, edit = 0;
/** The text in the file, and the same as the editor has it, with its own ends of lines. */
let onDisk = "", saved = "", opened = "";
let timers = {}, exploring = null;

function tell(text) { at("state").textContent = text; }

async function request(path, body, signal) {
  const headers = {"Content-Type": "application/json", "X-Maxwarp-Token": token};
  const response = await fetch(`/api/${path}`, {method: "POST", headers, body: JSON.stringify(body), signal});
  if (response.ok) return response;
  if (response.status === 403) throw new Error("no access: open the address that `gdsl serve` has printed");
  throw new Error((await response.json()).error);
}

async function ask(path, body) { return (await request(path, body)).json(); }

/** Numbers of edits grow from page to page, too. */
function nextEdit() { edit = Math.max(edit + 1, Date.now() * 1000); }

function argumentsGiven() {
  return Object.fromEntries(at("arguments").value.split(/\s+/).filter(Boolean).map(word => {
    const equals = word.indexOf("=");
    return equals < 0 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
  }));
}

function question() {
  return {program: at("program").value, text: editor.text(), map: at("map").value.replace(/\s/g, ""), arguments: argumentsGiven(), edit};
}

/** What the first algorithm asks for: node 0 for each node. */
function guessedArguments(text) {
  const head = /\balgorithm\s+\w+\s*\(([^)]*)\)/.exec(text);
  const nodes = (head ? head[1].split(",") : []).map(one => /^\s*(\w+)\s*:\s*node\s*$/.exec(one));
  return nodes.filter(Boolean).map(found => `${found[1]}=0`).join(" ");
}

/** Bytes of a text as UTF-16 units, of which editors count. */
function unitsAt(text) {
  const bytes = new TextEncoder().encode(text), decoder = new TextDecoder();
  return offset => bytes.length === text.length ? offset : decoder.decode(bytes.subarray(0, offset)).length;
}

function diagnosticLine(one) {
  const where = one.range ? `${one.file ? one.file + ":" : ""}${one.range.line}:${one.range.column}` : "";
  const place = element("button", {type: "button"}, where);
  if (one.range && !one.file) place.addEventListener("click", () => editor.goTo(one.range.line));
  return element("li", {class: one.severity}, ...(where ? [place, " "] : []), `${one.severity}: ${one.message}`);
}

function showDiagnostics(answer, text) {
  const units = unitsAt(text), all = answer.diagnostics || [];
  editor.setDiagnostics(all.filter(one => one.range && !one.file).map(one => ({
    from: units(one.range.offset), to: units(one.range.end_offset), severity: one.severity === "remark" ? "hint" : one.severity,
    message: one.message})));
  const lines = all.flatMap(one => [one, ...(one.notes || [])]).map(diagnosticLine);
  if (answer.message) lines.push(element("li", {class: "error"}, answer.message));
  if (answer.truncated) lines.push(element("li", {}, "and more errors"));
  at("diagnostics").replaceChildren(...lines);
}

function coloredLine(pieces) {
  return [...pieces.map(piece => piece[0] === " " ? piece.slice(1) : element("span", {class: KINDS[piece[0]] || ""}, piece.slice(1))), "\n"];
}

/** A text that is there is replaced; one that is not leaves the last one, greyed. */
function showText(id, children) {
  at(id).classList.toggle("old", !children);
  if (children) at(id).replaceChildren(...children);
}

const show = {
  compile(answer, asked) {
    showDiagnostics(answer, asked.text);
    editor.setColors(answer.program);
    showText("cuda", answer.cuda && answer.cuda.flatMap(coloredLine));
    showText("mapped", answer.mapped && [answer.mapped]);
  },
  judge(answer) { if (answer.knobs) showKnobs(answer.knobs); },
  measure(answer) { showMetrics(answer); },
  assemble(answer) {
    at("ptx").classList.remove("old");
    at("ptx").textContent = answer.ptx || answer.message;
  },
};

/** Asks for one kind of work, and shows the answer if nothing newer has been asked for meanwhile. */
async function work(kind) {
  const asked = question();
  try {
    const answer = await ask(kind, asked);
    if (answer.stale || asked.edit !== edit) return;
    show[kind](answer, asked);
    tell("");
  } catch (error) {
    if (asked.edit === edit) tell(error.message);
  }
}

function changed() {
  nextEdit();
  at("save").disabled = !isChanged();
  at("metrics").classList.add("old");
  at("ptx").classList.add("old");
  for (const [kind, delay] of Object.entries(DELAYS)) {
    clearTimeout(timers[kind]);
    if (kind === "assemble" && at("ptx").hidden) continue;
    timers[kind] = setTimeout(() => work(kind), delay);
  }
}

/** The value that the mapping has for an axis, or its default. */
function chosenValue(axis) {
  const setting = at("map").value.split(",").map(one => one.trim()).find(one => one.startsWith(`${axis.key}=`));
  return setting ? setting.slice(axis.key.length + 1) : axis.default;
}

function turn(axis, value) {
  const others = at("map").value.split(",").map(one => one.trim()).filter(one => one && !one.startsWith(`${axis.key}=`));
  at("map").value = [...others, ...(value === axis.default ? [] : [`${axis.key}=${value}`])].join(",");
  changed();
}

/** A crossed-out value stays in reach of the keyboard, as it has something to say. */
function knob(axis, value, why) {
  const button = element("button", {type: "button", "aria-pressed": String(chosenValue(axis) === value), "data-knob": `${axis.key}=${value}`}, value);
  if (!why) {
    button.addEventListener("click", () => turn(axis, value));
    return button;
  }
  button.setAttribute("aria-disabled", "true");
  button.title = why;
  for (const event of ["mouseenter", "focus", "click"])
    button.addEventListener(event, () => { at("knob-why").textContent = `${axis.key}=${value}: ${why}`; });
  return button;
}

function showKnobs(knobs) {
  const focused = document.activeElement && document.activeElement.dataset.knob;
  const shown = [], others = [];
  for (const axis of start.axes) {
    const own = knobs.filter(([key]) => key === axis.key);
    const buttons = own.map(([, value, why]) => knob(axis, value, why));
    const row = element("div", {class: "axis", role: "group", "aria-label": axis.key}, element("h4", {title: axis.applies}, axis.key), element("div", {}, ...buttons));
    (own.some(([, value, why]) => !why && value !== axis.default) ? shown : others).push(row);
  }
  at("knobs").replaceChildren(...shown);
  at("other-knobs").replaceChildren(...others);
  at("others-summary").textContent = `${others.length} options without a choice here`;
  const again = focused && document.querySelector(`[data-knob="${CSS.escape(focused)}"]`);
  if (again) again.focus();
}

function number(value) { return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3))); }

function figure(name, text) { return element("div", {}, element("dt", {}, name), element("dd", {}, text)); }

function showRounds(stages) {
  const columns = [["stage", one => one.stage], ["round", one => one.round], ["nodes", one => one.nodes], ["edges", one => one.edges],
    ["lanes in use", one => one.actual ? `${(100 * one.actual.efficiency).toFixed(1)} %` : ""], ["instructions", one => one.issued], ["sectors", one => one.sectors],
    ["atomics", one => one.atomics]];
  const row = (cell, texts) => element("tr", {}, ...texts.map(text => element(cell, {}, text === undefined ? "" : String(text))));
  at("rounds").replaceChildren(row("th", columns.map(([name]) => name)), ...stages.map(one => row("td", columns.map(([, text]) => text(one)))));
}

/** Scalars, and what is said of properties. */
function results(run) {
  return Object.entries({...run.results, ...run.summaries}).map(([name, value]) => figure(name, typeof value === "string" ? value : JSON.stringify(value)));
}

function showMetrics(answer) {
  at("metrics").classList.remove("old");
  at("metrics-message").textContent = answer.message || "";
  if (answer.message) {
    at("figures").replaceChildren();
    at("rounds").replaceChildren();
    return editor.setCosts([]);
  }
  const lanes = answer.issued > 0 ? 100 * answer.active_lanes / (32 * answer.issued) : 0;
  at("figures").replaceChildren(figure("cost", number(answer.cost)), figure("instructions", number(answer.issued)), figure("lanes in use", `${lanes.toFixed(1)} %`),
    figure("sectors", number(answer.sectors)), figure("atomics", number(answer.atomics)), figure("launches", number(answer.launches)),
    figure("rounds", String((answer.run || {}).rounds ?? "")), ...results(answer.run || {}));
  showRounds((answer.told || {}).metrics || []);
  const all = answer.lines.reduce((sum, [, cost]) => sum + cost, 0);
  editor.setCosts(answer.lines.filter(([line, cost]) => line > 0 && cost > 0).map(([line, cost]) => [line, `${(100 * cost / all).toFixed(0)} %`]));
}

/** The events of an answer; `EventSource` cannot send a token. */
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      yield JSON.parse(text.slice("data: ".length, end));
      text = text.slice(end + 2);
    }
  }
}

function showExplored(rows) {
  rows.sort((one, other) => (one.cost || Infinity) - (other.cost || Infinity));
  const best = rows.length ? rows[0].cost : 0;
  const lines = rows.map(row => {
    const take = element("button", {type: "button"}, row.mapping);
    take.addEventListener("click", () => {
      at("map").value = row.mapping === "default" ? "" : row.mapping;
      changed();
    });
    const cost = row.failure ? [element("td", {colspan: "2", class: "error"}, row.failure)]
                             : [element("td", {}, number(row.cost)), element("td", {}, `${(row.cost / best).toFixed(2)} ×`)];
    return element("tr", {}, element("td", {}, take), ...cost);
  });
  const head = ["mapping", "cost", "of the best"].map(name => element("th", {}, name));
  at("explored").replaceChildren(element("tr", {}, ...head), ...lines);
}

async function explore() {
  if (exploring) exploring.abort();
  const own = exploring = new AbortController(), rows = [];
  at("explore-stop").disabled = false;
  at("explore-state").textContent = "compiling…";
  try {
    const asked = {...question(), edit: Math.max(edit, Date.now() * 1000), limit: Number(at("limit").value),
      space: at("space").value.replace(/\s/g, "")};
    const response = await request("explore", asked, own.signal);
    let last = null;
    for await (last of events(response)) {
      if (last.mapping === undefined) continue;
      rows.push(last);
      showExplored(rows);
      at("explore-state").textContent = `${rows.length} mappings`;
    }
    at("explore-state").textContent = last && last.done ? `done: ${rows.length} mappings` : (last && last.message) || "ended by a newer exploration";
  } catch (error) {
    if (exploring === own) at("explore-state").textContent = own.signal.aborted ? `stopped after ${rows.length} mappings` : error.message;
  }
  if (exploring === own) at("explore-stop").disabled = true;
}

function chooseTab(name) {
  for (const tab of TABS) {
    at(tab).hidden = tab !== name;
    at(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
  }
  if (name === "ptx" && !at("ptx").textContent) at("ptx").textContent = "nvcc compiles\u2026";
  if (name === "ptx") work("assemble");
}

const isChanged = () => editor.text() !== saved;

/** Another program takes the place of one that has been saved, or is not to be. */
function changeProgram() {
  if (isChanged() && !confirm(`Leave ${opened} without saving it?`)) at("program").value = opened;
  else openProgram();
}

async function openProgram() {
  try {
    opened = at("program").value;
    onDisk = (await ask("program", {program: at("program").value})).text;
    at("arguments").value = guessedArguments(onDisk);
    at("map").value = at("knob-why").textContent = at("explore-state").textContent = "";
    at("explored").replaceChildren();
    editor.setText(onDisk);
    saved = editor.text();
    changed();
  } catch (error) {
    tell(error.message);
  }
}

async function save() {
  try {
    const text = editor.text();
    await ask("save", {program: at("program").value, text, before: onDisk});
    saved = onDisk = text;
    at("save").disabled = !isChanged();
    tell("saved");
  } catch (error) {
    tell(error.message);
  }
}

const THEME = {
  "&": {height: "100%", font: "var(--mono)", color: "var(--fore)", backgroundColor: "var(--back)"},
  ".cm-scroller": {font: "var(--mono)"},
  ".cm-content": {caretColor: "var(--fore)"},
  ".cm-cursor": {borderLeftColor: "var(--fore)"},
  ".cm-gutters": {backgroundColor: "var(--panel)", color: "var(--soft)", borderRight: "1px solid var(--line)"},
  ".cm-costs": {minWidth: "3.2em", textAlign: "right"},
  ".cm-activeLine": {backgroundColor: "var(--active)"},
  ".cm-tooltip": {backgroundColor: "var(--panel)", color: "var(--fore)", border: "1px solid var(--line)"},
  ...Object.fromEntries(Object.values(KINDS).map(name => [`.${name}`, {color: `var(--${name})`}])),
};

async function begin() {
  editor = globalThis.createEditor({parent: at("editor"), theme: THEME, classes: KINDS, onChange: () => changed(), onSave: save});
  start = await ask("start", {});
  document.title = `${start.folder}: gdsl serve`;
  at("graph").textContent = `on ${start.graph}`;
  at("program").replaceChildren(...start.programs.map(name => element("option", {}, name)));
  at("program").addEventListener("change", changeProgram);
  addEventListener("beforeunload", event => { if (isChanged()) event.preventDefault(); });
  at("save").addEventListener("click", save);
  for (const id of ["map", "arguments"]) at(id).addEventListener("input", changed);
  for (const tab of TABS) at(`tab-${tab}`).addEventListener("click", () => chooseTab(tab));
  at("explore-start").addEventListener("click", explore);
  at("explore-stop").addEventListener("click", () => exploring.abort());
  if (start.programs.length > 0) await openProgram();
  else tell("no .gdsl file in this folder");
}

begin().catch(error => tell(error.message));
