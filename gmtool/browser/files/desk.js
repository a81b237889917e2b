"use strict";
// What the page does by itself: it copies, counts down, and keeps a form from being sent twice.
// Everything else is answered by the server; without this the page still works, as plain forms do.

const behind = Date.parse(document.body.dataset.now) - Date.now();

function left(until) {
  const seconds = Math.round((until - Date.now() - behind) / 1000);
  const past = seconds < 0;
  const all = Math.abs(seconds);
  const days = Math.floor(all / 86400);
  const hours = Math.floor(all / 3600) % 24;
  const minutes = Math.floor(all / 60) % 60;
  const told = days
    ? `${days} d ${hours} h ${minutes} min`
    : hours
      ? `${hours} h ${minutes} min`
      : `${minutes}:${String(all % 60).padStart(2, "0")} min`;
  return past ? `${told} ago` : `${told} left`;
}

function tick() {
  for (const clock of document.querySelectorAll("time[data-until]")) {
    const until = Date.parse(clock.dateTime);
    if (Number.isNaN(until)) continue;
    clock.textContent = left(until);
    clock.title = new Date(until).toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" });
    clock.classList.toggle("soon", until - Date.now() - behind < 3600000);
  }
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const done = box.value === text && document.execCommand("copy");
    box.remove();
    return done;
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy], button[data-title]");
  if (!button) return;
  const done = await copied(JSON.parse(button.dataset.copy ?? button.dataset.title));
  const told = button.parentElement.querySelector(".done");
  told.textContent = done ? "It is in the clipboard." : "This browser can’t copy; select the text.";
  button.focus();
});

// A form that is on its way isn't sent again.
let sent = null;
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.dataset.sent) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.dataset.sent = "yes";
    sent = form;
    form.setAttribute("aria-busy", "true");
  },
  true,
);

// Which button it was is part of what a form says, however it was pressed.
document.addEventListener("htmx:configRequest", (event) => {
  const by = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
  if (by && by.name) event.detail.parameters[by.name] = by.value;
});

function again() {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.removeAttribute("aria-busy");
  }
}

// A frame is as tall as the text in it.
function fit(frame) {
  const inside = frame.contentDocument && frame.contentDocument.body;
  if (inside && inside.offsetHeight) frame.style.height = `${Math.min(inside.offsetHeight + 24, 640)}px`;
}

document.addEventListener("load", (event) => event.target.localName === "iframe" && fit(event.target), true);
document.addEventListener("toggle", (event) => event.target.querySelectorAll("iframe").forEach(fit), true);
addEventListener("resize", () => document.querySelectorAll("iframe").forEach(fit));

// What was answered is looked at first, and read aloud; who marks one text after the other as sent
// goes on with the next.
function answered() {
  const told = document.getElementById("told");
  if (!told) return;
  const lines = [...told.querySelectorAll("h2, h2 + pre")].map((one) => one.textContent.split("\n")[0]);
  const aloud = document.getElementById("aloud");
  aloud.textContent = lines.join(": ");
  aloud.classList.remove("seen");
  const next = document.querySelector("#h-outbox ~ details > summary");
  const goesOn = sent && sent.getAttribute("action") === "sent" && !told.matches(".refused") && next;
  (goesOn ? next : told).focus({ preventScroll: Boolean(goesOn) });
  sent = null;
}

document.addEventListener("htmx:afterSettle", (event) => {
  tick();
  if (event.target.id !== "desk") return;
  const name = document.querySelector("h1");
  if (name) document.title = `${name.textContent} – gmtool`;
  answered();
});
document.addEventListener("htmx:afterRequest", again);
for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    const aloud = document.getElementById("aloud");
    aloud.textContent = "The desk doesn’t answer here. Is it still open in its terminal, at this address?";
    aloud.classList.add("seen");
  });
}
addEventListener("pageshow", again);

tick();
setInterval(tick, 1000);
document.querySelectorAll("iframe").forEach(fit);
answered();
