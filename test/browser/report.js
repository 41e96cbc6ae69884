// Clicks through a report in headless Chromium: report.js PAGE.html [FOLDER for screenshots]. Nothing may be written to
// the console, and nothing may be loaded.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const {chromium} = require("playwright-core");

const [,, file, shots] = process.argv;
const address = `file://${path.resolve(file)}`;
const problems = [];

async function open(browser, hash = "", options = {}) {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}, ...options});
  page.on("console", message => problems.push(message.text()));
  page.on("pageerror", error => problems.push(error.message));
  page.on("request", request => { if (!request.url().startsWith("file:") && !request.url().startsWith("blob:")) problems.push(request.url()); });
  await page.goto(address + hash);
  return page;
}

const text = (page, selector) => page.locator(selector).innerText();
const hash = page => page.evaluate(() => location.hash);
const count = (page, selector) => page.locator(selector).count();

/** The first screen: winner, margin, reason, command and bars, without scrolling. */
async function firstScreen(browser) {
  const page = await open(browser);
  for (const id of ["sentence", "reason", "command-text", "bars"]) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + Math.min(box.height, 60) <= 900, `${id} is not on the first screen`);
  }
  assert.match(await text(page, "#sentence"), / wins for bfs on /);
  await page.click("#copy");
  // A clipboard takes its time.
  await page.waitForFunction(() => document.getElementById("copied").textContent);
  assert.match(await text(page, "#copied"), /copied|selected/);
  await page.close();
}

/** A bar opens its rounds and its kernel; the address keeps it. */
async function bars(browser) {
  const page = await open(browser);
  const last = page.locator("#bars button.mapping").last(), name = (await last.getAttribute("title")).split("\n")[0];
  await last.click();
  assert.match(decodeURIComponent(await hash(page)), new RegExp(`right=${name}`));
  assert.strictEqual(await page.inputValue("#right"), name);
  assert.ok((await page.locator(".lane-row .name").allInnerTexts()).includes(name));
  assert.match(await text(page, "#diff thead"), new RegExp(name));
  const again = await open(browser, await hash(page));
  assert.strictEqual(await again.inputValue("#right"), name);
  await Promise.all([page.close(), again.close()]);
}

/** The slider and a click into a lane choose a round; the table has all mappings in it. */
async function rounds(browser) {
  const page = await open(browser), last = Number(await page.getAttribute("#round", "max"));
  assert.ok(last > 0);
  await page.focus("#round");
  await page.keyboard.press("ArrowRight");
  assert.strictEqual(await text(page, "#round-name"), "2");
  assert.match(await hash(page), /round=1/);
  assert.match(await text(page, "#round-words"), /^Round 2: .* the winner runs \S+/);
  await page.locator(".lane").nth(1).click({position: {x: 2, y: 5}});
  assert.strictEqual(await text(page, "#round-name"), "1");
  assert.ok(await count(page, "#round-table tbody tr") > 1);
  const pulled = page.locator("#round-table td.way", {hasText: "expand_pull"});
  for (let round = 0; round <= last && await pulled.count() === 0; ++round) await page.fill("#round", String(round));
  assert.ok(await pulled.count() > 0, "no round pulls");
  assert.match(await text(page, "#round-words"), /Other ways: expand/);
  await page.close();
}

/** A line of the program has a cost, and lights the lines of the kernels that stem from it, and the other way round. */
async function lines(browser) {
  const page = await open(browser, "#all=1");
  assert.match(await text(page, "#cost-hint"), /counted by the SIMT engine/);
  const line = page.locator('#program tr[data-line="6"]');
  assert.match(await line.locator(".cost").first().innerText(), /^\d/);
  await line.hover();
  const lit = await page.locator("#diff tr.lit").allInnerTexts();
  assert.ok(lit.length > 0 && lit.some(row => row.includes("level[")), String(lit));
  await page.locator('#diff tr[data-left="7"]').first().hover();
  assert.deepStrictEqual(await page.locator("#program tr.lit").evaluateAll(rows => rows.map(row => row.dataset.line)), ["7"]);
  await line.click();
  assert.match(await hash(page), /line=6/);
  const pane = await page.locator("#diff-pane").boundingBox(), found = await page.locator("#diff tr.lit").first().boundingBox();
  assert.ok(found.y >= pane.y && found.y < pane.y + pane.height, "the lines of the kernel are not in sight");
  await page.mouse.move(5, 5);
  assert.ok(await page.locator('#program tr[data-line="6"].lit').count() === 1);
  await page.locator('#program tr[data-line="7"]').focus();
  await page.keyboard.press("Enter");
  assert.match(await hash(page), /line=7/);
  await page.close();
}

/** The roofline and the table of causes. */
async function roof(browser) {
  const page = await open(browser);
  assert.strictEqual(await count(page, "#roof .roof"), 2);
  const points = await count(page, "#roof circle");
  assert.strictEqual(points, await count(page, "#bars button.mapping"));
  await page.locator("#roof circle").first().focus();
  await page.keyboard.press("Enter");
  assert.match(await hash(page), /right=/);
  assert.strictEqual(await count(page, "#why tbody tr th[scope=row]"), 10, "five counts beside the second, and beside the default");
  await page.close();
}

/** A refused cell says why and where. */
async function heat(browser) {
  const page = await open(browser, "#rows=atomics&columns=direction");
  const cell = page.locator("#heat .refused button").first();
  await cell.click();
  assert.match(await text(page, "#heat-fact"), /line \d+: \S/);
  const again = await open(browser, await hash(page));
  assert.strictEqual(await text(again, "#heat-fact"), await text(page, "#heat-fact"));
  await Promise.all([page.close(), again.close()]);
}

async function downloads(browser) {
  const page = await open(browser);
  for (const [id, begin] of [["csv", /^mapping,graph,cost/], ["map", /^# bfs/], ["rounds-csv", /^mapping,round,way/]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#${id}`)]);
    assert.match(fs.readFileSync(await download.path(), "utf8"), begin);
  }
  await page.close();
}

/** From 400 to 1600 px nothing is wider than the window, in both schemes; every control has a name, and Tab reaches it. */
async function looks(browser) {
  for (const colorScheme of ["light", "dark"])
    for (const width of [400, 800, 1280, 1600]) {
      const page = await open(browser, "", {viewport: {width, height: 900}, colorScheme});
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px: the page is wider`);
      assert.ok((await page.locator(".lane").first().boundingBox()).width > width / 2, `${width} px: no room for the rounds`);
      if (shots) await page.screenshot({path: `${shots}/${width}-${colorScheme}.png`, fullPage: true});
      await page.close();
    }
  const page = await open(browser);
  const unnamed = await page.locator("button:visible, select:visible, input:visible, [role=button]").evaluateAll(all =>
    all.filter(one => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels && one.labels.length)).map(one => one.id));
  assert.deepStrictEqual(unnamed, []);
  await page.keyboard.press("Tab");
  assert.strictEqual(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Tab");
  assert.strictEqual(await page.evaluate(() => document.activeElement.id), "copy");
  await page.emulateMedia({media: "print"});
  assert.ok(!await page.isVisible("#csv") && !await page.isVisible("#round") && await page.isVisible("#bars"));
  if (shots) await page.pdf({path: `${shots}/page.pdf`});
  await page.close();
}

(async () => {
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"]});
  try {
    for (const view of [firstScreen, bars, rounds, lines, roof, heat, downloads, looks]) await view(browser);
  } finally {
    await browser.close();
  }
  assert.deepStrictEqual(problems, []);
  console.log("every view works");
})().catch(error => { console.error(error); process.exit(1); });
