// Rounds of mappings, aligned, and costs of lines: plain functions over the data, as model.js.
"use strict";

/** The rounds of a mapping: `{nodes, edges, value, way}` each; null where they are not known. */
function stepsOf(data, row) {
  if (!row.steps) return null;
  const {series, ways} = data.rounds, [nodes, edges, values, way] = ["nodes", "edges", "value", "way"].map(key => series[row.steps[key]]);
  return values.map((value, place) => ({nodes: nodes[place], edges: edges[place], value, way: ways[way[place]]}));
}

/** The mappings whose rounds are known, the best first. */
function withRounds(data, graph) {
  return graph === 0 ? ranked(data, graph).filter(row => row.steps).map(row => ({row, steps: stepsOf(data, row)})) : [];
}

/** `3`, or `21 to 30` where several are one column. */
function roundName(data, place) {
  const {width} = data.rounds;
  return width === 1 ? String(place + 1) : `${place * width + 1} to ${(place + 1) * width}`;
}

/** One round in all mappings, the cheapest first; `over` is the multiple of the cheapest. */
function roundTable(all, place) {
  const here = all.filter(one => place < one.steps.length).map(one => ({row: one.row, ...one.steps[place]})).sort((a, b) => a.value - b.value);
  return here.map(one => ({...one, over: here[0].value > 0 ? one.value / here[0].value : 1}));
}

/** The least that a round takes by each way: what the ways that were not taken would have cost. */
function waysOf(table) {
  const best = new Map();
  for (const one of table) if (!best.has(one.way)) best.set(one.way, one);
  return [...best.values()];
}

/** All rounds of the mapping, and each round by the mapping that is best in it; null where their numbers differ. */
function bestOfRounds(all) {
  if (all.length < 2 || all.some(one => one.steps.length !== all[0].steps.length)) return null;
  const sum = values => values.reduce((total, value) => total + value, 0);
  return {own: sum(all[0].steps.map(step => step.value)),
    best: sum(all[0].steps.map((step, place) => Math.min(...all.map(one => one.steps[place].value))))};
}

/** The costs of the lines of the program: `line => {issued, sectors, atomics, use, share}`. */
function lineCosts(row) {
  const costs = new Map(), price = ([, issued, , sectors, atomics]) => issued + 8 * (sectors + atomics);
  const all = row ? row.costs.reduce((sum, line) => sum + price(line), 0) : 0;
  for (const line of row ? row.costs : []) {
    const [number, issued, lanes, sectors, atomics] = line;
    costs.set(number, {issued, sectors, atomics, use: issued > 0 ? lanes / (32 * issued) : 0, share: all > 0 ? price(line) / all : 0});
  }
  return costs;
}

/** All rounds of all mappings. */
function roundsCsv(data, graph) {
  const lines = [`mapping,round,way,nodes,edges,${data.unit}`];
  for (const {row, steps} of withRounds(data, graph))
    steps.forEach((step, place) => lines.push([mappingName(row), roundName(data, place), step.way, step.nodes === null ? "" : step.nodes, step.edges, step.value]
      .map(cell => csvWord(String(cell))).join(",")));
  return lines.join("\n") + "\n";
}

if (typeof module !== "undefined") {
  const {csvWord, mappingName, ranked} = require("./model.js");
  Object.assign(globalThis, {csvWord, mappingName, ranked});
  module.exports = {bestOfRounds, lineCosts, roundName, roundTable, roundsCsv, stepsOf, waysOf, withRounds};
}
