// The views of rounds, of causes and of the roofline, in inline SVG.
"use strict";

const MOST_LANES = 8, MOST_ROUND_ROWS = 12;
const ROOF = {width: 640, height: 300, left: 58, right: 16, top: 12, bottom: 40};

/** The mappings of the chart: the winner, the default, those that are compared, and the next best ones. */
function laneRows(all) {
  const base = baseRow(data, graph()), wanted = [all[0].row, base, rowNamed(view.left), rowNamed(view.right), ...all.map(one => one.row)];
  const chosen = [...new Set(wanted)].filter(row => all.some(one => one.row === row)).slice(0, MOST_LANES);
  return all.filter(one => chosen.includes(one.row));
}

/** A row of bars, one for each round; heights are square roots, so that small rounds can be seen. */
function lane(name, values, ways, most, columns, place) {
  const svg = element("svg", {class: "lane", viewBox: `0 0 ${columns} 100`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${name}: ${values.length} rounds`});
  svg.append(element("rect", {class: "marker", x: place, y: 0, width: 1, height: 100}));
  values.forEach((value, round) => {
    const height = most > 0 ? 96 * Math.sqrt((value || 0) / most) : 0;
    svg.append(element("rect", {class: ways ? `way${ways[round] % 4}` : "frontier", x: round + 0.08, y: 100 - height, width: 0.84, height}));
  });
  svg.addEventListener("click", event => {
    const box = svg.getBoundingClientRect(), round = Math.floor((event.clientX - box.left) / box.width * columns);
    setView({round: String(Math.max(0, Math.min(columns - 1, round)))});
  });
  return element("div", {class: "lane-row"}, element("span", {class: "name"}, name), svg);
}

function roundWords(all, table, place) {
  const first = all[0], step = first.steps[place], best = bestOfRounds(all), parts = [];
  if (step) {
    const frontier = step.nodes === null ? `${short(step.edges)} edges` : `${short(step.nodes)} ${step.nodes === 1 ? "node" : "nodes"} with ${short(step.edges)} edges`;
    parts.push(`Round ${roundName(data, place)}: ${frontier}; the winner runs ${step.way} for ${formatValue(step.value, data.unit)}.`);
    const others = waysOf(table).filter(one => one.way !== step.way);
    if (others.length) parts.push(`Other ways: ${others.map(one => `${one.way} ${formatValue(one.value, data.unit)} (${mappingName(one.row)})`).join("; ")}.`);
  } else parts.push(`Round ${roundName(data, place)}: the winner is done.`);
  if (best && best.own > 0) parts.push(`All rounds of the winner: ${formatValue(best.own, data.unit)}; with the best mapping in each round ${formatValue(best.best, data.unit)}.`);
  return parts.join(" ");
}

function roundRows(table) {
  const cell = (text, more = {}) => element("td", more, text);
  return table.slice(0, MOST_ROUND_ROWS).map(one => element("tr", {}, element("th", {scope: "row"}, mappingName(one.row)), cell(one.way, {class: "way"}),
    cell(one.nodes === null ? "" : grouped(one.nodes)), cell(grouped(one.edges)), cell(formatValue(one.value, data.unit)), cell(`${one.over.toFixed(2)}\u00d7`)));
}

function showRounds() {
  const all = withRounds(data, graph()), known = all.length > 0;
  for (const id of ["round-label", "round-words", "round-scroll", "rounds-csv"]) at(id).hidden = !known;
  at("lanes").replaceChildren();
  if (!known) {
    at("rounds-hint").textContent = "Rounds are not known here: write gdsl explore --metrics --html=FILE, or --rounds=FILE.";
    return;
  }
  const columns = Math.max(...all.map(one => one.steps.length)), place = Math.min(columns - 1, Number.parseInt(view.round, 10) || 0);
  const shown = laneRows(all), most = Math.max(...shown.flatMap(one => one.steps.map(step => step.value)));
  const frontier = all.find(one => one.steps.length === columns).steps.map(step => step.edges);
  at("lanes").append(lane("edges of the frontier", frontier, null, Math.max(...frontier), columns, place),
    ...shown.map(one => lane(mappingName(one.row), one.steps.map(step => step.value), one.steps.map(step => data.rounds.ways.indexOf(step.way)), most, columns, place)));
  at("rounds-hint").textContent = `Stages that walk edges, round by round${data.rounds.width > 1 ? `, ${data.rounds.width} rounds a bar` : ""}: ` +
    `${data.unit === "cost" ? "counted cost" : "time"}; heights are square roots, colors are ways. Click a round, or move the slider.`;
  Object.assign(at("round"), {max: String(columns - 1), value: String(place)});
  at("round").setAttribute("aria-valuetext", `round ${roundName(data, place)}`);
  at("round-name").textContent = roundName(data, place);
  const table = roundTable(all, place);
  at("round-words").textContent = roundWords(all, table, place);
  at("round-table").replaceChildren(element("thead", {}, element("tr", {}, ...["mapping", "way", "nodes", "edges", data.unit, "of the least"].map(name => element("th", {scope: "col", class: name === "way" ? "way" : ""}, name)))),
    element("tbody", {}, ...roundRows(table)));
}

function signed(value, format) { return `${value < 0 ? "\u2212" : ""}${format(Math.abs(value))}`; }

/** A body of the table: the differences between the winner and one other, counted and priced. */
function whyBody(winner, other, parts) {
  const gap = gapOf(graph(), winner, other), share = one => gap > 0 ? signed(100 * one.gain / gap, value => `${Math.round(value)} %`) : "", outside = data.unit === "cost";
  const row = one => element("tr", {}, element("th", {scope: "row"}, one.name), ...[grouped(one.to), grouped(one.from),
    outside && one.gain === 0 && one.to !== one.from ? "not in it" : signed(one.gain, value => formatValue(value, data.unit)), share(one),
    one.priced === null ? "" : `${signed(one.priced * 1000, value => value.toPrecision(3))} \u00b5s`].map(text => element("td", {}, text)));
  const head = ["", mappingName(winner), mappingName(other), outside ? "saves cost" : "saves", "of the difference", "priced"];
  return element("tbody", {}, element("tr", {}, ...head.map(name => element("th", {scope: "col"}, ...breakable(name)))), ...parts.map(row));
}

/** Beside the second, and beside the default. */
function showWhy() {
  const winner = ranked(data, graph())[0];
  const bodies = rivals(data, graph()).map(other => [other, terms(data, graph(), winner, other)]).filter(([, parts]) => parts);
  at("why-section").hidden = bodies.length === 0;
  if (bodies.length === 0) return;
  at("why").replaceChildren(...bodies.map(([other, parts]) => whyBody(winner, other, parts)));
  at("why-hint").textContent = (data.prices ? `Priced with what gdsl limits measures on ${data.prices.device}: sectors as reads in order, ${Math.round(1 / data.prices.sector)} of them per ns, eight instructions for one; caches are not in it.` : "") +
    (data.counter ? ` The counts are those of ${data.counter}; it does not count barriers.` : "") +
    (data.estimate ? ` The counts are estimated: they are those of ${data.estimate}, scaled to the edges and rounds of this graph.` : data.unit === "cost" ? " Launches and barriers are not in the cost." : "");
}

function roofScale(points) {
  const xs = points.map(point => point.intensity), ys = points.map(point => point.rate);
  const low = values => 10 ** Math.floor(Math.log10(Math.min(...values))), high = values => 10 ** Math.ceil(Math.log10(Math.max(...values)) + 1e-9);
  const box = {x0: low([...xs, 1]), x1: high([...xs, 20]), y0: low(ys), y1: high([1 / data.prices.issued])};
  const part = (value, from, to) => Math.log10(value / from) / Math.log10(to / from);
  return {...box, x: value => ROOF.left + (ROOF.width - ROOF.left - ROOF.right) * part(value, box.x0, box.x1),
    y: value => ROOF.height - ROOF.bottom - (ROOF.height - ROOF.top - ROOF.bottom) * part(value, box.y0, box.y1)};
}

function roofAxes(scale) {
  const parts = [], text = (x, y, words, anchor) => element("text", {x, y, "text-anchor": anchor}, words);
  for (let x = scale.x0; x <= scale.x1 * 1.01; x *= 10) parts.push(element("line", {class: "grid", x1: scale.x(x), x2: scale.x(x), y1: ROOF.top, y2: ROOF.height - ROOF.bottom}),
    text(scale.x(x), ROOF.height - ROOF.bottom + 14, String(Number(x.toPrecision(3))), "middle"));
  for (let y = scale.y0; y <= scale.y1 * 1.01; y *= 10) parts.push(element("line", {class: "grid", y1: scale.y(y), y2: scale.y(y), x1: ROOF.left, x2: ROOF.width - ROOF.right}),
    text(ROOF.left - 6, scale.y(y) + 4, String(Number(y.toPrecision(3))), "end"));
  parts.push(text(ROOF.width / 2, ROOF.height - 6, "instructions of warps per 32-byte sector", "middle"), text(ROOF.left, ROOF.top - 2, "10\u2079 instructions per second", "start"));
  return parts;
}

function roofLine(scale, roof, place) {
  const steps = Array.from({length: 61}, (_, i) => scale.x0 * (scale.x1 / scale.x0) ** (i / 60));
  const path = steps.map(x => `${scale.x(x).toFixed(1)},${scale.y(Math.max(scale.y0, roof.at(x))).toFixed(1)}`).join(" ");
  // Where the roof becomes flat, on the side that no other roof has.
  const flat = steps.find(x => roof.at(x) >= roof.at(scale.x1) * 0.999) / 1.6, side = place === 0 ? -8 : 8;
  return [element("polyline", {class: `roof roof${place}`, points: path}),
    element("text", {x: scale.x(flat) + side, y: scale.y(roof.at(flat)) + side, "text-anchor": place === 0 ? "end" : "start"}, roof.name)];
}

function roofPoint(scale, point, first) {
  const name = mappingName(point.row), words = `${name}: ${point.intensity.toFixed(1)} instructions per sector, ${point.rate.toPrecision(3)} per ns`;
  const mark = point === first ? "best" : point.row.mapping === "" ? "default" : [view.left, view.right].includes(name) ? "chosen" : "";
  const dot = element("circle", {class: mark, cx: scale.x(point.intensity), cy: scale.y(Math.max(scale.y0, point.rate)), r: mark ? 6 : 4, tabindex: 0, role: "button", "aria-label": words},
    element("title", {}, words));
  const choose = () => setView({left: mappingName(first.row), right: name});
  dot.addEventListener("click", choose);
  dot.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } });
  return dot;
}

function showRoof() {
  const points = rooflinePoints(data, graph());
  at("roof-section").hidden = points.length === 0;
  if (points.length === 0) return;
  const scale = roofScale(points);
  at("roof").replaceChildren(...roofAxes(scale), ...roofs(data).flatMap((roof, place) => roofLine(scale, roof, place)),
    ...[...points].reverse().map(point => roofPoint(scale, point, points[0])));
  const source = data.unit === "cost" ? "Nothing was timed: the rates are estimated, from what the counts would take one after the other."
    : data.estimate ? `Times are measured; instructions and sectors are estimated from ${data.estimate}.` : `Times are measured, instructions and sectors counted${data.counter ? ` by ${data.counter}` : ""}.`;
  at("roof-hint").textContent = `Roofs of ${data.prices.device}, as gdsl limits measures them. ${source}`;
}
