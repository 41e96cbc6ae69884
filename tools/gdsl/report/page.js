// Shows what model.js says, and keeps the view in the address. All text of programs is set as text, never as HTML.
"use strict";

function element(name, attributes, ...children) {
  const svg = ["svg", "rect", "line", "circle", "polyline", "text", "title"].includes(name);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  node.append(...children.filter(child => child !== null && child !== ""));
  return node;
}

/** The name of a mapping, to be broken between its words only. */
function breakable(name) {
  return name.split(/(?<=[=,:])/).flatMap(word => [word, element("wbr")]).slice(0, -1);
}

const at = id => document.getElementById(id);
const data = JSON.parse(at("data").textContent);
const VIEW = ["graph", "left", "right", "rows", "columns", "all", "bars", "round", "line", "cell"];
const FIRST_BARS = 12, FIRST_MAPPINGS = 8, FIRST_FACTS = 12;
const CONTEXT = 3;
const KINDS = {k: "keyword", t: "type", c: "comment", s: "string", n: "number", p: "preprocessor"};
let view = {};

function graph() { return Math.min(Number.parseInt(view.graph, 10) || 0, data.graphs.length - 1); }
function rowNamed(name) { return data.rows.find(row => mappingName(row) === name); }

function setView(change) {
  view = {...view, ...change};
  history.replaceState(null, "", `#${encodeView(view)}`);
  show();
}

function pieces(number) {
  const line = data.lines[number];
  return line.map(piece => piece[0] === " " ? piece.slice(1) : element("span", {class: KINDS[piece[0]] || ""}, piece.slice(1)));
}

function fillSelect(select, words, chosen) {
  select.replaceChildren(...words.map(([value, text]) => element("option", {value}, text)));
  select.value = chosen;
}

function showHead() {
  const winner = ranked(data, graph())[0], command = commandOf(data, graph(), winner);
  at("sentence").textContent = sentence(data, graph());
  at("reason").textContent = reason(data, graph());
  at("command").hidden = !command;
  at("command-text").replaceChildren(...command.split(" ").flatMap(word => [element("span", {}, word), " "]).slice(0, -1));
  const space = data.tried ? ` ${data.tried} mappings tried, ${data.legal} legal.` : "";
  at("facts").textContent = `${data.engine}: ${data.device}. ${data.date}.${space}`;
}

/** A bar with its spread and the line of the default; `scale` is the largest value. */
function bar(figure, scale, base) {
  const part = value => `${Math.min(100, 100 * value / scale)}%`;
  const svg = element("svg", {class: "bar", "aria-hidden": "true", width: "100%", height: "18"});
  svg.append(element("rect", {x: 0, y: 3, width: part(figure[0]), height: 12}));
  if (base) svg.append(element("line", {class: "base", x1: part(base.figures[graph()][0]), x2: part(base.figures[graph()][0]), y1: 0, y2: 18}));
  if (figure[3] > 1) {
    svg.append(element("line", {x1: part(figure[1]), x2: part(figure[2]), y1: 9, y2: 9}));
    for (const end of [figure[1], figure[2]]) svg.append(element("line", {x1: part(end), x2: part(end), y1: 5, y2: 13}));
  }
  return svg;
}

function barItem(row, rows, base, scale) {
  const figure = row.figures[graph()], name = mappingName(row);
  const spread = figure[3] > 1 ? `, ${formatValue(figure[1], data.unit)} to ${formatValue(figure[2], data.unit)} in ${figure[3]} runs` : "";
  const mark = row === rows[0] ? "best" : row === base ? "default" : "", word = mark === "best" && row === base ? "best, default" : mark;
  const ratio = rows[0].figures[graph()][0] > 0 ? `${(figure[0] / rows[0].figures[graph()][0]).toFixed(2)}\u00d7` : "";
  const button = element("button", {type: "button", class: `mapping ${mark}`, title: [name, ...row.same].join("\n")},
    element("span", {class: "name"}, name, word ? element("em", {}, word) : ""), bar(figure, scale, base),
    element("span", {class: "value"}, formatValue(figure[0], data.unit), element("small", {}, ` ${ratio}`)));
  button.setAttribute("aria-label", `${name}${word ? ` (${word})` : ""}: ${formatValue(figure[0], data.unit)}${spread}. Compare with the winner.`);
  button.addEventListener("click", () => setView({left: mappingName(rows[0]), right: name}));
  const item = element("li", {}, button);
  if (view.right === name || view.left === name) item.className = "chosen";
  return item;
}

function showBars() {
  const rows = ranked(data, graph()), base = baseRow(data, graph());
  const values = rows.map(row => row.figures[graph()][2]).concat(data.cpu ? [data.cpu] : []);
  // One mapping that is far slower than the others would make their bars invisible.
  const scale = Math.min(Math.max(...values, 0), 8 * (base || rows[0] || {figures: [[1]]}).figures[base || rows[0] ? graph() : 0][0]) || 1;
  const chosen = [view.left, view.right], short = (row, place) => place < FIRST_BARS || row === base || chosen.includes(mappingName(row));
  at("bars").replaceChildren(...rows.filter((row, place) => view.bars || short(row, place)).map(row => barItem(row, rows, base, scale)));
  at("more").hidden = rows.length <= FIRST_BARS;
  at("more").textContent = view.bars ? "fewer" : `all ${rows.length} mappings`;
  at("more").setAttribute("aria-expanded", view.bars ? "true" : "false");
  if (data.cpu) at("bars").append(element("li", {class: "cpu"}, element("span", {class: "name"}, "one CPU thread"), bar([data.cpu, 0, 0, 1], scale, base),
    element("span", {class: "value"}, formatValue(data.cpu, data.unit))));
  at("bars-hint").textContent = data.unit === "cost"
    ? "Counted cost: instructions that warps issue + 8 \u00d7 (32-byte sectors + atomics of lanes). Launches, barriers and caches are not in it. The dashed line is the default. Activate a bar to compare its kernel with the winner's."
    : "Median of the runs, with the fastest and the slowest run; the dashed line is the default. Activate a bar to compare its kernel with the winner's.";
  at("failed").replaceChildren(...data.rows.filter(row => row.failure).map(row => element("li", {}, element("code", {}, mappingName(row)), `: ${row.failure}`)));
}

/** Which pairs of lines are shown: the changed ones with some around them, or all. */
function visible(pairs, left, right) {
  if (view.all) return pairs.map(() => true);
  const changed = pairs.map(([i, k]) => i === null || k === null || left[i] !== right[k]);
  return pairs.map((_, place) => changed.slice(Math.max(0, place - CONTEXT), place + CONTEXT + 1).includes(true));
}

/** The program with what its lines cost in a mapping. */
function showProgram(row) {
  const costs = lineCosts(graph() === 0 ? row : null), counted = costs.size > 0, names = ["sectors", "atomics", "lanes"];
  const cells = line => {
    const cost = costs.get(line);
    if (!counted) return [];
    if (!cost) return names.map(() => element("td", {class: "cost"}));
    return [short(cost.sectors), cost.atomics ? short(cost.atomics) : "", `${Math.round(100 * cost.use)} %`].map((text, place) => {
      const cell = element("td", {class: "cost"}, text);
      if (place === 0) cell.style.setProperty("--share", cost.share.toFixed(3));
      return cell;
    });
  };
  at("program").replaceChildren(
    ...(counted ? [element("thead", {}, element("tr", {}, ...["line", ...names, "text"].map(name => element("th", {scope: "col"}, name))))] : []),
    element("tbody", {}, ...data.text.map((line, place) => element("tr", {"data-line": place + 1, tabindex: 0}, element("th", {scope: "row"}, String(place + 1)), ...cells(place + 1), element("td", {class: "text"}, ...pieces(line))))));
  at("cost-hint").hidden = !counted;
  const elsewhere = costs.get(0), where = data.estimate ? `estimated on ${data.estimate}` : "counted by the SIMT engine";
  at("cost-hint").textContent = counted ? `Costs of ${mappingName(row)}, ${where}. The bar is the share of the cost.${elsewhere ? ` Other text: ${Math.round(100 * elsewhere.share)} %.` : ""}` : "";
}

/** Lights a line of the program and the lines of kernels that stem from it; 0: none. */
function lightLine(line) {
  for (const row of document.querySelectorAll(".lit")) row.classList.remove("lit");
  if (!line) return;
  for (const row of document.querySelectorAll(`[data-line="${line}"], [data-left="${line}"], [data-right="${line}"]`)) row.classList.add("lit");
}

function pinnedLine() { return Number.parseInt(view.line, 10) || 0; }

/** The line of the program that a row of either table stands for. */
function lineAt(target) {
  const row = target.closest("tr");
  return row ? Number(row.dataset.line || row.dataset.left || row.dataset.right || 0) : 0;
}

function listenToLines() {
  for (const id of ["program", "diff"]) {
    at(id).addEventListener("mouseover", event => lightLine(lineAt(event.target) || pinnedLine()));
    at(id).addEventListener("mouseleave", () => lightLine(pinnedLine()));
  }
  at("program").addEventListener("focusin", event => lightLine(lineAt(event.target)));
  const pin = event => {
    setView({line: lineAt(event.target) === pinnedLine() ? "" : String(lineAt(event.target))});
    const first = at("diff").querySelector("tr.lit");
    if (first) at("diff-pane").scrollTop = first.offsetTop - at("diff").tHead.offsetHeight - 20;
  };
  at("program").addEventListener("click", pin);
  at("program").addEventListener("keydown", event => { if (event.key === "Enter") pin(event); });
}

function diffCell(text, place, changed, kind) {
  const mark = changed ? kind : "";
  return [element("th", {scope: "row", class: mark}, place === null ? "" : String(place + 1)),
    element("td", {class: mark}, changed && place !== null ? element("span", {class: "hidden"}, kind === "removed" ? "only left: " : "only right: ") : "",
      ...(place === null ? [] : pieces(text[place])))];
}

function diffRows(left, right, origins) {
  const pairs = aligned(left, right), shown = visible(pairs, left, right), rows = [];
  let gap = false;
  pairs.forEach(([i, k], place) => {
    if (!shown[place]) {
      if (!gap) rows.push(element("tr", {class: "gap"}, element("td", {colspan: 4}, "\u22ef")));
      gap = true;
      return;
    }
    gap = false;
    const changed = i === null || k === null || left[i] !== right[k];
    const row = element("tr", {}, ...diffCell(left, i, changed, "removed"), ...diffCell(right, k, changed, "added"));
    for (const [side, line] of [["left", origins.left[i]], ["right", origins.right[k]]]) if (line) row.dataset[side] = String(line);
    rows.push(row);
  });
  return {rows, changed: pairs.filter(([i, k]) => i === null || k === null || left[i] !== right[k]).length};
}

function showTexts() {
  const rows = data.rows.filter(row => row.source), left = rowNamed(view.left), right = rowNamed(view.right);
  showProgram(right && right.costs.length ? right : ranked(data, graph())[0]);
  at("program-pane").hidden = data.text.length === 0;
  const missing = rows.length === 0 || !left || !right || !left.source || !right.source;
  at("diff").replaceChildren();
  at("diff-pane").hidden = missing;
  if (missing) {
    at("compare-hint").textContent = rows.length === 0 ? "The generated texts are not known here; for a ledger, name the program: gdsl report PROG --from=LEDGER."
      : "The text of one of the two is not in this page.";
    return;
  }
  const found = diffRows(left.source, right.source, {left: left.origins, right: right.origins});
  at("diff").append(element("colgroup", {}, ...["number", "", "number", ""].map(name => element("col", {class: name}))), element("thead", {}, element("tr", {}, element("th", {colspan: 2, scope: "colgroup"}, mappingName(left)), element("th", {colspan: 2, scope: "colgroup"}, mappingName(right)))),
    element("tbody", {}, ...found.rows));
  at("compare-hint").textContent = (left === right ? "Twice the same mapping." : found.changed ? `${found.changed} lines differ.` : "The kernels are the same; the host treats them differently.") +
    (data.leftOut ? ` The texts of the ${data.leftOut} slowest mappings are not in this page.` : "");
}

function showSelects() {
  const names = data.rows.filter(row => row.source).map(row => [mappingName(row), mappingName(row)]);
  const keys = options(data).map(one => [one.key, one.key]);
  fillSelect(at("graph"), data.graphs.map((name, place) => [String(place), name]), String(graph()));
  at("graph-label").hidden = data.graphs.length < 2;
  fillSelect(at("left"), names, view.left);
  fillSelect(at("right"), names, view.right);
  fillSelect(at("rows"), keys, view.rows);
  fillSelect(at("columns"), keys, view.columns);
  at("all-lines").checked = Boolean(view.all);
}

function heatCellNode(x, y, best) {
  const cell = heatCell(data, graph(), x, y), words = `${y.key}=${y.value || "default"}, ${x.key}=${x.value || "default"}`;
  if (cell.row) {
    const ratio = best > 0 ? cell.value / best : 1, heat = Math.min(1, Math.log2(Math.max(1, ratio)) / 3);
    const node = element("td", {title: `${mappingName(cell.row)}: ${formatValue(cell.value, data.unit)}`}, `${ratio.toFixed(2)}\u00d7`);
    node.style.setProperty("--heat", heat.toFixed(3));
    node.className = "measured";
    return node;
  }
  const fact = cell.refused ? factText(cell.refused) : cell.failed ? `failed: ${cell.failed.failure}` : "";
  if (!fact) return element("td", {class: "untried", title: "not tried"}, "");
  const button = element("button", {type: "button", title: fact, "aria-label": `${words}: ${fact}`}, "\u2715");
  button.addEventListener("click", () => setView({cell: words}));
  if (view.cell === words) at("heat-fact").textContent = `${words}: ${fact}`;
  return element("td", {class: "refused"}, button);
}

function factText(fact) { return fact.why + (fact.line ? ` (line ${fact.line}: ${lineText(fact.line)})` : ""); }
function lineText(line) { return line <= data.text.length ? data.lines[data.text[line - 1]].map(piece => piece.slice(1)).join("").trim() : "?"; }

function showHeat() {
  const all = options(data), x = all.find(one => one.key === view.columns), y = all.find(one => one.key === view.rows);
  at("heat").replaceChildren();
  at("heat-fact").textContent = "";
  if (!x || !y || x === y) {
    at("heat-fact").textContent = "Choose two different options.";
    return;
  }
  const best = (ranked(data, graph())[0] || {figures: {}}).figures[graph()];
  const values = one => ["", ...one.values];
  at("heat").append(element("caption", {}, `${y.key} (rows) by ${x.key} (columns)`),
    element("thead", {}, element("tr", {}, element("td", {}), ...values(x).map(value => element("th", {scope: "col"}, value || "default")))),
    element("tbody", {}, ...values(y).map(value => element("tr", {}, element("th", {scope: "row"}, value || "default"),
      ...values(x).map(other => heatCellNode({key: x.key, value: other}, {key: y.key, value}, best ? best[0] : 0))))));
}

function showRefused() {
  at("refused-section").hidden = data.refused.length === 0;
  const count = data.refused.reduce((sum, one) => sum + one.mappings.length, 0);
  at("refused-hint").textContent = count < data.refusedCount ? `The first ${count} of ${data.refusedCount} refused mappings.` : `${count} ${count === 1 ? "mapping" : "mappings"}, by the fact that forbids them.`;
  const list = facts(data).map(one => [
    element("dt", {}, one.why, one.line ? element("span", {class: "place"}, ` line ${one.line}: `, element("code", {}, lineText(one.line))) : ""),
    element("dd", {}, ...one.mappings.slice(0, FIRST_MAPPINGS).flatMap(mapping => [element("code", {}, mapping), " "]),
      one.mappings.length > FIRST_MAPPINGS ? `and ${one.mappings.length - FIRST_MAPPINGS} more` : "")]);
  at("refused").replaceChildren(...list.slice(0, FIRST_FACTS).flat());
  at("other-facts").replaceChildren(...list.slice(FIRST_FACTS).flat());
  at("others").hidden = list.length <= FIRST_FACTS;
  at("others-summary").textContent = `${list.length - FIRST_FACTS} more facts`;
}

function show() {
  for (const part of [showHead, showSelects, showBars, showWhy, showRounds, showRoof, showTexts, showHeat]) part();
  lightLine(pinnedLine());
}

function download(name, text) {
  const link = element("a", {href: URL.createObjectURL(new Blob([text], {type: "text/plain"})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function copyCommand() {
  const text = at("command-text");
  try {
    await navigator.clipboard.writeText(text.textContent);
    at("copied").textContent = "copied";
  } catch (refused) {
    // Pages of files may have no clipboard: the text is selected instead.
    getSelection().selectAllChildren(text);
    at("copied").textContent = document.execCommand("copy") ? "copied" : "selected; press Ctrl-C";
  }
}

function readView() {
  const all = options(data), rows = ranked(data, graph()), base = baseRow(data, graph());
  const second = base && base !== rows[0] ? base : rows[1] || rows[0];
  view = {graph: "0", left: second ? mappingName(second) : "", right: rows[0] ? mappingName(rows[0]) : "",
    rows: all[0] ? all[0].key : "", columns: all[1] ? all[1].key : "", all: "", bars: "", round: "0", line: "", cell: "", ...decodeView(location.hash, VIEW)};
}

function start() {
  readView();
  for (const id of ["graph", "left", "right", "rows", "columns"]) at(id).addEventListener("change", event => setView({[id]: event.target.value}));
  at("round").addEventListener("input", event => setView({round: event.target.value}));
  at("rounds-csv").addEventListener("click", () => download(`${data.program}-rounds.csv`, roundsCsv(data, graph())));
  listenToLines();
  at("all-lines").addEventListener("change", event => setView({all: event.target.checked ? "1" : ""}));
  at("more").addEventListener("click", () => setView({bars: view.bars ? "" : "1"}));
  at("copy").addEventListener("click", copyCommand);
  at("csv").addEventListener("click", () => download(`${data.program}.csv`, csv(data)));
  at("map").addEventListener("click", () => {
    const winner = ranked(data, graph())[0];
    if (winner) download(`${data.program}.map`, mapFile(data, graph(), winner));
  });
  addEventListener("hashchange", () => { readView(); show(); });
  at("footer").textContent = `Written by gdsl ${data.version}. The address keeps this view.`;
  showRefused();
  show();
}

start();
