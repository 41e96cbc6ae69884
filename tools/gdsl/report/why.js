// Why a mapping wins: what was counted, priced, against the difference that was measured. Plain functions, as model.js.
"use strict";

/** What is counted, by place in `counted`; `price` is its place in the prices (ns), `cost` what it adds to the cost. */
const TERMS = [
  {name: "instructions that warps issue", place: 0, price: "issued", cost: 1},
  {name: "32-byte sectors of memory", place: 2, price: "sector", cost: 8},
  {name: "atomics of lanes", place: 3, price: "atomic", cost: 8},
  {name: "launches of kernels", place: 4, price: "launch", cost: 0},
  {name: "barriers of the grid", place: 5, price: "barrier", cost: 0},
];
const LEAST_EXPLAINED = 0.6;
const NS_OF_MS = 1e6;

/** The mappings that the winner is compared with: the second, and the default where that is another one. */
function rivals(data, graph) {
  const [winner, second] = ranked(data, graph), base = baseRow(data, graph);
  return [second, base].filter((row, place, all) => row && row !== winner && all.indexOf(row) === place);
}

/** The parts of the difference, in the unit of the figures; null where nothing was counted. */
function terms(data, graph, winner, other) {
  const better = winner.counted[graph], worse = other.counted[graph];
  if (!better || !worse || (data.unit !== "cost" && !data.prices)) return null;
  // A profiler counts sectors where the engine counts lanes, and no barriers.
  return TERMS.filter(term => !data.counter || term.price !== "barrier").map(term => {
    const from = worse[term.place] || 0, to = better[term.place] || 0;
    const price = data.unit === "cost" ? term.cost : data.prices[term.price] / NS_OF_MS;
    return {name: data.counter && term.price === "atomic" ? "32-byte sectors of atomics" : term.name, priced: data.prices ? (from - to) * data.prices[term.price] / NS_OF_MS : null, from, to, gain: price * (from - to)};
  });
}

/** The one or two largest parts; null where the counts do not come to the difference, within 60 % of it. */
function causes(parts, gap) {
  const net = parts.reduce((sum, one) => sum + one.gain, 0);
  if (!(gap > 0) || net < LEAST_EXPLAINED * gap || net > gap / LEAST_EXPLAINED) return null;
  const chosen = [];
  let explained = 0;
  for (const one of parts.filter(one => one.gain > 0).sort((a, b) => b.gain - a.gain).slice(0, 2)) {
    if (explained >= LEAST_EXPLAINED) break;
    chosen.push({...one, share: one.gain / gap});
    explained += one.gain / gap;
  }
  return explained >= LEAST_EXPLAINED ? chosen : null;
}

/** What the winner has more of, where the causes come to more than the difference. */
function losses(parts, chosen) {
  const most = parts.reduce((least, one) => one.gain < least.gain ? one : least);
  return most.gain < 0 && chosen.reduce((sum, one) => sum + one.share, 0) > 1 ? most : null;
}

function gapOf(graph, winner, other) { return other.figures[graph][0] - winner.figures[graph][0]; }

/** Nothing was counted: times alone explain nothing. */
function uncounted(graph, winner, other) {
  const [mine, theirs] = [winner.rounds[graph], other.rounds[graph]];
  const rounds = !mine || !theirs ? "" : mine === theirs ? `, and both take ${mine} rounds` : `; it takes ${mine} rounds instead of ${theirs}`;
  return `only times were measured${rounds}.`;
}

/** What stands beside a cause: how the lanes are used, how many rounds there are. */
function detail(graph, winner, other, chosen) {
  const use = row => Math.round(100 * row.counted[graph][1] / (32 * row.counted[graph][0]));
  const names = chosen.map(one => one.name), words = [];
  if (names.includes(TERMS[0].name) && use(winner) !== use(other)) words.push(`${use(winner)} % of the lanes take part instead of ${use(other)} %`);
  const [mine, theirs] = [winner.rounds[graph], other.rounds[graph]];
  if ((names.includes(TERMS[3].name) || names.includes(TERMS[4].name)) && mine && theirs)
    words.push(mine === theirs ? `both take ${mine} rounds` : `it takes ${mine} rounds instead of ${theirs}`);
  return words.length ? `; ${words.join("; ")}` : "";
}

/** What the other one would come to if it had as little of the largest cause. */
function counterfactual(data, graph, winner, other, chosen) {
  const value = other.figures[graph][0] - chosen[0].gain, ratio = value / winner.figures[graph][0];
  const than = ratio < 1 ? "better than the winner" : `${ratio.toFixed(2)} times the winner`;
  return ` With as few ${chosen[0].name}, ${mappingName(other)} would come to ${formatValue(Math.max(0, value), data.unit)}, ${than}.`;
}

/** Why it is better than one other, as far as something was counted, and never more than that. */
function against(data, graph, winner, other) {
  const unexplained = "Why it wins is not explained by the metrics";
  const parts = terms(data, graph, winner, other);
  if (!parts) return {explained: false, text: `${unexplained}: ${uncounted(graph, winner, other)}`};
  const chosen = causes(parts, gapOf(graph, winner, other));
  if (!chosen) return {explained: false, text: `${unexplained}: no one or two of the counts make up ${100 * LEAST_EXPLAINED} % of the difference to ${mappingName(other)}.`};
  const amount = one => `${grouped(one.to)} instead of ${grouped(one.from)} ${one.name}`;
  const share = one => one.share > 1 ? "more than all of the difference" : `${Math.round(100 * one.share)} % of the difference`;
  const words = chosen.map(one => `${amount(one)} (${share(one)})`), lost = losses(parts, chosen);
  const estimated = data.estimate ? `, as counted on ${data.estimate} and scaled` : "";
  return {explained: true, text: `Compared with ${mappingName(other)} it has ${words.join(" and ")}${lost ? `, but ${amount(lost)}` : ""}${estimated}${detail(graph, winner, other, chosen)}.`,
          otherwise: counterfactual(data, graph, winner, other, chosen)};
}

/** Why it is better than the second, and than the default. */
function reason(data, graph) {
  const winner = ranked(data, graph)[0], others = rivals(data, graph);
  if (!winner || others.length === 0) return "";
  const said = others.map(other => against(data, graph, winner, other)), explained = said.filter(one => one.explained);
  if (explained.length === 0) return said[said.length - 1].text;
  const open = others.filter((_, i) => !said[i].explained).map(other => `The difference to ${mappingName(other)} is not explained by the metrics.`);
  return [explained[0].text + explained[0].otherwise, ...explained.slice(1).map(one => one.text), ...open].join(" ");
}

/** What all counts of a mapping come to, in ns; caches are not in it. */
function pricedTime(data, counted) {
  return data.prices && counted ? TERMS.reduce((sum, term) => sum + (counted[term.place] || 0) * data.prices[term.price], 0) : null;
}

/** A point for each mapping with counts: instructions per sector, and per ns; where nothing was timed, as priced. */
function rooflinePoints(data, graph) {
  if (!data.prices) return [];
  return ranked(data, graph).filter(row => row.counted[graph] && row.counted[graph][2] > 0 && row.counted[graph][0] > 0).map(row => {
    const counted = row.counted[graph];
    const ns = data.unit === "cost" ? TERMS.slice(0, 3).reduce((sum, term) => sum + counted[term.place] * data.prices[term.price], 0)
                                    : row.figures[graph][0] * NS_OF_MS;
    return {row, intensity: counted[0] / counted[2], rate: counted[0] / ns};
  }).filter(point => isFinite(point.rate) && point.rate > 0);
}

/** The roofs, as instructions per ns at an intensity. */
function roofs(data) {
  return [
    {name: "reads in order", at: x => Math.min(x / data.prices.sector, 1 / data.prices.issued)},
    {name: "random reads", at: x => Math.min(x / data.prices.random, 1 / data.prices.issued)},
  ];
}

if (typeof module !== "undefined") {
  const {baseRow, formatValue, grouped, mappingName, ranked} = require("./model.js");
  Object.assign(globalThis, {baseRow, formatValue, grouped, mappingName, ranked});
  module.exports = {causes, pricedTime, reason, rivals, roofs, rooflinePoints, terms};
}
