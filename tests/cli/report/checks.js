// Looks in the page for defects that a reader must never see. Returns a list of complaints,
// which is empty if there are none.
function complaints(view) {
  const page = view.document;
  const found = [];
  const name = (element) => {
    const owner = element.closest("figure[id], section[id]");
    const words = (element.textContent || "").trim().slice(0, 40);
    return `${owner ? "#" + owner.id + " " : ""}<${element.tagName}> "${words}"`;
  };

  // Long parts may be closed.
  for (const part of page.querySelectorAll("details")) part.open = true;

  // The page must not scroll sideways.
  const root = page.documentElement;
  if (root.scrollWidth > view.innerWidth) {
    found.push(`the page is ${root.scrollWidth} wide on a screen of ${view.innerWidth}`);
  }

  // Texts in pictures must not be cut and must not overlap.
  const slack = 1.5;
  for (const picture of page.querySelectorAll("svg")) {
    // A chart is drawn for several widths, of which one is shown.
    if (picture.getClientRects().length === 0) continue;
    const frame = picture.getBoundingClientRect();
    if (frame.width < 100 || frame.height < 20) found.push(`${name(picture)} has no size`);
    const texts = [...picture.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    for (const text of texts) {
      const size = parseFloat(view.getComputedStyle(text).fontSize) * text.getScreenCTM().a;
      if (size < 10.95) found.push(`letters of ${size.toFixed(1)} px: ${name(text)}`);
    }
    boxes.forEach((box, i) => {
      const cut = box.left < frame.left - slack || box.right > frame.right + slack ||
        box.top < frame.top - slack || box.bottom > frame.bottom + slack;
      if (cut) found.push(`cut: ${name(texts[i])} in ${picture.querySelector("title").textContent}`);
      for (let j = 0; j < i; j++) {
        const other = boxes[j];
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > slack && down > slack) {
          found.push(`overlapping: ${name(texts[i])} and ${name(texts[j])}`);
        }
      }
    });
    for (const part of ["title", "desc"]) {
      const words = picture.querySelector(part);
      if (!words || !words.textContent.trim()) found.push(`${name(picture)} has no ${part}`);
    }
  }

  for (const figure of page.querySelectorAll("figure")) {
    const shown = (svg) => svg.getClientRects().length > 0;
    const title = figure.querySelector(".figure-title")?.textContent.trim();
    if (!title || title === figure.id) found.push(`#${figure.id} has no title`);
    for (const panel of figure.querySelectorAll(".panel")) {
      const drawn = [...panel.querySelectorAll("svg")].filter(shown);
      if (drawn.length !== 1) found.push(`${drawn.length} pictures in a panel of #${figure.id}`);
    }
    // Charts fill the width of the page.
    const rights = [...figure.querySelectorAll("svg")].filter(shown).map((svg) => svg.getBoundingClientRect().right);
    const right = figure.getBoundingClientRect().right;
    if (Math.max(...rights) < right - 2) found.push(`#${figure.id} ends ${right - Math.max(...rights)} px before the page`);
  }

  // No number is a zero with a sign.
  const texts = page.createTreeWalker(page.body, 4);
  while (texts.nextNode()) {
    const words = texts.currentNode.data;
    const inScript = ["SCRIPT", "STYLE"].includes(texts.currentNode.parentElement.tagName.toUpperCase());
    if (!inScript && /(^|[^\w.])[-\u2212]0(\.0+)?($|[^\w.])/.test(words)) {
      found.push(`a zero with a sign: ${words.trim().slice(0, 60)}`);
    }
  }

  // A name in a headline is broken between its parts only.
  for (const box of page.querySelectorAll(".headlines .large")) {
    const parts = page.createTreeWalker(box, 4);
    while (parts.nextNode()) {
      for (const part of parts.currentNode.data.matchAll(/[^\s:-]+[:-]?/g)) {
        const range = page.createRange();
        range.setStart(parts.currentNode, part.index);
        range.setEnd(parts.currentNode, part.index + part[0].length);
        if (range.getClientRects().length > 1) found.push(`broken in a word: ${box.textContent}`);
      }
    }
  }

  // The lines between rows stay with the names that stay in view, and a screen of a desktop shows
  // all columns of the standings.
  for (const table of page.querySelectorAll("div.table table")) {
    const line = (cell) => cell && parseFloat(view.getComputedStyle(cell).borderBottomWidth) > 0;
    const separate = view.getComputedStyle(table).borderCollapse === "separate";
    const name = table.querySelector("tbody th.name");
    if (name && !(separate && line(name))) found.push(`no row lines under ${name.textContent}`);
  }
  const standings = page.querySelector("#standings div.table");
  if (standings && view.innerWidth >= 1280 && standings.scrollWidth > standings.clientWidth) {
    found.push(`the standings are ${standings.scrollWidth} wide in ${standings.clientWidth}`);
  }

  // Text must stay inside its column, except in tables, which scroll in their box.
  for (const element of page.querySelectorAll("h1, h2, h3, p, li, figcaption")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.left < -slack || box.right > view.innerWidth + slack)) {
      found.push(`off the screen: ${name(element)}`);
    }
    if (element.scrollWidth > element.clientWidth + 1) found.push(`too wide: ${name(element)}`);
  }

  // The name of a row stays in view when a table scrolls sideways.
  for (const box of page.querySelectorAll("div.table")) {
    if (box.scrollWidth <= box.clientWidth) continue;
    box.scrollLeft = box.scrollWidth;
    const name = box.querySelector("tbody th.name");
    const left = box.getBoundingClientRect().left;
    if (name && name.getBoundingClientRect().left < left - slack) found.push(`out of view: ${name.textContent}`);
    box.scrollLeft = 0;
  }

  // Ids must be unique, and links must lead to an id.
  const seen = new Set();
  for (const element of page.querySelectorAll("[id]")) {
    if (seen.has(element.id)) found.push(`two elements are #${element.id}`);
    seen.add(element.id);
  }
  for (const link of page.querySelectorAll("a[href]")) {
    const target = link.getAttribute("href");
    // A test of the committed pages follows links to other reports.
    if (/^[a-z./]+\/report\.html$/.test(target)) continue;
    if (!target.startsWith("#") || !page.getElementById(target.slice(1))) {
      found.push(`the link to ${target} leads nowhere`);
    }
  }

  // Text must have the contrast that WCAG 2.2 level AA requires.
  const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
  const linear = (part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const behind = (element) => {
    // The value of a cell of a matrix stands on the colour of the cell.
    const cell = element.closest?.("g.cell")?.querySelector("rect");
    if (cell && element.tagName === "text") return parse(view.getComputedStyle(cell).fill);
    // Words on a board stand on the last shape that was drawn there.
    if (element.tagName === "text" && element.ownerSVGElement.querySelector(".square")) {
      const own = element.getBoundingClientRect();
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
      for (let at = element.previousElementSibling; at; at = at.previousElementSibling) {
        const box = at.getBoundingClientRect();
        const holds = box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
        const fill = holds && at.matches("rect, circle, polygon") ? view.getComputedStyle(at).fill : "none";
        if (fill !== "none") return parse(fill);
      }
    }
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(view.getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  for (const element of page.querySelectorAll("body *")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says || ["TITLE", "DESC", "STYLE", "SCRIPT"].includes(element.tagName.toUpperCase())) continue;
    // Nothing is behind a picture for another width.
    if (element.getClientRects().length === 0) continue;
    const style = view.getComputedStyle(element);
    const ink = parse(element instanceof view.SVGElement ? style.fill : style.color);
    const [light, dark] = [luminance(ink), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${name(element)}`);
  }
  // Marks that show data must contrast with the background as well.
  const marks = "svg .s0, svg .s1, svg .s2, svg .s3, svg .stroke, svg .move, svg .piece, svg .frame";
  for (const element of page.querySelectorAll(marks)) {
    const style = view.getComputedStyle(element);
    const outlined = element.matches(".stroke, .move, .piece, .frame");
    const paint = outlined || style.fill === "none" ? style.stroke : style.fill;
    const [light, dark] = [luminance(parse(paint)), luminance(behind(element))].sort((a, b) => b - a);
    if ((light + 0.05) / (dark + 0.05) < 3) found.push(`faint: ${name(element)}`);
  }
  return [...new Set(found)];
}

// What the page's script does wrong, as a list of complaints.
function presses(view) {
  const page = view.document;
  const found = [];
  const check = (holds, words) => holds || found.push(words);

  // Tables sort, at the third press in their first order again.
  const table = page.querySelector("#standings table");
  const names = () => [...table.tBodies[0].rows].map((row) => row.querySelector("th").textContent);
  const before = names().join();
  const heads = [...table.querySelectorAll("thead th")];
  const head = heads.find((each) => each.textContent.startsWith("name"));
  head.querySelector("button").click();
  check(names().join() === [...names()].sort((a, b) => a.localeCompare(b)).join(), "names do not sort");
  check(head.getAttribute("aria-sort") === "ascending", "the order is not said");
  head.querySelector("button").click();
  head.querySelector("button").click();
  check(names().join() === before, "the first order does not come back");
  const column = heads.findIndex((each) => each.textContent.startsWith("win\u00a0%"));
  heads[column].querySelector("button").click();
  const rates = [...table.tBodies[0].rows].map((row) => Number(row.cells[column].textContent));
  check(rates.every((rate, at) => at === 0 || rate <= rates[at - 1]), "figures do not sort");
  heads[column].querySelector("button").click();
  heads[column].querySelector("button").click();

  // A name lights up everywhere, and marks tell their values to the keyboard.
  const link = table.querySelector("tbody th a");
  check(page.querySelector(link.getAttribute("href")), "a name leads nowhere");
  link.dispatchEvent(new view.MouseEvent("mouseover", { bubbles: true }));
  check(page.querySelectorAll(".lit").length > 3, "a name does not light up");
  const visible = (what) => [...page.querySelectorAll(what)].find((one) => one.getClientRects().length > 0);
  const mark = visible("#matrix .told[tabindex='0']");
  mark.dispatchEvent(new view.FocusEvent("focus"));
  const tip = page.querySelector(".tip");
  check(!tip.hidden && /%/.test(tip.textContent), `a mark tells ${tip.textContent}`);
  mark.dispatchEvent(new view.KeyboardEvent("keydown", { key: "ArrowRight" }));
  check(mark !== page.activeElement && page.activeElement.matches(".told"), "arrow keys do not move");
  mark.dispatchEvent(new view.FocusEvent("blur"));
  const map = visible(".map");
  if (map) {
    map.dispatchEvent(new view.FocusEvent("focus"));
    check(!tip.hidden && tip.textContent.includes("score 0"), `a map tells ${tip.textContent}`);
    map.dispatchEvent(new view.FocusEvent("blur"));
  }

  // The filter hides a player, and shows her again.
  const box = page.querySelector("fieldset input");
  const name = box.parentElement.textContent.trim();
  const row = [...table.tBodies[0].rows].find((each) => each.querySelector("th").textContent === name);
  box.click();
  check(view.getComputedStyle(row).display === "none", `${name} is not hidden`);
  box.click();
  check(view.getComputedStyle(row).display !== "none", `${name} does not come back`);
  return found;
}
