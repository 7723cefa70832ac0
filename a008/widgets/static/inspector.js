// The envelope inspector. Draws `view` (see present/inspector.py) and nothing else: no fetch, no HTML from data.

const PAGE = 100; // entries added to a list at a time
const PART_KINDS = ["state", "history", "event", "claim", "utterance", "attribution", "conflict", "frame"];
let instances = 0; // ids of labelled elements must differ between widgets on one page

/** An element with properties, `aria-*`/`data-*` attributes and children; text is always a text node. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.includes("-") || name === "role") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

const number = (value) => value.toLocaleString("en-US");
const bytes = (value) => `${number(value)} ${value === 1 ? "byte" : "bytes"}`;
const chip = (words, kind = "") => el("span", { className: `a008i-chip ${kind}` }, words);
const kindClass = (kind) => (PART_KINDS.includes(kind) ? `a008i-${kind}` : "a008i-frame");

function fact(name, ...values) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, ...values));
}

function header(head) {
  const facts = el("dl", { className: "a008i-facts" });
  facts.append(
    fact("Revision", number(head.revision)),
    fact("Read at", head.at),
    fact("SHA-256", el("span", { title: head.sha256 }, head.sha256_short)),
    fact("Asks for", head.intents.join(", ") || "nothing in particular"),
    fact("Scope", head.scope.join(", ") || "none yet"),
    fact("While reading", head.undisturbed ? "nothing was written" : "another program wrote"),
  );
  const top = el("header", {}, el("p", { className: "a008i-message", dir: "auto" }, head.message), facts);
  if (head.degraded.length)
    top.append(el("p", { className: "a008i-warn", role: "alert" }, `Incomplete: ${head.degraded.join("; ")}`));
  if (head.abstains) top.append(el("p", { className: "a008i-warn", role: "note" }, head.abstains));
  return top;
}

/** Two bars: how much of the budget is used, and what the used bytes are made of. */
function budget(head) {
  const share = head.budget ? (100 * head.used) / head.budget : 0;
  const used = head.room;
  const fill = el("span");
  fill.style.width = `${Math.min(100, share)}%`;
  const meter = el("div", { className: "a008i-meter", role: "meter", "aria-label": "Budget used", "aria-valuemin": 0,
    "aria-valuemax": head.budget, "aria-valuenow": head.used, "aria-valuetext": used }, fill);
  const words = head.parts.map((part) => `${part.kind} ${bytes(part.bytes)}`);
  const bar = el("div", { className: "a008i-bar", role: "img", "aria-label": `Sent bytes: ${words.join(", ")}` });
  const legend = el("ul", { className: "a008i-legend" });
  for (const part of head.parts) {
    const piece = el("span", { className: kindClass(part.kind), title: `${part.kind}: ${bytes(part.bytes)}` });
    piece.style.flexGrow = Math.max(0, part.bytes);
    bar.append(piece);
    const required = part.kind !== "frame" && part.required ? `, ${number(part.required)} required` : "";
    const many = part.count > 1 ? ` × ${number(part.count)}` : "";
    legend.append(el("li", {}, el("span", { className: `a008i-swatch ${kindClass(part.kind)}` }),
      `${part.kind}${many} `, el("span", { className: "a008i-dim" }, bytes(part.bytes) + required)));
  }
  const line = el("p", { className: "a008i-used" }, el("strong", {}, used),
    ` · ${share < 0.1 && head.bytes ? "under 0.1" : share.toFixed(1)} % · ${number(head.left)} left`);
  return el("section", { "aria-label": "Bytes" }, line, meter, bar, legend);
}

/** Everything about one entry; built when it is first unfolded. */
function details(entry) {
  const rows = [
    [entry.fate, entry.why],
    ...entry.lanes.map((lane, at) => [`Found by ${lane}`, entry.found[at]]),
    ...entry.reasons.map((reason, at) => [at ? "and" : "Because", reason]), ["Address", entry.address], ["Authority", entry.authority],
    ["Tags", entry.tags.join(", ")], ["Scope", entry.scope.join(", ")],
    ["Strength", `${entry.strength}, ${entry.active ? "active" : "dormant"}`], ["Id", entry.id],
    ["Shown", entry.cut ? "only the beginning; the store keeps all of it" : ""],
  ];
  return el("dl", { className: "a008i-details" }, ...rows.filter(([, value]) => value)
    .flatMap(([name, value]) => [el("dt", {}, name), el("dd", { dir: "auto" }, value)]));
}

function row(entry, model) {
  const line = el("span", { className: "a008i-line" });
  if (entry.number !== null) line.append(el("span", { className: "a008i-number" }, `${entry.number}`));
  line.append(el("span", { className: `a008i-type ${kindClass(entry.type)}` }, entry.type),
    el("span", { className: "a008i-text", dir: "auto" }, entry.proposition));
  const chips = el("span", { className: "a008i-chips" });
  if (entry.number === null) chips.append(chip(entry.detail ? `${entry.fate}: ${entry.detail}` : entry.fate, "a008i-out"));
  if (entry.required) chips.append(chip("required", "a008i-required"));
  if (entry.reasons.length) chips.append(chip(entry.reasons[0], "a008i-because"));
  else chips.append(...entry.lanes.map((lane) => chip(lane)));
  if (!entry.active) chips.append(chip(`dormant ${entry.strength}`, "a008i-dormant"));
  if (entry.lanes.length > 1)
    chips.append(el("span", { className: "a008i-dim", title: entry.lanes.join(", ") }, `${entry.lanes.length} ways`));
  const fold = el("details", {}, el("summary", {}, line, chips,
    el("span", { className: "a008i-size" }, bytes(entry.bytes))));
  fold.dataset.id = entry.id;
  fold.addEventListener("toggle", () => {
    if (!fold.open) return;
    if (fold.childElementCount === 1) fold.append(details(entry));
    if (model.get("selected") === entry.id) return;
    model.set("selected", entry.id);
    model.save_changes();
  });
  return el("li", {}, fold);
}

/** A list that grows by a page when its end comes into view; the button is there for the keyboard. */
function list(entries, model, name) {
  const items = el(entries[0]?.number == null ? "ul" : "ol", { className: "a008i-list" });
  const more = el("button", { type: "button", className: "a008i-more" });
  const box = el("div", { className: "a008i-box", role: "region", "aria-label": name, tabIndex: 0 }, items, more);
  let shown = 0;
  const grow = (until = shown + PAGE) => {
    items.append(...entries.slice(shown, until).map((entry) => row(entry, model)));
    shown = Math.max(shown, Math.min(until, entries.length));
    more.hidden = shown >= entries.length;
    more.textContent = `Show ${number(Math.min(PAGE, entries.length - shown))} more of ${number(entries.length)}`;
  };
  const watch = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && grow(), { root: box });
  more.addEventListener("click", () => {
    const first = shown;
    grow();
    items.children[first]?.querySelector("summary").focus();
  });
  grow();
  watch.observe(more);
  const find = (id) => {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= shown) grow(at + 1);
    return items.children[at]?.firstElementChild;
  };
  return { box, find, stop: () => watch.disconnect() };
}

const matches = (entry, words) => {
  const text = [entry.proposition, entry.id, entry.address, entry.type, entry.fate, entry.detail, ...entry.tags,
    ...entry.scope, ...entry.lanes, ...entry.reasons].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
};

function render({ model, el: host }) {
  const own = `a008i-${++instances}`;
  const root = el("div", { className: "a008i", role: "group", "aria-label": "Envelope inspector" });
  root.dataset.lmSuppressShortcuts = "true"; // else JupyterLab takes Enter and letters typed here for commands
  host.append(root);

  const top = el("div");
  const tabs = {};
  const bar = el("div", { className: "a008i-tabs", role: "tablist", "aria-label": "What was considered" });
  for (const [name, title] of [["sent", "Sent"], ["left_out", "Left out"]]) {
    tabs[name] = el("button", { type: "button", role: "tab", id: `${own}-${name}`, "aria-controls": `${own}-panel` }, title);
    tabs[name].addEventListener("click", () => choose(name));
    bar.append(tabs[name]);
  }
  bar.addEventListener("keydown", (event) => {
    const names = Object.keys(tabs);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(names[(names.indexOf(model.get("tab")) + step + names.length) % names.length]);
    tabs[model.get("tab")].focus();
  });
  const filter = el("input", { type: "search", placeholder: "Filter by word, tag, lane or id", id: `${own}-filter`,
    autocomplete: "off", spellcheck: false, "aria-label": "Filter entries" });
  const count = el("span", { className: "a008i-dim", role: "status" });
  const fates = el("div", { className: "a008i-fates", role: "group", "aria-label": "Reason for leaving out" });
  const meaning = el("p", { className: "a008i-dim" });
  const place = el("div");
  const panel = el("div", { role: "tabpanel", id: `${own}-panel` }, fates, meaning, place);
  root.append(top, el("div", { className: "a008i-tools" }, bar, count, filter), panel);

  let current = null; // the list on show
  let fate = ""; // the one reason on show, or all

  const choose = (name) => {
    model.set("tab", name); // draws by way of change:tab
    model.save_changes();
  };
  const drawHeader = () => {
    const head = model.get("view").header;
    top.replaceChildren(header(head), budget(head));
    tabs.sent.textContent = `Sent (${number(head.sent)})`;
    tabs.left_out.textContent = `Left out (${number(head.left_out)})`;
  };
  const drawFates = (groups) => {
    const all = [{ fate: "", title: "All", entries: groups.flatMap((group) => group.entries) }, ...groups];
    fates.replaceChildren(...all.map((group) => {
      const button = el("button", { type: "button", "aria-pressed": group.fate === fate },
        `${group.title} ${number(group.entries.length)}`);
      button.addEventListener("click", () => {
        fate = group.fate;
        drawList();
        fates.querySelector("[aria-pressed=true]").focus();
      });
      return button;
    }));
  };
  const drawList = () => {
    const { view, tab, query } = { view: model.get("view"), tab: model.get("tab"), query: model.get("query") };
    const out = tab === "left_out";
    for (const [name, button] of Object.entries(tabs)) {
      button.setAttribute("aria-selected", name === tab);
      button.tabIndex = name === tab ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `${own}-${tab}`);
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const groups = view.left_out.map((group) => ({ ...group, entries: group.entries.filter((e) => matches(e, words)) }))
      .filter((group) => group.entries.length || group.fate === fate);
    const chosen = groups.find((group) => group.fate === fate);
    if (!chosen) fate = "";
    fates.hidden = !out || !view.left_out.length;
    if (!fates.hidden) drawFates(groups);
    meaning.hidden = !out || !chosen;
    meaning.textContent = chosen?.meaning ?? "";
    const candidates = out ? (chosen ? [chosen] : groups).flatMap((group) => group.entries) : view.sent;
    const entries = out ? candidates : candidates.filter((entry) => matches(entry, words));
    if (filter.value !== query) filter.value = query;
    count.textContent = words.length ? `${number(entries.length)} found` : "";
    current?.stop();
    current = entries.length ? list(entries, model, out ? "Left out" : "Sent, in the order of the envelope") : null;
    const nothing = words.length ? "Nothing matches the filter." : out ? "Nothing was left out."
      : "Nothing was sent: the model sees the message alone.";
    place.replaceChildren(current?.box ?? el("p", { className: "a008i-none" }, nothing));
  };
  /** Unfold the entry that Python selected, on whichever tab it stands. */
  const reveal = () => {
    const id = model.get("selected");
    if (!id || current?.find(id)?.open) return;
    const tab = model.get("view").sent.some((entry) => entry.id === id) ? "sent" : "left_out";
    if (tab !== model.get("tab")) choose(tab);
    const fold = current?.find(id);
    if (!fold) return;
    fold.open = true;
    fold.scrollIntoView({ block: "nearest" });
  };
  const drawAll = () => { drawHeader(); drawList(); };

  filter.addEventListener("input", () => {
    model.set("query", filter.value); // draws by way of change:query
    model.save_changes();
  });
  const watched = { "change:view": drawAll, "change:tab": drawList, "change:query": drawList, "change:selected": reveal };
  for (const [event, draw] of Object.entries(watched)) model.on(event, draw);
  drawAll();
  reveal();
  return () => {
    for (const [event, draw] of Object.entries(watched)) model.off(event, draw);
    current?.stop();
  };
}

export default { render };
