// What a report says, checked without a browser: report_model.js MODEL.js [DATA.json].
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const model = require(path.resolve(process.argv[2]));

function row(mapping, value, more = {}) {
  return {mapping, figures: [typeof value === "number" ? [value, value, value, 1] : value], counted: [null], rounds: [3], same: [], failure: "", source: null, ...more};
}
function page(rows, more = {}) {
  return {program: "p", engine: "simt", device: "d", date: "2026-11-27", unit: "cost", graphs: ["g"], commands: ["gdsl run p.gdsl"], refused: [], rows, ...more};
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
// Two parts where one is too small; and a mapping that has more of one thing wins by another.
assert.match(model.reason(pair([100, 1600, 50, 10], [500, 1600, 100, 10]), 0), /100 instead of 500 instructions .*\(50 % of the difference\) and 50 instead of 100 32-byte sectors/);
assert.match(model.reason(pair([300, 1600, 50, 10], [100, 1600, 400, 10]), 0), /32-byte sectors/);
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
assert.match(model.csv(hostile), /^a=b,'@g,3,3,3,1,3,,,,,$/m);
assert.match(model.csv(hostile), /"'=1\+1,""x"""$/m);
assert.deepStrictEqual(model.mapFile(hostile, 0, hostile.rows[0]).split("\n").filter(line => line && !line.startsWith("#")), ["a=b"]);
assert.match(model.mapFile(hostile, 0, row("", 4)), /# The default mapping/);
// The view goes into the address and back; what is not of it does not.
const view = {graph: "1", left: "a=b&c,d=%", right: "", all: "1"};
assert.deepStrictEqual(model.decodeView(`#${model.encodeView(view)}`, Object.keys(view)), {graph: "1", left: "a=b&c,d=%", all: "1"});
assert.deepStrictEqual(model.decodeView("#left=%E0%A4%A&__proto__=x&graph", ["left", "graph"]), {});

if (process.argv[3]) {
  const data = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
  for (let graph = 0; graph < data.graphs.length; ++graph) console.log(`${model.sentence(data, graph)} ${model.reason(data, graph)}`);
}
console.log("the model is right");
