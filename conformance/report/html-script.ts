/**
 * The script of the page: it shows results by status, copies a curl line, and opens the evidence that a link points to
 * or a printer needs. Without it everything is visible and nothing is lost.
 */
export const script = `
"use strict";
const filter = document.querySelector(".filter");
const rows = [...document.querySelectorAll("[data-status]")];
const buttons = filter ? [...filter.querySelectorAll("button")] : [];
const chosen = new Set();

function show() {
  let count = 0;
  for (const row of rows) {
    row.hidden = chosen.size > 0 && !chosen.has(row.dataset.status);
    if (!row.hidden) count += 1;
  }
  for (const group of document.querySelectorAll(".requirement, .part"))
    group.hidden = !group.querySelector("[data-status]:not([hidden])");
  for (const button of buttons)
    button.setAttribute("aria-pressed", String(button.dataset.show === "all" ? chosen.size === 0 : chosen.has(button.dataset.show)));
  document.querySelector(".shown").textContent = chosen.size > 0 ? count + " of " + rows.length + " results shown" : "";
}

for (const button of buttons)
  button.addEventListener("click", () => {
    const status = button.dataset.show;
    if (status === "all") chosen.clear();
    else if (!chosen.delete(status)) chosen.add(status);
    show();
  });
if (filter) filter.hidden = false;

async function copy(button) {
  const line = button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(line.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(line);
    button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target && target.closest("details");
  if (fold) fold.open = true;
  if (fold) fold.scrollIntoView({ block: "start" });
}
addEventListener("hashchange", reveal);
reveal();

addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll(".failure details")) fold.open = true;
});
`;
