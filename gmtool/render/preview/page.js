"use strict";
const said = document.getElementById("said");
for (const hidden of document.querySelectorAll(".shown .hidden")) hidden.tabIndex = 0;
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const of = document.getElementById(button.dataset.of);
  const text = of.value ?? of.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch { // a browser that lets no file do that
    if (of.select) of.select(); else getSelection().selectAllChildren(of);
    if (!document.execCommand("copy")) {
      said.textContent = "It is marked; copy it with Ctrl-C.";
      return;
    }
  }
  said.textContent = `Copied, ${text.length} characters.`;
});
