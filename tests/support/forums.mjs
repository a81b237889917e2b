// What other parsers make of texts: reads [[dialect, text], …], prints [[marks, words], …]; words of Discord alone.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.argv[2] + "/");
const bbob = require("@bbob/html").default;
const html5 = require("@bbob/preset-html5").default;
const discord = require("discord-markdown-parser");

const VERBATIM = ["plain", "nobbc", "noparse", "code", "icode", "c"];

function ofBBCode(text) {
  const kept = text.replace(/[<>]/g, (sign) => (sign === "<" ? "&lt;" : "&gt;"));
  const html = bbob(kept, html5(), { contextFreeTags: VERBATIM });
  const marks = [...html.matchAll(/<(\/?[a-z0-9*-]+)/gi)].map((found) => found[1].toLowerCase());
  const literal = new Set(["plain", "nobbc", "noparse"]);
  return [marks.filter((mark) => !literal.has(mark.replace("/", ""))).join(" "), ""];
}

function words(node) {
  if (Array.isArray(node)) return node.map(words).join("");
  if (typeof node === "string") return node;
  if (node.type === "br") return "\n";
  return words(node.content ?? node.name ?? "");
}

function marks(node) {
  if (Array.isArray(node)) return node.flatMap(marks);
  if (typeof node === "string" || ["text", "br", "twemoji"].includes(node.type)) return [];
  return [node.type, ...marks(Array.isArray(node.content) ? node.content : [])];
}

function ofDiscord(text) {
  const read = discord.parse(text, "extended");
  return [marks(read).join(" "), words(read)];
}

const given = JSON.parse(readFileSync(0, "utf8"));
const seen = given.map(([dialect, text]) => (dialect === "discord" ? ofDiscord : ofBBCode)(text));
process.stdout.write(JSON.stringify(seen));
