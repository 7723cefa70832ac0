"""What an accessibility checker looks for, as far as our widgets go: names, roles, ids and contrast.

Source: WCAG 2.2, success criteria 1.4.3, 2.5.3 and 4.1.2; the colours are those of JupyterLab's two themes.
"""

from __future__ import annotations

from playwright.sync_api import Page

LIGHT = {
    "--jp-content-font-color1": "rgba(0, 0, 0, 0.87)",
    "--jp-content-font-color2": "rgba(0, 0, 0, 0.54)",
    "--jp-layout-color1": "#ffffff",
    "--jp-layout-color2": "#eeeeee",
    "--jp-border-color2": "#e0e0e0",
    "--jp-brand-color1": "#1976d2",
}
DARK = {
    "--jp-content-font-color1": "rgba(255, 255, 255, 1)",
    "--jp-content-font-color2": "rgba(255, 255, 255, 0.7)",
    "--jp-layout-color1": "#111111",
    "--jp-layout-color2": "#424242",
    "--jp-border-color2": "#424242",
    "--jp-brand-color1": "#2196f3",
}

_UNNAMED = """() => {
  const found = [];
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  found.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} stands twice`));
  for (const node of document.querySelectorAll("main [aria-controls], main [aria-labelledby]"))
    for (const name of ["aria-controls", "aria-labelledby"])
      if (node.hasAttribute(name) && !document.getElementById(node.getAttribute(name)))
        found.push(`${name} of ${node.tagName} names nothing`);
  const roles = ["tab", "tablist", "meter", "img", "region", "group"].map((role) => `[role=${role}]`);
  for (const node of document.querySelectorAll(`main :is(button, input, summary, ${roles})`)) {
    const own = /^(BUTTON|SUMMARY)$/.test(node.tagName) ? node.textContent.trim() : "";
    if (!own && !node.getAttribute("aria-label")) found.push(`${node.tagName}.${node.className} has no name`);
  }
  for (const node of document.querySelectorAll("main [role=tab]"))
    if (!node.closest("[role=tablist]")) found.push("a tab outside of a tablist");
  for (const node of document.querySelectorAll("main :is(ul, ol)"))
    for (const child of node.children) if (child.tagName !== "LI") found.push(`${child.tagName} in a list`);
  for (const node of document.querySelectorAll("main [tabindex]"))
    if (node.tabIndex > 0) found.push("a positive tabindex");
  return found;
}"""

_POOR_CONTRAST = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of ["#fff", ...colours]) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !node.checkVisibility() || node.tagName === "STYLE") continue;
    const behind = [];
    for (let up = node; up; up = up.parentElement) behind.unshift(getComputedStyle(up).backgroundColor);
    const back = over(behind);
    const front = over([`rgb(${back})`, getComputedStyle(node).color]);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)}: ${walk.currentNode.data.slice(0, 40)}`);
  }
  return found;
}"""


def unnamed(page: Page) -> list[str]:
    """What has no name, a name that leads nowhere, a role in the wrong place."""
    found: list[str] = page.evaluate(_UNNAMED)
    return found


def poor_contrast(page: Page) -> list[str]:
    """Visible text with a contrast below 4.5 to 1 against what lies behind it."""
    found: list[str] = page.evaluate(_POOR_CONTRAST)
    return found
