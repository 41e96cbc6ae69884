// What a report says, checked without a browser: report_model.js FOLDER [DATA.json].
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const folder = path.resolve(process.argv[2]);
const model = {...require(`${folder}/model.js`), ...require(`${folder}/why.js`), ...require(`${folder}/rounds.js`)};

function row(mapping, value, more = {}) {
  return {mapping, figures: [typeof value === "number" ? [value, value, value, 1] : value], counted: [null], rounds: [3], same: [], failure: "", source: null, ...more};
}
function page(rows, more = {}) {
  return {program: "p", engine: "simt", device: "d", date: "2026-11-27", unit: "cost", graphs: ["g"], commands: ["gdsl run p.gdsl"], refused: [], estimate: "", prices: null, rows, ...more};
}
const counted = (issued, lanes, sectors, atomics) => ({counted: [[issued, lanes, sectors, atomics]]});
const cost = ([issued, , sectors, atomics]) => issued + 8 * (sectors + atomics);
function pair(better, worse) {
  return page([row("push=warp", cost(better), {counted: [better]}), row("", cost(worse), {counted: [worse]})]);
}

// The planted cause is named, and nothing else.
const causes = {
  "instructions that warps issue": [[100, 1600, 50, 10], [900, 1700, 50, 10]],
  "32-byte sectors of memory": [[100, 1600, 50, 10], [110, 1600, 400, 10]],
  "atomics of lanes": [[100, 1600, 50, 10], [110, 1600, 50, 500]],
};
for (const [cause, [better, worse]] of Object.entries(causes)) {
  const text = model.reason(pair(better, worse), 0);
  assert.match(text, new RegExp(cause));
  for (const other of Object.keys(causes)) if (other !== cause) assert.doesNotMatch(text, new RegExp(other));
}
// Beside the second and beside the default, each with its own cause; where one of the two has none, that is said.
function three(second, base, figure = cost(second)) {
  return model.reason(page([row("push=warp", 1000, {counted: [[1000, 1600, 0, 0]]}), row("push=block", figure, {counted: [second]}),
    row("", cost(base), {counted: [base]})]), 0);
}
assert.match(three([1000, 1600, 0, 100], [9000, 1700, 0, 0]), /^Compared with push=block .* atomics of lanes .* come to .* Compared with granularity=thread .* instructions that warps issue .*\.$/);
assert.match(three([1000, 1600, 0, 0], [9000, 1700, 0, 0], 1500), /^Compared with granularity=thread .* The difference to push=block is not explained by the metrics\.$/);
// Ten planted causes, priced: the times are what the counts come to, so each has one explanation, and that is given.
const prices = {device: "H100", issued: 0.0013, sector: 0.0104, random: 0.031, atomic: 0.075, launch: 4834, barrier: 4741};
const kinds = ["instructions that warps issue", "32-byte sectors of memory", "atomics of lanes", "launches of kernels", "barriers of the grid"];
const plain = {issued: 1e7, lanes: 1.6e8, sectors: 5e7, atomics: 1e6, launches: 200, barriers: 0, rounds: 100};
function measured(mapping, more) {
  const {issued, lanes, sectors, atomics, launches, barriers, rounds} = {...plain, ...more}, counted = [issued, lanes, sectors, atomics, launches, barriers];
  const ms = more.ms || model.pricedTime({prices}, counted) / 1e6;
  return row(mapping, [ms, ms, ms, 5], {counted: [counted], rounds: [rounds]});
}
function why(better, worse, more = {}) {
  return model.reason(page([measured("a=b", better), measured("", worse)], {unit: "ms", engine: "cuda", prices, ...more}), 0);
}
const planted = [
  ["a serialised hub", {}, {issued: 1e9, lanes: 1.7e8}, [0], /50 % of the lanes take part instead of 1 %/],
  ["a warp for each of many short rows", {}, {issued: 5e8, lanes: 1e9}, [0], /instead of 6 %/],
  ["twice the rounds", {}, {launches: 400, rounds: 200}, [3], /it takes 100 rounds instead of 200/],
  ["a second kernel in each round", {}, {launches: 400}, [3], /both take 100 rounds/],
  ["scattered reads", {}, {sectors: 4e8, issued: 1.1e7, lanes: 1.7e8}, [1], /50.000.000 instead of 400.000.000/],
  ["an atomic for each edge", {}, {atomics: 9e7}, [2], /atomics/],
  ["a barrier after each step", {launches: 1, barriers: 300}, {launches: 1, barriers: 900}, [4], /both take 100 rounds/],
  ["edges walked twice", {}, {issued: 2e7, lanes: 3.2e8, sectors: 1e8}, [1], /sectors/],
  ["sectors and atomics alike", {}, {sectors: 1.5e8, atomics: 1.5e7}, [2, 1], /50 % of the difference\).* and .*\(50 % of the difference\)\. With/],
  ["launches saved by barriers", {launches: 1, barriers: 100}, {launches: 400}, [3], /1 instead of 400 launches/],
];
assert.strictEqual(planted.length, 10);
for (const [name, better, worse, named, words] of planted) {
  const text = why(better, worse);
  kinds.forEach((kind, place) => assert.strictEqual(text.includes(`${kind} (`), named.includes(place), `${name}: ${kind}: ${text}`));
  assert.match(text, words, name);
  assert.match(text, new RegExp(`With as few ${kinds[named[0]]}, granularity=thread would come to `), name);
}
// The same counts and another time; and counts that come to much more than the time: neither is explained.
assert.match(why({ms: 1}, {ms: 3}), /^Why it wins is not explained by the metrics/);
assert.match(why({ms: 1}, {ms: 1.2, issued: 1e9}), /^Why it wins is not explained by the metrics/);
// 60 %: a launch is 4.834 us, 100 of them are 0.4834 ms.
assert.match(why({ms: 1}, {ms: 1 + 0.4834 / 0.61, launches: 300}), /61 % of the difference/);
assert.match(why({ms: 1}, {ms: 1 + 0.4834 / 0.59, launches: 300}), /not explained by the metrics/);
// The counterfactual: without the launches nothing is left of the difference.
assert.match(why({ms: 1}, {ms: 1.4834, launches: 300}), /would come to 1\.000 ms, 1\.00 times the winner\.$/);
assert.match(why({}, {launches: 400}, {estimate: "rmat:8:8"}), /, as counted on rmat:8:8 and scaled; both/);
// A profiler counts sectors of atomics, and no barriers.
assert.match(why({}, {atomics: 9e7}, {counter: "Nsight Compute"}), /32-byte sectors of atomics/);
assert.match(why({launches: 1, barriers: 300}, {launches: 1, barriers: 900}, {counter: "Nsight Compute"}), /not explained by the metrics/);
// Without prices times explain nothing.
assert.match(why({}, {launches: 400}, {prices: null}), /not explained by the metrics: only times/);

// The roofline: nothing is above the roof that its counts were priced with.
const roofed = page([measured("a=b", {}), measured("", {sectors: 4e8}), row("c=d", 1)], {unit: "ms", prices});
const points = model.rooflinePoints(roofed, 0);
assert.deepStrictEqual(points.map(point => point.row.mapping), ["a=b", ""]);
for (const point of points) assert.ok(point.rate <= model.roofs(roofed)[0].at(point.intensity) * 1.0001);
assert.ok(Math.abs(model.roofs(roofed)[0].at(1e6) - 1 / prices.issued) < 1e-9 && Math.abs(model.roofs(roofed)[0].at(0.1) - 0.1 / prices.sector) < 1e-9);
assert.deepStrictEqual(model.rooflinePoints({...roofed, prices: null}, 0), []);

// Rounds: aligned, with what other ways would have cost, and the best mapping of each.
const series = [[1, 10, 5], [4, 90, 6], [3, 50, 1], [0, 0, 1], [2, 8, 9], [0, 0, 0]];
const steps = (value, way) => ({steps: {nodes: 0, edges: 1, value, way}});
const stepped = page([row("a=b", 1, steps(2, 3)), row("", 2, steps(4, 5)), row("c=d", 3, {steps: null})],
  {rounds: {width: 1, ways: ["push", "pull"], series}});
const all = model.withRounds(stepped, 0);
assert.deepStrictEqual(all.map(one => one.row.mapping), ["a=b", ""]);
assert.deepStrictEqual(all[0].steps[2], {nodes: 5, edges: 6, value: 1, way: "pull"});
assert.deepStrictEqual(model.roundTable(all, 1).map(one => [one.row.mapping, one.value, one.over]), [["", 8, 1], ["a=b", 50, 6.25]]);
assert.deepStrictEqual(model.waysOf(model.roundTable(all, 2)).map(one => [one.way, one.value]), [["pull", 1], ["push", 9]]);
assert.deepStrictEqual(model.bestOfRounds(all), {own: 54, best: 11});
assert.strictEqual(model.bestOfRounds(all.slice(1)), null);
assert.strictEqual(model.roundsCsv(stepped, 0).split("\n")[1], "a=b,1,push,1,4,3");
assert.strictEqual(model.roundName({rounds: {width: 10}}, 2), "21 to 30");
const costs = model.lineCosts(row("a=b", 1, {costs: [[0, 100, 3200, 0, 0], [6, 100, 800, 10, 15]]}));
assert.deepStrictEqual(costs.get(6), {issued: 100, sectors: 10, atomics: 15, use: 0.25, share: 0.75});

// Two parts where one is too small; and a mapping that has more of one thing wins by another.
assert.match(model.reason(pair([100, 1600, 50, 10], [500, 1600, 100, 10]), 0), /100 instead of 500 instructions .*\(50 % of the difference\) and 50 instead of 100 32-byte sectors/);
assert.match(model.reason(pair([300, 1600, 50, 10], [100, 1600, 400, 10]), 0),
             /50 instead of 400 32-byte sectors of memory \(more than all of the difference\), but 300 instead of 100 instructions that warps issue\. With/);
// Times alone explain nothing, and nothing is invented.
const timed = (mine, theirs) => page([row("a=b", [1, 1, 1, 5], {rounds: [mine]}), row("", [2, 2, 2, 5], {rounds: [theirs]})], {unit: "ms", engine: "cuda"});
assert.strictEqual(model.reason(timed(3, 3), 0), "Why it wins is not explained by the metrics: only times were measured, and both take 3 rounds.");
assert.match(model.reason(timed(3, 6), 0), /not explained by the metrics: .*3 rounds instead of 6/);
assert.match(model.reason(pair([100, 1600, 50, 10], [100, 1600, 50, 10]), 0), /not explained by the metrics/);

// The sentence: who, by how much, and whether that is more than chance.
assert.strictEqual(model.sentence(timed(3, 3), 0), "a=b wins for p on g (CUDA): 2.00 times as fast as the default, one thread per node.");
const close = page([row("a=b", [1, 0.9, 2.5, 5]), row("", [2, 1.5, 2.2, 5])], {unit: "ms", engine: "openmp"});
assert.match(model.sentence(close, 0), /; granularity=thread is within the spread of its runs\.$/);
assert.match(model.sentence(page([row("", 10), row("a=b", 20)]), 0), /no mapping beats the default, at 50 % of the counted cost of a=b\.$/);
assert.match(model.sentence(page([row("", 10, {failure: "wrong"})]), 0), /^No mapping of p on g has a result\.$/);
assert.match(model.sentence(page([row("a=b", 1), row("", 2)], {unit: "ms", graphs: ["none"]}), 0), /^a=b wins for p \(.*; it ran only once, so this may be chance\.$/);
assert.strictEqual(model.commandOf(timed(1, 1), 0, {mapping: "a=b"}), "gdsl run p.gdsl --map=a=b");
assert.strictEqual(model.commandOf(timed(1, 1), 0, {mapping: ""}), "gdsl run p.gdsl");
assert.strictEqual(model.commandOf(timed(1, 1), 0, {mapping: "a=$(x)'\n;y"}), "gdsl run p.gdsl '--map=a=$(x)'\\'' ;y'");
// A failed mapping never wins, however fast.
assert.deepStrictEqual(model.ranked(page([row("x=y", 1, {failure: "wrong"}), row("", 5), row("a=b", 3)]), 0).map(one => one.mapping), ["a=b", ""]);

// Alignment: both texts come back in order, equal lines beside each other are equal, and no alignment has more of them.
function longest(a, b) {
  const table = Array.from({length: a.length + 1}, () => new Array(b.length + 1).fill(0));
  for (let i = 0; i < a.length; ++i)
    for (let k = 0; k < b.length; ++k)
      table[i + 1][k + 1] = a[i] === b[k] ? table[i][k] + 1 : Math.max(table[i][k + 1], table[i + 1][k]);
  return table[a.length][b.length];
}
let seed = 1;
const random = limit => (seed = (seed * 48271) % 2147483647) % limit;
for (let round = 0; round < 300; ++round) {
  const a = Array.from({length: random(12)}, () => random(4)), b = Array.from({length: random(12)}, () => random(4));
  const pairs = model.aligned(a, b);
  assert.deepStrictEqual(pairs.map(([i]) => i).filter(i => i !== null), a.map((_, i) => i));
  assert.deepStrictEqual(pairs.map(([, k]) => k).filter(k => k !== null), b.map((_, k) => k));
  assert.ok(pairs.filter(([i, k]) => i !== null && k !== null && a[i] === b[k]).length >= longest(a, b), JSON.stringify([a, b, pairs]));
}

// Cells of the heat map: the best of several, a refusal with its fact, a failure, nothing.
const fact = {why: "no", line: 2, column: 1, mappings: ["x=1,y=2", "y=3"]};
const heat = page([row("", 9), row("x=1", 5), row("x=1,z=1", 4), row("x=2", 7, {same: ["x=2,y=2"]}), row("x=4", 1, {failure: "crash"})], {refused: [fact]});
const cell = (x, y) => model.heatCell(heat, 0, {key: "x", value: x}, {key: "y", value: y});
assert.strictEqual(cell("1", "").row.mapping, "x=1,z=1");
assert.strictEqual(cell("2", "2").row.mapping, "x=2");
assert.strictEqual(cell("1", "2").refused, fact);
assert.strictEqual(cell("1", "3").refused, fact);
assert.strictEqual(cell("4", "").failed.failure, "crash");
assert.deepStrictEqual(cell("2", "9"), {});
assert.deepStrictEqual(model.options(heat).map(one => one.key), ["x", "y", "z"]);
const various = page([row("", 9), row("x=1", 5), row("y=1", 5), row("y=2", 5)], {refused: [{why: "no", line: 0, column: 0, mappings: ["x=2", "x=3", "w=1"]}]});
assert.deepStrictEqual(model.options(various).map(one => [one.key, one.values.length]), [["y", 2], ["x", 3], ["w", 1]]);
assert.deepStrictEqual(model.facts(page([], {refused: [{why: "a", line: 0, mappings: ["q=1,w=2", "q=1"]}, fact]})).map(one => [one.why, one.mappings[0]]), [["no", "y=3"], ["a", "q=1"]]);

// What is downloaded: no formula, no line of its own by a name.
const hostile = page([row("a=b", 3), row("", 4, {failure: '=1+1,"x"'})], {program: "p\nactivation=topology", graphs: ["@g"]});
assert.match(model.csv(hostile), /^a=b,'@g,3,3,3,1,3,,,,,,,$/m);
assert.match(model.csv(hostile), /"'=1\+1,""x"""$/m);
assert.deepStrictEqual(model.mapFile(hostile, 0, hostile.rows[0]).split("\n").filter(line => line && !line.startsWith("#")), ["a=b"]);
assert.match(model.mapFile(hostile, 0, row("", 4)), /^default$/m);
// The view goes into the address and back; what is not of it does not.
const view = {graph: "1", left: "a=b&c,d=%", right: "", all: "1"};
assert.deepStrictEqual(model.decodeView(`#${model.encodeView(view)}`, Object.keys(view)), {graph: "1", left: "a=b&c,d=%", all: "1"});
assert.deepStrictEqual(model.decodeView("#left=%E0%A4%A&__proto__=x&graph", ["left", "graph"]), {});

if (process.argv[3]) {
  const data = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
  for (let graph = 0; graph < data.graphs.length; ++graph) console.log(`${model.sentence(data, graph)} ${model.reason(data, graph)}`);
}
console.log("the model is right");
