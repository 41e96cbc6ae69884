// What a browser makes of `gdsl serve`: every part of the page, by elements, clicks and keys: `serve.js FOLDER [SHOTS]`.
// FOLDER has a program bfs.gdsl and is written to. CHROMIUM names the browser; SHOTS is a folder for screenshots.
"use strict";
const assert = require("node:assert");
const childProcess = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const {chromium} = require("playwright-core");

const [folder, shots] = process.argv.slice(2), file = path.join(folder, "bfs.gdsl");
const original = fs.readFileSync(file, "utf8");
const other = `import "bfs.gdsl"
algorithm other(source: node) -> most: int {
    var level: node int
    level = bfs(source)
    most = 0
    foreach node v where level[v] < inf { most max= level[v] }
}
`;
const problems = [];

/** Starts the server; its address. */
function serve() {
  const server = childProcess.spawn("gdsl", ["serve", folder], {stdio: ["ignore", "pipe", "inherit"]});
  return new Promise((done, failed) => {
    server.stdout.once("data", text => done({server, address: String(text).trim()}));
    server.once("exit", status => failed(new Error(`gdsl serve ended with the status ${status}`)));
  });
}

async function open(browser, address, options) {
  const page = await browser.newPage(options);
  page.on("console", said => { if (["error", "warning"].includes(said.type())) problems.push(said.text()); });
  page.on("pageerror", error => problems.push(String(error)));
  await page.goto(address);
  await page.waitForSelector("#cuda .keyword");
  return page;
}

const text = (page, at) => page.locator(at).innerText();

/** Puts text in place of the whole program, as pasting does. */
async function type(page, program) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.locator("#editor .cm-content").evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
  }, program);
}

/** The first screen: the program with its colours, CUDA, the mapped IR; the token is not in the address. */
async function firstScreen(page) {
  assert.ok(!page.url().includes("token"), page.url());
  assert.match(await text(page, "#editor .cm-content"), /algorithm bfs\(source: node\)/);
  await page.waitForSelector("#editor .cm-line .keyword");
  assert.match(await text(page, "#cuda"), /__global__ void expand/);
  await page.click("#tab-mapped");
  assert.match(await text(page, "#mapped"), /expand/);
  assert.ok(!await page.isVisible("#cuda"));
  await page.click("#tab-cuda");
  assert.strictEqual(await page.inputValue("#arguments"), "source=0");
}

/** An error stands at its line and in the list; the last text stays, greyed; mending it takes both away. */
async function diagnostics(page) {
  await type(page, original.replace("level[w] = round", "level[w] = sound"));
  await page.waitForSelector("#diagnostics .error");
  assert.match(await text(page, "#diagnostics"), /^7:24 error: unknown name `sound`/m);
  await page.waitForSelector("#editor .cm-lintRange-error");
  assert.strictEqual(await page.locator("#editor .cm-lint-marker-error").count(), 1);
  assert.ok(await page.locator("#cuda.old").count() === 1);
  await page.locator("#diagnostics button").first().click();
  assert.match(await text(page, "#editor .cm-activeLine"), /sound/);
  await type(page, original);
  await page.waitForSelector("#cuda:not(.old)");
  assert.strictEqual(await page.locator("#diagnostics .error").count(), 0);
}

/** A knob changes the text; one that is refused says why and changes nothing. */
async function knobs(page) {
  const knob = name => page.locator(`[data-knob="${name}"]`);
  await knob("granularity=warp:8").click();
  assert.strictEqual(await page.inputValue("#map"), "granularity=warp:8");
  await page.waitForFunction(() => document.getElementById("cuda").textContent.includes("Mapping: granularity=warp:8"));
  await page.waitForSelector('[data-knob="granularity=warp:8"][aria-pressed=true]');
  const refused = knob("atomics=elide");
  await page.locator("#others-summary").click();
  await page.waitForSelector('[data-knob="atomics=elide"][aria-disabled=true]');
  await refused.hover();
  assert.match(await text(page, "#knob-why"), /atomics=elide: .*the operator reads `round`/);
  await refused.click({force: true});
  assert.strictEqual(await page.inputValue("#map"), "granularity=warp:8");
  // Beside the other setting, not alone: a value that it rules out.
  await page.fill("#map", "granularity=edge");
  await page.waitForSelector('[data-knob="outliers=defer"][aria-disabled=true]');
  await page.fill("#map", "granularity=wrap:8");
  await page.waitForSelector("#diagnostics .error");
  assert.match(await text(page, "#diagnostics"), /wrap/);
  await page.fill("#map", "");
  await page.waitForFunction(() => document.getElementById("cuda").textContent.includes("Mapping: default"));
}

/** Figures of a run: greyed from an edit until those of the new text are there; costs stand beside the lines. */
async function metrics(page) {
  const cost = () => page.locator("#figures dd").first().innerText();
  await page.waitForSelector("#metrics:not(.old) #figures dd", {timeout: 60000});
  const before = await cost();
  assert.match(await text(page, "#figures"), /reached, max/);
  assert.match(await text(page, "#editor .cm-costs"), /\d %/);
  await page.fill("#map", "granularity=warp:32");
  assert.strictEqual(await page.locator("#metrics.old").count(), 1);
  assert.strictEqual(await cost(), before);
  await page.waitForSelector("#metrics:not(.old)", {timeout: 60000});
  assert.notStrictEqual(await cost(), before);
  await page.fill("#arguments", "source=100000");
  await page.waitForFunction(() => document.getElementById("metrics-message").textContent.includes("source"), null, {timeout: 60000});
  await page.fill("#arguments", "source=0");
  await page.fill("#map", "");
}

/** PTX where nvcc is, else the reason. An edit greys it until that of the new text is there. */
async function ptx(page) {
  await page.click("#tab-ptx");
  assert.match(await text(page, "#ptx"), /nvcc|\.entry/);
  await page.waitForFunction(() => /\.entry \w|^PTX needs nvcc: /.test(document.getElementById("ptx").textContent), null, {timeout: 60000});
  const before = await text(page, "#ptx");
  if (before.includes(".entry")) {
    await page.fill("#map", "granularity=warp:8");
    await page.waitForSelector("#ptx.old");
    assert.strictEqual(await text(page, "#ptx"), before);
    await page.waitForSelector("#ptx:not(.old)", {timeout: 60000});
    assert.notStrictEqual(await text(page, "#ptx"), before);
    await page.fill("#map", "");
  }
  await page.click("#tab-cuda");
}

/** Rows come one by one, the best first, and one is taken over by a click. */
async function explore(page) {
  await page.click("#tab-explore");
  await page.fill("#limit", "2");
  await page.fill("#space", "granularity=thread|warp:8");
  await page.click("#explore-start");
  await page.waitForFunction(() => /^done: 2 mappings/.test(document.getElementById("explore-state").textContent), null, {timeout: 120000});
  assert.match(await text(page, "#explored"), /1\.00? ×|1 ×/);
  const other = page.locator("#explored button", {hasText: "="}), mapping = await other.innerText();
  await other.click();
  assert.strictEqual(await page.inputValue("#map"), mapping);
  await page.fill("#space", "");
  await page.fill("#limit", "200");
  await page.click("#explore-start");
  await page.click("#explore-stop");
  await page.waitForFunction(() => /^stopped/.test(document.getElementById("explore-state").textContent));
  await page.fill("#map", "");
  await page.click("#tab-cuda");
}

/** Saves by button and key; a file that has changed meanwhile is left alone. */
async function save(page) {
  assert.ok(await page.isDisabled("#save"));
  await type(page, original + "// more\n");
  await page.click("#save");
  await page.waitForSelector("#save:disabled");
  assert.strictEqual(fs.readFileSync(file, "utf8"), original + "// more\n");
  await type(page, original);
  page.once("dialog", dialog => dialog.dismiss());
  await page.selectOption("#program", "other.gdsl");
  assert.strictEqual(await page.inputValue("#program"), "bfs.gdsl");
  await page.keyboard.press("Control+s");
  await page.waitForSelector("#save:disabled");
  assert.strictEqual(fs.readFileSync(file, "utf8"), original);
  await page.selectOption("#program", "other.gdsl");
  await page.waitForFunction(() => document.getElementById("cuda").textContent.includes("// other from"));
  await page.waitForSelector("#metrics:not(.old) #figures dd", {timeout: 60000});
  assert.match(await text(page, "#figures"), /most\n5/);
  assert.ok(!(await text(page, "#editor .cm-costs")).includes("%"), "costs of other lines");
  await type(page, "// lost\n");
  fs.writeFileSync(path.join(folder, "other.gdsl"), other + "// by somebody else\n");
  await page.click("#save");
  await page.waitForFunction(() => document.getElementById("state").textContent.includes("changed by somebody else"));
  assert.match(problems.pop(), /status of 400/);
}

/** From 400 to 1600 px nothing is wider than the window, in both schemes, and every control has a name. */
async function looks(browser, address) {
  for (const colorScheme of ["light", "dark"])
    for (const width of [400, 1000, 1600]) {
      const page = await open(browser, address, {viewport: {width, height: 1000}, colorScheme});
      await page.waitForSelector("#knobs .axis");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px: the page is wider`);
      if (shots) await page.screenshot({path: `${shots}/${width}-${colorScheme}.png`, fullPage: true});
      const unnamed = await page.locator("button:visible, select:visible, input:visible, [role=tab]").evaluateAll(all =>
        all.filter(one => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels && one.labels.length)).map(one => one.outerHTML));
      assert.deepStrictEqual(unnamed, []);
      await page.close();
    }
}

(async () => {
  fs.writeFileSync(path.join(folder, "other.gdsl"), other);
  const {server, address} = await serve();
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"]});
  try {
    const page = await open(browser, address);
    for (const part of [firstScreen, diagnostics, knobs, metrics, ptx, explore, save]) await part(page);
    await looks(browser, address);
    assert.deepStrictEqual(problems, []);
  } finally {
    await browser.close();
    server.removeAllListeners("exit");
    server.kill();
  }
  console.log("every part works");
})().catch(error => { console.error(error); process.exit(1); });
