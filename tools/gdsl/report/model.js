// What the page of a report says, without the page: plain functions over its data, which tests call in node.
"use strict";

const DEFAULT_NAME = "granularity=thread";
const HOST_WORDS = {cuda: "CUDA", openmp: "OpenMP", simt: "the SIMT engine"};

/** The mapping in words; the default has a name too. */
function mappingName(row) { return row.mapping || DEFAULT_NAME; }

/** `granularity=warp:8,push=warp` as an object. */
function settingsOf(mapping) {
  const settings = {};
  for (const part of mapping ? mapping.split(",") : []) {
    const at = part.indexOf("=");
    settings[part.slice(0, at)] = part.slice(at + 1);
  }
  return settings;
}

/** Rows with a result on the graph, the best first. */
function ranked(data, graph) {
  return data.rows.filter(row => !row.failure && row.figures[graph])
    .sort((a, b) => a.figures[graph][0] - b.figures[graph][0] || (a.mapping < b.mapping ? -1 : 1));
}

function baseRow(data, graph) {
  return data.rows.find(row => row.mapping === "" && !row.failure && row.figures[graph]) || null;
}

function grouped(number) { return Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, "\u202f"); }

/** In three digits: `1.24 k`, `17.3 M`. */
function short(number) {
  if (number < 1000) return number < 100 && number % 1 ? number.toFixed(1) : String(Math.round(number));
  const power = Math.min(4, Math.floor(Math.log10(number) / 3)), value = number / 1000 ** power;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)}\u202f${" kMGT"[power]}`;
}

/** A time, or a cost. */
function formatValue(value, unit) {
  if (unit === "cost") return grouped(value);
  return `${value < 1 ? value.toFixed(4) : value < 100 ? value.toFixed(3) : value.toFixed(1)} ms`;
}

function times(factor) { return factor < 10 ? factor.toFixed(2) : factor.toFixed(1); }

/** What one mapping wins over another: `1.30 times as fast as`. */
function over(data, graph, winner, other) {
  const factor = other.figures[graph][0] / winner.figures[graph][0];
  if (!isFinite(factor)) return "too fast to compare with";
  return data.unit === "cost" ? `at ${(100 / factor).toFixed(0)} % of the counted cost of`
                              : `${times(factor)} times as fast as`;
}

/** Whether the runs of two mappings overlap, so that their order may be chance. */
function overlaps(a, b) { return a[1] <= b[2] && b[1] <= a[2] && (a[3] > 1 || b[3] > 1); }

/** `bfs on rmat:8:8`; programs may have no graph. */
function subject(data, graph) { return data.program + (data.graphs[graph] === "none" ? "" : ` on ${data.graphs[graph]}`); }

/** The first sentence: what wins, and by how much. */
function sentence(data, graph) {
  const rows = ranked(data, graph);
  if (rows.length === 0) return `No mapping of ${subject(data, graph)} has a result.`;
  const [winner, second] = rows, base = baseRow(data, graph);
  let text = `${mappingName(winner)} wins for ${subject(data, graph)} (${HOST_WORDS[data.engine] || data.engine})`;
  const close = second && data.unit !== "cost" && overlaps(winner.figures[graph], second.figures[graph]);
  if (winner.mapping === "") text += `: no mapping beats the default${second && !close ? `, ${over(data, graph, winner, second)} ${mappingName(second)}` : ""}`;
  else if (base) text += `: ${over(data, graph, winner, base)} the default, one thread per node`;
  if (data.unit !== "cost" && winner.figures[graph][3] < 2) text += "; it ran only once, so this may be chance";
  if (close) text += `; ${mappingName(second)} is within the spread of its runs`;
  return text + ".";
}

/** One word for a shell: a mapping comes from a file that another machine may have written. */
function shellWord(word) { return /^[\w.:=,+-]+$/.test(word) ? word : `'${oneLine(word).replace(/'/g, "'\\''")}'`; }

/** The command that runs a mapping, or nothing. */
function commandOf(data, graph, row) {
  const command = data.commands[graph];
  if (!command || !row) return "";
  return command + (row.mapping ? ` ${shellWord(`--map=${row.mapping}`)}` : "");
}

/** The keys of all mappings with their values, refused ones included; first those with the most measured values. */
function options(data) {
  const found = new Map();
  const add = mapping => {
    for (const [key, value] of Object.entries(settingsOf(mapping))) {
      if (!found.has(key)) found.set(key, new Set());
      found.get(key).add(value);
    }
  };
  for (const row of data.rows) for (const mapping of [row.mapping, ...row.same]) add(mapping);
  const measured = new Map([...found].map(([key, values]) => [key, values.size]));
  for (const one of data.refused) for (const mapping of one.mappings) add(mapping);
  return [...found].map(([key, values]) => ({key, values: [...values].sort(), measured: measured.get(key) || 0}))
    .sort((a, b) => b.measured - a.measured || b.values.length - a.values.length || (a.key < b.key ? -1 : 1));
}

/** Whether a mapping has a value; an empty one stands for the default. */
function has(settings, key, value) { return (settings[key] || "") === value; }

/** A cell of the heat map: the best mapping with both values, why there is none, or nothing. */
function heatCell(data, graph, x, y) {
  const fits = mapping => {
    const settings = settingsOf(mapping);
    return has(settings, x.key, x.value) && has(settings, y.key, y.value);
  };
  const best = ranked(data, graph).find(row => [row.mapping, ...row.same].some(fits));
  if (best) return {row: best, value: best.figures[graph][0]};
  const exactly = mapping => {
    const settings = settingsOf(mapping), wanted = [x, y].filter(one => one.value);
    return wanted.length > 0 && Object.keys(settings).every(key => wanted.some(one => one.key === key)) &&
      wanted.some(one => has(settings, one.key, one.value)) &&
      Object.entries(settings).every(([key, value]) => wanted.some(one => one.key === key && one.value === value));
  };
  const fact = data.refused.find(one => one.mappings.some(exactly));
  if (fact) return {refused: fact};
  const failed = data.rows.find(row => row.failure && fits(row.mapping));
  return failed ? {failed} : {};
}

/** The lines of two texts, aligned: `[left or null, right or null]` as places in the texts, by longest common subsequence. */
function aligned(left, right) {
  let start = 0, end = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) ++start;
  while (end < left.length - start && end < right.length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) ++end;
  const a = left.slice(start, left.length - end), b = right.slice(start, right.length - end);
  const pairs = [];
  for (let i = 0; i < start; ++i) pairs.push([i, i]);
  for (const [i, k] of middle(a, b)) pairs.push([i === null ? null : start + i, k === null ? null : start + k]);
  for (let i = end; i > 0; --i) pairs.push([left.length - i, right.length - i]);
  return pairs;
}

/** The same of what has neither first nor last line in common; changed lines stand beside each other. */
function middle(a, b) {
  const width = b.length + 1, lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i)
    for (let k = b.length - 1; k >= 0; --k)
      lengths[i * width + k] = a[i] === b[k] ? lengths[(i + 1) * width + k + 1] + 1
        : Math.max(lengths[(i + 1) * width + k], lengths[i * width + k + 1]);
  const pairs = [];
  let removed = [], added = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); ++i)
      pairs.push([i < removed.length ? removed[i] : null, i < added.length ? added[i] : null]);
    removed = [];
    added = [];
  };
  let i = 0, k = 0;
  while (i < a.length || k < b.length) {
    if (i < a.length && k < b.length && a[i] === b[k]) {
      flush();
      pairs.push([i++, k++]);
    } else if (k === b.length || (i < a.length && lengths[(i + 1) * width + k] >= lengths[i * width + k + 1])) {
      removed.push(i++);
    } else {
      added.push(k++);
    }
  }
  flush();
  return pairs;
}

/** A cell of text. A spreadsheet would compute one that begins as formulas do. */
function csvWord(text) {
  const word = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(word) ? `"${word.replace(/"/g, '""')}"` : word;
}

function csv(data) {
  const lines = [`mapping,graph,${data.unit},min,max,runs,rounds,issued,active_lanes,sectors,atomics,launches,barriers,failure`];
  for (const row of data.rows)
    for (let graph = 0; graph < data.graphs.length; ++graph) {
      const figure = row.figures[graph] || ["", "", "", ""], counted = row.counted[graph] || ["", "", "", "", "", ""];
      if (!row.figures[graph] && !row.failure) continue;
      lines.push([mappingName(row), data.graphs[graph], ...figure, row.rounds[graph] || "", ...counted, row.failure]
        .map(cell => csvWord(String(cell))).join(","));
    }
  return lines.join("\n") + "\n";
}

function oneLine(text) { return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, " "); }

/** A .map file of a mapping. */
function mapFile(data, graph, row) {
  const figure = formatValue(row.figures[graph][0], data.unit);
  const head = [`${subject(data, graph)}: ${figure}`, `${data.engine}: ${data.device}, ${data.date}`];
  const settings = row.mapping ? row.mapping.split(",") : ["default"];
  return head.map(line => `# ${oneLine(line)}\n`).join("") + settings.map(line => `${line}\n`).join("");
}

/** The facts that forbid most, those with a place in the program first. */
function facts(data) {
  return [...data.refused].sort((a, b) => (b.line > 0) - (a.line > 0) || b.mappings.length - a.mappings.length)
    .map(one => ({...one, mappings: [...one.mappings].sort((a, b) => a.length - b.length)}));
}

/** The view as the part of an address behind `#`, and back; what is unknown there is left out. */
function encodeView(view) {
  return Object.entries(view).filter(([, value]) => value !== "").map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
}

function decodeView(hash, known) {
  const view = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 0 || !known.includes(part.slice(0, at))) continue;
    try {
      view[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch (malformed) {
      continue;
    }
  }
  return view;
}

if (typeof module !== "undefined")
  module.exports = {aligned, baseRow, commandOf, csv, csvWord, decodeView, encodeView, facts, formatValue, grouped, heatCell, mapFile, mappingName, options,
                    ranked, sentence, settingsOf, short};
