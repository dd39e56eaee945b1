// Makes the page interactive. Everything is readable without this script.
(() => {
  const all = (where, what) => [...where.querySelectorAll(what)];
  const make = (tag, words, parent) => {
    const element = document.createElement(tag);
    element.textContent = words;
    parent?.append(element);
    return element;
  };

  // Long parts are closed, and opened for printing and for links into them.
  const parts = all(document, "details");
  const open = () => parts.forEach((part) => (part.open = true));
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    target?.closest("details")?.setAttribute("open", "");
    target?.scrollIntoView();
  };
  parts.forEach((part) => (part.open = false));
  addEventListener("beforeprint", open);
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();

  // Tables sort by a column, at the third press in their first order again.
  const figure = (text) => {
    const found = text.replaceAll(",", "").replace("\u2212", "-").match(/^[^\d]*?([+-]?\d+(\.\d+)?)/);
    return found ? Number(found[1]) : null;
  };
  for (const table of all(document, "main table")) {
    const body = table.tBodies[0];
    const first = [...body.rows];
    all(table, "thead th").forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      const figures = head.classList.contains("figure");
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        // Figures begin with the largest, words with the first letter.
        const [one, other] = figures ? ["descending", "ascending"] : ["ascending", "descending"];
        const next = now === one ? other : now === other ? null : one;
        all(table, "thead th").forEach((each) => each.removeAttribute("aria-sort"));
        if (next) head.setAttribute("aria-sort", next);
        const key = (row) => {
          const text = row.cells[column].textContent;
          return figures ? figure(text) : text === "-" ? null : text;
        };
        const sign = next === "descending" ? -1 : 1;
        const order = (a, b) => {
          const [x, y] = [key(a), key(b)];
          if (x === null || y === null) return (x === null) - (y === null);
          return sign * (figures ? x - y : x.localeCompare(y));
        };
        body.append(...(next ? [...first].sort(order) : first));
      });
    });
  }

  // A name lights up everywhere, and a press on it in a picture leads to the player's profile.
  const named = all(document, "[data-name]");
  const profiles = new Map(all(document, ".panel[data-name]").map((panel) => [panel.dataset.name, panel]));
  const light = (name) =>
    named.forEach((element) => element.classList.toggle("lit", name !== undefined && element.dataset.name === name));
  const nameOf = (event) => event.target.closest?.("[data-name]")?.dataset.name;
  document.addEventListener("mouseover", (event) => light(nameOf(event)));
  document.addEventListener("focusin", (event) => light(nameOf(event)));
  document.addEventListener("focusout", () => light());
  document.addEventListener("click", (event) => {
    const profile = event.target.closest?.("svg") && profiles.get(nameOf(event));
    if (profile && !profile.contains(event.target)) location.hash = profile.id;
  });

  // Marks tell their values to the pointer and to the keyboard: the arrow keys go from mark to
  // mark in a picture.
  const tip = make("div", "", document.body);
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("role", "status");
  const tell = (words, x, y) => {
    tip.hidden = !words;
    if (!words) return;
    tip.textContent = words;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - box.width - 4))}px`;
    tip.style.top = `${y + 16 + box.height > innerHeight ? y - box.height - 8 : y + 16}px`;
  };
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  for (const picture of all(document, "svg")) {
    const marks = all(picture, ".told").filter((mark) => mark.querySelector(":scope > title"));
    marks.forEach((mark, at) => {
      const title = mark.querySelector(":scope > title");
      mark.setAttribute("aria-label", title.textContent);
      mark.setAttribute("role", "img");
      mark.setAttribute("tabindex", at === 0 ? "0" : "-1");
      // The browser's own tip would come a second time.
      title.remove();
      mark.addEventListener("mousemove", (event) => tell(mark.getAttribute("aria-label"), event.clientX, event.clientY));
      mark.addEventListener("mouseleave", () => tell());
      mark.addEventListener("focus", () => tell(mark.getAttribute("aria-label"), ...middle(mark)));
      mark.addEventListener("blur", () => tell());
      mark.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (event.key === "Escape") tell();
        if (!step) return;
        event.preventDefault();
        marks[(at + step + marks.length) % marks.length].focus();
      });
    });
  }
  for (const map of all(document, ".map")) {
    const rows = map.dataset.values.split("|").map((row) => row.split(" "));
    const [left, top, width, height] = map.dataset.box.split(" ").map(Number);
    const titles = map.dataset.titles.split("|").map((title) => title.replace(/^\w+: /, ""));
    const [down, across] = [map.dataset.rows, map.dataset.columns].map((numbers) => numbers.split("|"));
    const say = (row, column) => `${titles[0]} ${down[row]}, ${titles[1]} ${across[column]}: ${rows[row][column]}`;
    const clamp = (value, count) => Math.max(0, Math.min(count - 1, value));
    let at = [0, 0];
    const picture = map.ownerSVGElement;
    const place = ([row, column]) => {
      const point = new DOMPoint(
        left + ((column + 0.5) * width) / rows[0].length,
        top + ((row + 0.5) * height) / rows.length,
      ).matrixTransform(picture.getScreenCTM());
      return [point.x, point.y];
    };
    map.setAttribute("tabindex", "0");
    map.setAttribute("role", "img");
    const here = () => {
      map.setAttribute("aria-label", say(...at));
      tell(say(...at), ...place(at));
    };
    map.addEventListener("mousemove", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      at = [
        clamp(Math.floor(((point.y - top) / height) * rows.length), rows.length),
        clamp(Math.floor(((point.x - left) / width) * rows[0].length), rows[0].length),
      ];
      tell(say(...at), event.clientX, event.clientY);
    });
    map.addEventListener("mouseleave", () => tell());
    map.addEventListener("focus", here);
    map.addEventListener("blur", () => tell());
    map.addEventListener("keydown", (event) => {
      const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
      if (!step) return;
      event.preventDefault();
      at = [clamp(at[0] + step[0], rows.length), clamp(at[1] + step[1], rows[0].length)];
      here();
    });
  }

  // A filter picks players: the others leave the tables and fade in the pictures.
  const players = [...profiles.keys()];
  if (players.length > 2) {
    const box = document.createElement("fieldset");
    make("legend", "Players shown", box);
    const picked = new Set(players);
    const show = () => {
      const hides = (name) => profiles.has(name) && !picked.has(name);
      named.filter((element) => !element.closest("th, td, p, li, dd") && !element.matches("label"))
        .forEach((element) => element.classList.toggle("unpicked", hides(element.dataset.name)));
      all(document, "[data-with]").forEach((cell) => cell.classList.toggle("unpicked", hides(cell.dataset.with)));
      all(document, "tbody th [data-name]").forEach((name) =>
        name.closest("tr").classList.toggle("unpicked", hides(name.dataset.name)));
    };
    const inputs = players.map((name) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "checkbox";
      input.checked = true;
      input.addEventListener("change", () => {
        input.checked ? picked.add(name) : picked.delete(name);
        show();
      });
      label.append(input, ` ${name}`);
      box.append(label);
      return input;
    });
    for (const [words, checked] of [["All", true], ["None", false]]) {
      const button = make("button", words, box);
      button.type = "button";
      button.addEventListener("click", () => {
        inputs.forEach((input) => (input.checked = checked));
        players.forEach((name) => (checked ? picked.add(name) : picked.delete(name)));
        show();
      });
    }
    document.querySelector("nav").after(box);
  }
})();
