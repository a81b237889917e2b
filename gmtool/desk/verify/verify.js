// What can be checked without rules, in a browser. TABLE holds what `gmtool verify` looks for and says, too.

const { string: STRING, instant: AT, number: N } = TABLE.patterns;
const PATTERNS = {
  ...TABLE.patterns,
  sealed: `^([0-9a-f]{32}) ([0-9a-f]{8}) (${N}) (${AT}) (.+)$`,
  recorded: String.raw`(?:\[|; )recorded (${AT})`,
  drawn: String.raw`(?:\[|; )drawn seed`,
  late: String.raw`(?:\[|; )late `,
  undo: String.raw`^undo (${N})\b`,
  redo: String.raw`^redo\b`,
  righted: "^(?:undo|amend|strike|insert) ",
  amends: "^(?:amend|strike|insert) ",
  about: String.raw`^(?:amend|strike) (${N})\b`,
  strike: "^strike ",
  to: `^amend ${N} to (${STRING})`,
  inserted: String.raw`^insert ${N} (${STRING}|\S+) at ${AT} (${STRING})`,
  arrival: String.raw`^(?:amend ${N}(?: to ${STRING})?(?: by (?:${STRING}|\S+))?|insert ${N} (?:${STRING}|\S+)) at (${AT})`,
  by: String.raw`^amend ${N}(?: to ${STRING})? by (${STRING}|\S+)`,
  renamed: String.raw`^(?:set (${STRING}|[^"=]+?) name=|replace (${STRING}|\S+) )(${STRING}|\S.*?)(?: why ${STRING})?$`,
  words: `^words (${STRING})$`,
  whole: "^[0-9]+$",
  covered: `^(?:option .+|set (?:${TABLE.covered.join("|")}))$`,
  name: String.raw`^\s*(${STRING}|[^,]+?)\s*(?:,|$)`,
};
const SENTENCES = {
  ...TABLE.sentences,
  "end missing": "The record has no end line: it was cut off, or a part of it is missing. Ask the host for the whole of it.",
  "end changed": "The end line doesn't fit the lines above it: one of them was changed, added or left out after gmtool wrote the record, or the copy of it isn't complete.",
  "end count": "The end line says {said} entries, and {there} can be read: lines were added, left out or spoilt.",
  "chain form": "The record's header says “trust: {said}”, and only “trust: {known}” is known here: it was changed, or another version of gmtool wrote it.",
  "seal digest": "The seal of entry {entry} isn't the digest of the line behind it: that line, or the digest, was changed.",
  "seal form": "What stands behind the seal of entry {entry} isn't the line of a receipt: it was changed.",
  "seal nonce": "The nonce of entry {entry} doesn't come from the seed: the seal was made later, or elsewhere.",
  "seal game": "The seal of entry {entry} is for the game with the commitment {said}…, and this one's begins {there}: it was taken from another game.",
  "seal by": "Behind entry {entry} stands a seal of entry {said}, which isn't put right there.",
  "seal entry": "Behind entry {entry} stands the seal of entry {said}: it was moved there.",
  "seal arrival": "By its seal entry {entry} arrived {said}, and by its line {there}: the time of its arrival was changed.",
  "seal who": "By its seal entry {entry} is by {said}, and by its line by {there}: one of the two was changed.",
  "seal move": "Sealed for entry {entry} is “{said}”, and the record says “{there}”: the move was changed after it was sealed.",
  "silence digest": "The line that nothing came from {who} before entry {entry} doesn't come from the seed: it was changed, or put in later.",
  "silence entry": "Behind entry {entry} stands a silence of entry {said}: it was moved there.",
  "silence who": "After entry {entry} somebody is said to have been silent who isn't in the game: {who}.",
  "draw missing": "Entry {entry} says it was drawn from the seed, and no line behind it says from what: that line was left out, so that nobody can draw it again.",
  "draw form": "What entry {entry} was drawn from can't be read: “{said}”.",
  "draw number": "Entry {entry} is said to be draw {said}, and it is draw {there}: draws were left out, or chosen among several.",
  "draw order": "What entry {entry} was drawn from doesn't lie in its order, suit by suit and from low to high: it may have been laid so that the draw comes out as wanted.",
  "draw other": "Draw {number} of the seed gives “{given}”, and entry {entry} says “{there}”: the draw was changed.",
};
const SHAPES = {};
for (const [name, pattern] of Object.entries(PATTERNS)) SHAPES[name] = new RegExp(pattern, "u");
const everywhere = (name, text) => text.matchAll(new RegExp(PATTERNS[name], "gu"));
const told = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, key) => String(facts[key]));

// ---- digests

const bytesOf = (text) => new TextEncoder().encode(text);
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
const joined = (...parts) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
};
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const short = (digest) => digest.slice(0, 32);
const sha256Hex = async (text) => hexOf(await sha256(bytesOf(text)));
async function hmac(key, text) {
  const own = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", own, bytesOf(text)));
}

// ---- reading the record

const OWN_LINES = ["begin", "header", "entry", "end"];
const REMARKS = ["record", "seal", "silence", "draw", "again", "standing", "commitment"];

function unquoted(text) {
  if (!text.startsWith('"')) return text;
  try { const value = JSON.parse(text); return typeof value === "string" ? value : text; } catch { return text; }
}

async function readRecord(text) {
  const whole = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n").trimEnd(), bare = unguarded(whole);
  if (!bare.split("\n").some((line) => SHAPES.begin.test(line.trim()))) return null;
  const copies = [...new Set([whole, bare])].map((one) => ownLines(one.split("\n").map(asCopied)));
  for (const candidate of [whole.split("\n"), ...copies.flatMap((own) => [own, knownLines(own)])]) {
    if (await endFits(candidate)) return parsed(candidate, true);
  }
  return parsed(copies[copies.length - 1], false);
}

const unguarded = (text) => text.replace(new RegExp(PATTERNS.guards, "gu"), "");

function asCopied(line) {
  const own = line.replaceAll("\u00a0", " ").trim();
  return own.endsWith(":") && !own.startsWith("setup:") ? `${own} ` : own;
}

function ownLines(lines) {
  const end = lines.findLastIndex((line) => SHAPES.end.test(line));
  return (end < 0 ? lines : lines.slice(0, end + 1)).filter(
    (line) => line === "---" || line.startsWith("#") || OWN_LINES.some((name) => SHAPES[name].test(line)));
}

function knownLines(lines) {
  const header = lines.indexOf("---");
  return lines.filter((line, place) =>
    !line.startsWith("#") || place < header || REMARKS.some((name) => SHAPES[name].test(line)));
}

async function endFits(lines) {
  const found = lines.length ? SHAPES.end.exec(lines[lines.length - 1]) : null;
  return !!found && (await sha256Hex(lines.slice(0, -1).map((line) => line + "\n").join(""))).slice(0, 32) === found[2];
}

function parsed(lines, fits) {
  const record = { fits, ends: [], header: new Map(), file: [], entries: new Map(), written: 0, remarks: [], stray: [] };
  let inHeader = true, waiting = "";
  const seeded = () => /^[0-9a-fA-F]{64}$/.test(record.header.get("seed") || "");
  for (const line of lines) {
    let found;
    if (line === "---") inHeader = false;
    else if (line.startsWith("#")) {
      const kind = REMARKS.find((name) => SHAPES[name].test(line));
      if (!kind) continue;
      const parts = SHAPES[kind].exec(line).slice(1).map((part) => part || "");
      const remark = { kind, behind: record.written, parts, number: Number(parts[0]), by: kind === "seal" ? Number(parts[1]) : 0 };
      if (kind === "record" && !seeded()) {
        if (waiting) record.entries.set(remark.number, saidIn(remark.number, waiting));
        waiting = "";
      }
      record.remarks.push(remark);
    } else if (inHeader && (found = SHAPES.header.exec(line))) {
      record.header.set(found[1], found[2].trim());
      if (line.startsWith("setup:")) record.file.push(line);
    }
    else if (!inHeader && SHAPES.entry.test(line)) {
      record.written += 1;
      if (seeded()) record.entries.set(record.written, saidIn(record.written, line));
      if (waiting) record.stray.push(waiting);
      waiting = seeded() ? "" : line;
    } else if ((found = SHAPES.end.exec(line))) record.ends = [found[1], found[2]];
  }
  if (waiting) record.stray.push(waiting);
  record.seed = seeded() ? fromHex(record.header.get("seed")) : null;
  record.players = namesIn(record.header.get("players") || "");
  record.people = [...new Set([...record.players, ...[...record.entries.values()].map((one) => one.who)])];
  record.of = (kind) => record.remarks.filter((remark) => remark.kind === kind);
  record.last = Math.max(0, ...record.entries.keys(), ...record.of("record").map((one) => one.number));
  return record;
}

function saidIn(number, line) {
  const [, received, written, fields, move] = SHAPES.entry.exec(line);
  const bare = bared(fields || "");
  const recorded = SHAPES.recorded.exec(bare);
  return { number, received, recorded: recorded ? recorded[1] : received, written, move, who: unquoted(written),
    drawn: written === "chance" && SHAPES.drawn.test(bare), chained: `${written}: ${move}${SHAPES.late.test(bare) ? " [late]" : ""}` };
}

const bared = (text) => text.replace(new RegExp(PATTERNS.string, "gu"), "");

function namesIn(text) {
  const names = [];
  let found;
  while (text.trim() && (found = SHAPES.name.exec(text))) {
    names.push(unquoted(found[1]));
    text = text.slice(found[0].length);
  }
  return names;
}

function headerText(record) {
  const more = [...record.header.keys()].filter((key) => SHAPES.covered.test(key)).sort();
  const keys = [...["kind", "rules", "players", "zone"].filter((key) => record.header.has(key)), ...more];
  const lines = [...keys.map((key) => `${key}: ${record.header.get(key)}`), ...record.file];
  return lines.map((line) => `${line}\n`).join("");
}

// ---- what counts

function aboutOf(said) {
  const found = said.who === "host" ? SHAPES.about.exec(said.move) : null;
  return found ? Number(found[1]) : 0;
}

function putBy(said) {
  const found = SHAPES.to.exec(said.move) || SHAPES.inserted.exec(said.move);
  return found && said.who === "host" ? unquoted(found[found.length - 1]) : null;
}

function claimsOf(record) {
  const seats = new Map([...record.players, "host", "chance"].map((name) => [name, name])), claims = new Map();
  const seat = (name) => seats.get(name) || "";
  for (const [number, said] of record.entries) {
    claims.set(number, { who: [seat(said.who)], at: [said.received], moves: [said.move] });
    if (said.who !== "host") continue;
    const put = putBy(said), inserted = SHAPES.inserted.exec(said.move), by = inserted || SHAPES.by.exec(said.move), at = SHAPES.arrival.exec(said.move);
    const about = aboutOf(said) || number, own = claims.get(about) || { who: [], at: [], moves: [] };
    claims.set(about, own);
    if (by) own.who.push(seat(unquoted(by[1])));
    if (at) own.at.push(at[1]);
    if (put !== null) own.moves.push(put);
    const renamed = SHAPES.renamed.exec(put === null ? said.move : put);
    if (renamed) seats.set(unquoted(renamed[3]), seat(unquoted(renamed[1] || renamed[2])));
  }
  return claims;
}

function courseOf(record) {
  const course = { counting: [], draws: new Map(), words: null };
  let undone = [], found;
  for (const said of record.entries.values()) {
    if (said.who === "host" && (found = SHAPES.undo.exec(said.move))) {
      const number = Number(found[1]);
      const place = course.counting.findIndex((one) => one.number === number);
      if (place >= 0) undone.push(course.counting.splice(place));
    } else if (said.who === "host" && SHAPES.redo.test(said.move)) course.counting.push(...(undone.pop() || []));
    else {
      if (said.drawn) {
        course.words = course.words || wordsIn(course.counting);
        const most = 1 + course.counting.filter((one) => one.drawn).length;
        const amended = course.counting.some((one) => SHAPES.arrival.test(one.move) || aboutOf(one));
        course.draws.set(said.number, { least: amended ? 1 : most, most });
      }
      course.counting.push(said);
      undone = [];
    }
  }
  return course;
}

function wordsIn(counting) {
  const found = new Map();
  for (const one of counting) {
    if (one.who !== "host") continue;
    const about = aboutOf(one), now = SHAPES.to.exec(one.move);
    const words = SHAPES.words.exec(now ? unquoted(now[1]) : one.move);
    if (about && SHAPES.strike.test(one.move)) found.delete(about);
    else if (words) found.set(about || one.number, unquoted(words[1]));
  }
  return [...found.values()];
}

// ---- draws

function partsOf(text) {
  const parts = text.split("; ").map((part) => part.split(" "));
  for (const [verb, ...things] of parts) {
    const number = verb === "below" && things.length === 1 ? things[0] : "";
    const isNumber = SHAPES.whole.test(number) && Number(number) >= 1 && Number(number) <= 2 ** 32;
    if (!isNumber && !(verb === "shuffle" && things.length)) return null;
  }
  return parts;
}

async function* wordsOf(subseed) {
  for (let counter = 0; ; counter += 1) {
    const view = new DataView((await sha256(joined(subseed, new Uint8Array([counter >>> 24, counter >>> 16, counter >>> 8, counter])))).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

async function below(words, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = (await words.next()).value;
    if (word < limit) return word % n;
  }
}

async function shuffled(words, things) {
  const order = things.map((_, place) => place);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = await below(words, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order.map((place) => things[place]);
}

async function givenBy(parts, subseed) {
  const words = wordsOf(subseed), numbers = [];
  let groups = [];
  for (const [verb, ...things] of parts) {
    if (verb === "below") numbers.push(await below(words, Number(things[0])));
    else groups.push(await shuffled(words, things));
  }
  if (numbers.length) return [...groups.flat(), ...numbers.map((number) => number + 1)].join(" ");
  const order = groups[groups.length - 1], before = parts[parts.length - 1].slice(1);
  if (groups.length > 1 && groups.length - 1 === order.length) groups = order.map((name) => groups[before.indexOf(name)]);
  return groups.flat().join(" ");
}

const JOKERS = ["JOKER", "LJ", "HJ"];
const ORDERS = [["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]].map(
  (ranks) => [...["C", "D", "H", "S"].flatMap((suit) => ranks.map((rank) => rank + suit)), ...JOKERS]);

function liesInOrder(things) {
  let orders;
  const few = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".slice(0, things.length).split("");
  if (things.every((thing) => SHAPES.whole.test(thing))) orders = [things.map(Number)];
  else if (new Set(things).size === few.length && few.every((letter) => things.includes(letter))) orders = [things.map((thing) => thing.charCodeAt(0))];
  else orders = ORDERS.filter((order) => things.every((thing) => order.includes(thing))).map((order) => things.map((thing) => order.indexOf(thing)));
  const counts = new Map();
  for (const thing of things) if (!JOKERS.includes(thing)) counts.set(thing, (counts.get(thing) || 0) + 1);
  const several = Math.max(1, ...counts.values());
  return !orders.length || orders.some((places) => places.filter((place, i) => i && place < places[i - 1]).length < several);
}

// ---- the checks

const misfit = (name, entry = 0, facts = {}) => ({ entry, sentence: told(SENTENCES[name], { entry, ...facts }) });
const skipped = (name, why) => ({ name, fit: 0, of: 0, misfit: null, skipped: TABLE.skipped[why] });
function counted(name, every, none = "none") {
  if (!every.length) return skipped(name, none);
  return { name, fit: every.filter((one) => !one).length, of: every.length, misfit: every.find((one) => one) || null, skipped: "" };
}
async function mapped(things, check) {
  const every = [];
  for (const thing of things) every.push(await check(thing));
  return every;
}

async function givenFor(record, posts, receipt) {
  const given = { record, posts, receipt, course: courseOf(record), thread: (posts || "").replace(new RegExp(PATTERNS.mark, "gu"), "") };
  const stated = record.of("commitment")[0];
  given.commitment = record.seed
    ? hexOf(await sha256(joined(record.seed, bytesOf(headerText(record)))))
    : stated ? stated.parts[0] : "";
  given.hashes = new Map([[0, given.commitment], ...record.of("record").map((one) => [one.number, one.parts[1]])]);
  given.digests = record.of("seal").map((one) => one.parts[2]);
  given.fileHash = await sha256Hex(record.file.map((line) => line.replace(/^setup: ?/, "") + "\n").join(""));
  return given;
}

function checkEnd({ record }) {
  const there = record.written;
  let bad = null;
  if (!record.ends.length) bad = misfit("end missing");
  else if (!record.fits) bad = misfit("end changed");
  else if (Number(record.ends[0]) !== there) bad = misfit("end count", 0, { said: record.ends[0], there });
  else if (!record.seed && (record.of("seal").length || record.of("draw").length || record.header.has("seed"))) bad = misfit("seed missing");
  return counted("end", [bad]);
}

function checkCommitment({ record, posts, thread, commitment, hashes, digests, fileHash }) {
  if (posts === null) return skipped("commitment", "posts");
  if (!commitment) return skipped("commitment", "running");
  const first = SHAPES.post.exec(thread);
  const opening = first ? thread.slice(0, first.index + first[0].length) : thread;
  // Without the opening post other digits come first: the seed, a record that was posted, a seal.
  // The post of a game that is made of a file shows its hash, too.
  const known = new Set([commitment, fileHash, record.seed ? hexOf(record.seed) : "", ...digests, ...hashes.values(), ...record.of("silence").map((one) => one.parts[1])]);
  const shown = [...everywhere("committed", opening)].map((found) => found[1]);
  const others = shown.filter((one) => !known.has(one));
  if (!others.length && !shown.includes(commitment)) return skipped("commitment", "opening");
  if (!shown.includes(commitment)) return counted("commitment", [{ ...misfit("commitment other", 0, { posted: others[0], own: commitment }), unsure: true }]);
  return counted("commitment", [others.length && first ? { ...misfit("commitment several", 0, { posted: others[0] }), unsure: true } : null]);
}

async function checkChain({ record, commitment }) {
  if (!record.of("record").length && record.last) return counted("chain", [misfit("chain none")]);
  const chained = record.of("record"), every = [], trust = record.header.get("trust");
  if (trust !== TABLE.trust) every.push(misfit("chain form", 0, { said: trust || "none", known: TABLE.trust }));
  for (const said of record.stray) every.push(misfit("chain stray", 0, { said }));
  const digests = new Map(record.of("seal").filter((one) => !one.by).map((one) => [one.number, one.parts[2]]));
  let before = commitment;
  for (let number = 1; number <= record.last; number += 1) {
    const remark = chained[number - 1], said = record.entries.get(number);
    if (!remark) every.push(misfit("chain missing", number));
    else if (remark.number !== number || (record.seed && remark.behind !== number)) every.push(misfit("chain order", remark.behind || number, { said: remark.number }));
    else if (said && before) {
      const what = digests.get(number) || said.chained;
      const fits = remark.parts[1] === (await sha256Hex(`${before}\n${number}\n${said.recorded}\n${said.received}\n${what}`));
      every.push(fits ? null : misfit(number === 1 ? "chain first" : "chain broken", number));
    } else every.push(null);
    before = remark ? remark.parts[1] : "";
  }
  return counted("chain", every);
}

async function noncesOf(record, number, renamed) {
  const about = [`${number}`, ...(renamed ? record.people.map((name) => `${number} ${name}`) : [])];
  return mapped(about, async (one) => hexOf(await hmac(record.seed, `gmtool nonce ${one}`)).slice(0, 32));
}

async function checkSeals(given) {
  const { record } = given;
  if (!record.seed) return skipped("seals", "running");
  const claims = claimsOf(record);
  return counted("seals", await mapped(record.of("seal"), (one) => sealOf(given, one, claims)));
}

async function sealOf(given, remark, claims) {
  const { record } = given, { number, by, parts } = remark, game = given.commitment.slice(0, 8);
  const own = record.entries.get(number), behind = record.entries.get(remark.behind);
  if ((by || number) !== remark.behind || !own || !behind) return misfit("seal entry", remark.behind, { said: number });
  if (by && number !== (aboutOf(behind) || (putBy(behind) && by))) return misfit("seal by", by, { said: number });
  if ((await sha256Hex(parts[3])) !== parts[2]) return misfit("seal digest", number);
  const found = SHAPES.sealed.exec(parts[3]);
  const [who, move] = found ? spoken(record, found[5]) : ["", ""];
  if (!found || !who) return misfit("seal form", number);
  if (!(await noncesOf(record, number, by > 0 || (own.who === "host" && SHAPES.inserted.test(own.move)))).includes(found[1])) return misfit("seal nonce", number);
  if (found[2] !== game) return misfit("seal game", number, { said: found[2], there: game });
  if (Number(found[3]) !== number) return misfit("seal entry", number, { said: found[3] });
  const all = claims.get(number), [first] = all.who;
  const may = by ? all : { who: [first], at: [own.received], moves: [own.move] };
  if (!may.at.includes(found[4])) return misfit("seal arrival", number, { said: found[4], there: own.received });
  if (!may.who.includes(who)) return misfit("seal who", number, { said: who, there: own.who });
  const put = by ? putBy(behind) : null;
  if (put ? isPart(move, put) : may.moves.includes(move)) return null;
  return misfit("seal move", number, { said: move, there: put || own.move });
}

function isPart(move, put) {
  const words = new Set([...put.replaceAll(",", "").split(/\s+/), ...put.split(/\s+/)]);
  return move.split(/\s+/).every((word) => words.has(word));
}

function spoken(record, text) {
  const names = [...record.players, "host", "chance"].sort((one, other) => other.length - one.length);
  const who = names.find((name) => text.startsWith(`${name}: `)) || "";
  return [who, text.slice(who.length + 2)];
}

// Where an entry closed several sealed windows, a silence is the nth of that seat.
function aboutSilence(number, who, nth) {
  return `${number}${nth > 1 ? `.${nth}` : ""} ${who}`;
}

async function checkSilences({ record }) {
  if (!record.seed) return skipped("silences", "running");
  const times = new Map();
  return counted("silences", await mapped(record.of("silence"), async ({ number, behind, parts: [, digest, who] }) => {
    if (number !== behind) return misfit("silence entry", behind, { said: number });
    if (!record.players.includes(who)) return misfit("silence who", number, { who });
    const nth = (times.get(`${number} ${who}`) || 0) + 1;
    times.set(`${number} ${who}`, nth);
    return digest === hexOf(await hmac(record.seed, `gmtool silence ${aboutSilence(number, who, nth)}`)) ? null : misfit("silence digest", number, { who });
  }));
}

async function checkDraws(given) {
  const { record, course } = given;
  if (!record.seed) return skipped("draws", "running");
  const lines = new Map(record.of("draw").map((one) => [one.behind, one])), every = [];
  for (const [number, { least, most }] of course.draws) {
    const remark = lines.get(number);
    lines.delete(number);
    if (!remark) every.push(misfit("draw missing", number));
    else if (remark.number < least || remark.number > most) every.push(misfit("draw number", number, { said: remark.number, there: most }));
    else every.push(await drawn(given, number, remark.number, remark.parts[1], record.entries.get(number).move));
  }
  for (const remark of lines.values()) every.push(misfit("draw form", remark.behind, { said: remark.parts[1] }));
  for (const { behind, number, parts } of record.of("again")) every.push(await drawn(given, behind, number, parts[2], parts[3]));
  return counted("draws", every);
}

async function drawn({ record, course }, entry, number, text, move) {
  const parts = partsOf(text);
  if (!parts) return misfit("draw form", entry, { said: text });
  if (!parts.every(([verb, ...things]) => verb !== "shuffle" || liesInOrder(things))) return misfit("draw order", entry);
  const words = course.words || [];
  const key = words.length ? await hmac(record.seed, `gmtool words\n${words.join("\n")}`) : record.seed;
  const given = await givenBy(parts, await hmac(key, `gmtool draw ${number}`));
  return ` ${move}`.endsWith(` ${given}`) ? null : misfit("draw other", entry, { number, given, there: move });
}

function checkInstants({ record }) {
  const every = [];
  let before = "";
  for (const [number, one] of record.entries) {
    const at = one.who === "host" ? SHAPES.arrival.exec(one.move) : null;
    const arrived = at && at[1] > one.received ? at[1] : one.received;
    if (one.recorded < before) every.push(misfit("instant back", number, { said: one.recorded, there: before }));
    else if (arrived > one.recorded) every.push(misfit("instant early", number, { said: arrived, there: one.recorded }));
    else every.push(null);
    before = one.recorded > before ? one.recorded : before;
  }
  return counted("instants", every);
}

function checkThread({ record, posts, thread, hashes }) {
  if (posts === null) return skipped("thread", "posts");
  return counted("thread", [...everywhere("post", thread)].map(([, written, posted]) => {
    const entry = Number(written), own = short(hashes.get(entry) || "");
    if (own === posted) return null;
    // Here nothing tells whose a post is; `gmtool verify` reads that off the pages.
    const name = entry > record.last ? "thread beyond" : "thread changed";
    return { ...misfit(name, entry, { posted, own, last: record.last, since: SENTENCES["thread whose"] }), unsure: true };
  }), "none in posts");
}

async function silencesSince(record, last) {
  const about = [];
  for (let number = 1; number < last; number += 1) for (const who of record.players) for (let nth = 1; nth <= 4; nth += 1) about.push(aboutSilence(number, who, nth));
  return mapped(about, async (one) => short(hexOf(await hmac(record.seed, `gmtool silence ${one}`))));
}

async function checkLists({ record, posts, thread, digests }) {
  if (posts === null) return skipped("lists", "posts");
  if (!record.seed) return skipped("lists", "running");
  const shown = [...everywhere("listed", thread)].map((found) => found[1]);
  const quiet = new Map(record.of("silence").map((one) => [short(one.parts[1]), one]));
  const amendments = [...record.entries.values()].filter((one) => one.who === "host" && SHAPES.amends.test(one.move));
  const last = Math.max(0, ...amendments.map((one) => one.number));
  const known = new Set([...digests.map(short), ...quiet.keys()]);
  if (shown.some((posted) => !known.has(posted))) for (const one of await silencesSince(record, last)) known.add(one);
  const every = shown.map((posted) => (known.has(posted) ? null : { ...misfit("list unknown", 0, { posted }), unsure: true }));
  const closed = new Set([...quiet].filter(([seal]) => shown.includes(seal)).map(([, one]) => one.number));
  for (const [seal, one] of quiet) {
    if (closed.has(one.number) && !shown.includes(seal) && one.number > last) every.push(misfit("list silence", one.number, { who: one.parts[2] }));
  }
  return counted("lists", every, "none in posts");
}

function checkPosted({ record, posts, thread, digests }) {
  if (posts === null) return skipped("posted", "posts");
  if (!record.seed) return skipped("posted", "running");
  return counted("posted", [...everywhere("posted", thread)].map((found) => found[1].toLowerCase()).map((posted) =>
    (digests.some((one) => one.startsWith(posted)) ? null : { ...misfit("posted unknown", 0, { posted }), unsure: true })), "none in posts");
}

async function checkReceipt(given) {
  if (given.receipt === null) return skipped("receipt", "no receipt");
  const tried = await mapped([given.receipt, unguarded(given.receipt)], (text) => receiptsIn(given, text));
  const every = tried.find((one) => one.length && !one.some((bad) => bad)) || tried[1];
  return counted("receipt", every.length ? every : [misfit("receipt none")]);
}

async function receiptsIn(given, text) {
  const every = [];
  for (const found of everywhere("receipt", text)) {
    const seal = SHAPES["seal below"].exec(text.slice(found.index + found[0].length));
    if (seal) every.push(await receiptOf(given, found.slice(1), seal[1]));
  }
  return every;
}

async function moveIn(before, said, seal) {
  const bare = said.trim().replace(SHAPES["marks behind"], "").trim();
  return short(await sha256Hex(`${before} ${bare}`)) === seal ? bare : said.trim();
}

async function receiptOf({ record, commitment }, parts, seal) {
  const [, game, written, at] = parts, said = await moveIn(parts.slice(0, 4).join(" "), parts[4], seal), own = commitment.slice(0, 8), number = Number(written);
  if (short(await sha256Hex([...parts.slice(0, 4), said].join(" "))) !== seal) return misfit("receipt digest", number);
  if (game !== own) return misfit("receipt game", number, { said: game, there: own });
  if (number > record.last) return misfit("receipt beyond", number, { last: record.last });
  const sealed = record.of("seal").filter((one) => one.number === number), there = record.entries.get(number);
  if (!there || sealed.some((one) => short(one.parts[2]) === seal)) return null;
  const line = `${there.who}: ${there.move}`;
  return sealed.length ? misfit("receipt other", number, { said, at, there: line, arrived: there.received }) : misfit("receipt unsealed", number, { there: line });
}

const CHECKED = [checkEnd, checkCommitment, checkChain, checkSeals, checkSilences, checkDraws, checkInstants, checkThread, checkLists, checkPosted, checkReceipt];

function notesOn({ record, commitment, posts, thread, hashes, receipt, course }) {
  const notes = [];
  if (!record.seed) notes.push(TABLE.notes.running);
  if (commitment && posts === null) notes.push(told(TABLE.notes.compare, { own: commitment }));
  const known = new Map([...record.entries.values()].filter((one) => one.who === "host").map((one) => [one.number, one.move]));
  for (const one of record.of("record")) if (one.parts[2]) known.set(one.number, one.parts[2].replace(/^host: /, ""));
  const righted = [...known.keys()].filter((number) => SHAPES.righted.test(known.get(number))).sort((one, other) => one - other);
  if (righted.length) notes.push(told(TABLE.notes.righted, { numbers: righted.join(", ") }));
  const typed = [...record.entries.values()].filter((one) => one.who === "chance" && !one.drawn).map((one) => one.number);
  if (typed.length) notes.push(told(TABLE.notes.typed, { numbers: typed.join(", ") }));
  if (course.words && course.words.length) notes.push(told(TABLE.notes.words, { words: course.words.map((one) => `“${one}”`).join("; ") }));
  const lines = [...everywhere("post", thread)];
  const last = Math.max(...lines.filter(([, entry, posted]) => short(hashes.get(Number(entry)) || "") === posted).map((line) => Number(line[1])));
  if (posts !== null && !lines.length) notes.push(TABLE.notes.unlined);
  else if (posts !== null && record.seed && last >= 0 && last < record.last) notes.push(told(TABLE.notes.unbound, { entry: last }));
  if (posts !== null && record.seed) {
    const shown = [...everywhere("listed", thread)].map((found) => found[1]), quiet = record.of("silence");
    const closed = (of) => [...new Set(of.map((one) => one.number))];
    const found = closed(quiet.filter((one) => shown.includes(short(one.parts[1]))));
    const missing = closed(quiet).filter((number) => !found.includes(number));
    if (missing.length) notes.push(told(TABLE.notes.unlisted, { numbers: missing.join(", ") }));
  }
  if (receipt === null) return notes;
  if (!record.seed) return [...notes, TABLE.notes["receipt later"]];
  for (const found of everywhere("receipt", receipt)) {
    const entry = Number(found[3]), about = course.counting.findLast((one) => aboutOf(one) === entry);
    if (record.entries.has(entry) && !course.counting.some((one) => one.number === entry)) notes.push(told(TABLE.notes["receipt back"], { entry }));
    else if (about) notes.push(told(TABLE.notes[SHAPES.strike.test(about.move) ? "receipt struck" : "receipt right"], { entry, by: about.number }));
  }
  return notes;
}

async function verify(recordText, posts, receipt) {
  const record = await readRecord(recordText);
  if (!record) return null;
  const clean = (text) => (text === null ? null : text.replaceAll("\r\n", "\n"));
  const given = await givenFor(record, clean(posts), clean(receipt));
  const checks = [];
  for (const check of CHECKED) checks.push(await check(given));
  for (const name of Object.keys(TABLE.checks).slice(CHECKED.length)) checks.push({ ...skipped(name), skipped: "only `gmtool verify` knows the rules" });
  const misfits = checks.filter((check) => check.misfit).map((check) => check.misfit.sentence);
  const sure = checks.some((check) => check.misfit && !check.misfit.unsure);
  const verdict = TABLE.verdicts[sure ? "misfits" : misfits.length ? "perhaps" : "fits"];
  return { game: record.header.get("name") || "a game without a name", verdict, fits: !misfits.length, checks, misfits, notes: notesOn(given) };
}

// ---- the page

const byId = (id) => document.getElementById(id);
const NAMES = ["record", "posts", "receipt"];

function filled(list, lines) {
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

function show(answer) {
  const verdict = byId("verdict");
  verdict.textContent = `${answer.game}: ${answer.verdict}`;
  verdict.className = answer.fits ? "good" : "bad";
  filled(byId("misfits"), answer.misfits);
  filled(byId("notes"), answer.notes);
  byId("checks").replaceChildren(...answer.checks.map((check) => {
    const row = document.createElement("tr"), title = document.createElement("th"), what = document.createElement("td");
    title.scope = "row";
    title.textContent = TABLE.checks[check.name];
    what.textContent = check.skipped ? `not checked: ${check.skipped}` : `${check.fit} of ${check.of}${check.misfit ? `, ${check.misfit.unsure ? "may not" : "doesn't"} fit` : ""}`;
    what.className = check.misfit ? "bad" : "";
    row.append(title, what);
    return row;
  }));
  byId("answer").hidden = false;
  verdict.focus();
}

function sorry(sentence) {
  show({ game: "This page", verdict: "", fits: false, checks: [], misfits: [sentence], notes: [] });
  byId("verdict").textContent = "Nothing could be checked.";
}

async function check(event) {
  event.preventDefault();
  if (!globalThis.crypto || !crypto.subtle) {
    sorry("This browser gives this page no SHA-256 (crypto.subtle). Save the page to your disk and open it from there, or use another browser.");
    return;
  }
  const [record, posts, receipt] = NAMES.map((name) => byId(name).value);
  const answer = await verify(record, posts.trim() ? posts : null, receipt.trim() ? receipt : null);
  if (answer) show(answer);
  else sorry("No record begins in that text; it begins with a line “gmtool-journal 2”.");
}

byId("form").addEventListener("submit", check);
for (const name of NAMES) {
  byId(`${name}-file`).addEventListener("change", async ({ target }) => {
    if (target.files.length) byId(name).value = await target.files[0].text();
  });
}
