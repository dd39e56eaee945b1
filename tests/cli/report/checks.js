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

  // The page must not scroll sideways.
  const root = page.documentElement;
  if (root.scrollWidth > view.innerWidth) {
    found.push(`the page is ${root.scrollWidth} wide on a screen of ${view.innerWidth}`);
  }

  // Texts in pictures must not be cut and must not overlap.
  const slack = 1.5;
  for (const picture of page.querySelectorAll("svg")) {
    const frame = picture.getBoundingClientRect();
    if (frame.width < 100 || frame.height < 20) found.push(`${name(picture)} has no size`);
    const texts = [...picture.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
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

  // Text must stay inside its column, except in tables, which scroll in their box.
  for (const element of page.querySelectorAll("h1, h2, h3, p, li, figcaption")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.left < -slack || box.right > view.innerWidth + slack)) {
      found.push(`off the screen: ${name(element)}`);
    }
    if (element.scrollWidth > element.clientWidth + 1) found.push(`too wide: ${name(element)}`);
  }

  // Ids must be unique, and links must lead to an id.
  const seen = new Set();
  for (const element of page.querySelectorAll("[id]")) {
    if (seen.has(element.id)) found.push(`two elements are #${element.id}`);
    seen.add(element.id);
  }
  for (const link of page.querySelectorAll("a[href]")) {
    const target = link.getAttribute("href");
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
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(view.getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  for (const element of page.querySelectorAll("body *")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says || ["TITLE", "DESC", "STYLE"].includes(element.tagName.toUpperCase())) continue;
    const style = view.getComputedStyle(element);
    const ink = parse(element instanceof view.SVGElement ? style.fill : style.color);
    const [light, dark] = [luminance(ink), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${name(element)}`);
  }
  // Marks that show data must contrast with the background as well.
  for (const element of page.querySelectorAll("svg .s0, svg .s1, svg .s2, svg .s3")) {
    const style = view.getComputedStyle(element);
    const paint = style.fill === "none" ? style.stroke : style.fill;
    const [light, dark] = [luminance(parse(paint)), luminance(behind(element))].sort((a, b) => b - a);
    if ((light + 0.05) / (dark + 0.05) < 3) found.push(`faint: ${name(element)}`);
  }
  return [...new Set(found)];
}
