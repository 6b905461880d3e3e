// A second way for the detectives: pawn, station, ticket, go. Only where the table has switched it on.

import { fill, make } from "./dom.js";
import { symbolSign } from "./symbol.js";
import { pawn, ticket } from "./tickets.js";
import { pawnName, say, symbolName, ticketName } from "./words.js";

const CLOSE = 3; // so many names fit beside each other

export class Touch {
  constructor(root, { send, changed }) {
    Object.assign(this, { root, send, changed, state: null, pawn: null, draft: null, refusal: "" });
  }

  get on() {
    return Boolean(this.state?.touch && this.state.phase === "play" && this.state.turn !== "mister_x");
  }

  show(state) {
    if (this.state?.step !== state.step) Object.assign(this, { draft: null, refusal: "" });
    this.state = state;
    const movers = Object.keys(state.choices?.pawns ?? {});
    if (!movers.includes(this.pawn)) this.pawn = movers[0] ?? null;
    this.render();
  }

  say(refusal) {
    this.refusal = refusal;
    this.render();
  }

  choices() {
    return this.state.choices.pawns[this.pawn];
  }

  // A helicopter goes to any station.
  get anywhere() {
    return this.on && this.draft?.do === "helicopter";
  }

  // Where the proposed pawn can go. Where a helicopter goes anywhere, only what was chosen is lit.
  targets() {
    if (!this.on || !this.pawn) return {};
    if (this.anywhere) return this.draft.to ? { [this.draft.to]: [] } : {};
    const found = {};
    for (const [kind, to] of this.choices().rides) (found[to] ??= []).push(kind);
    if (this.state.helicopter && this.choices().descend.length) found[this.state.helicopter.to] = this.choices().descend;
    return found;
  }

  pick(to) {
    if (!this.on) return;
    const mover = Object.entries(this.state.pawns).find(([name, one]) => one.station === to && name in this.state.choices.pawns);
    if (mover && !this.draft) return this.propose(mover[0]);
    if (this.anywhere) return to === this.state.pawns[this.pawn].station ? undefined : this.set({ ...this.draft, to });
    const kinds = this.targets()[to];
    if (!this.pawn || !kinds) return this.say(say("no_way", { to }));
    const down = this.state.helicopter?.pawn === this.pawn && this.state.helicopter.to === to;
    this.set({ do: down ? "descend" : "travel", to, ticket: kinds[0], kinds });
  }

  propose(name) {
    this.pawn = name;
    this.set(null);
  }

  set(draft) {
    this.draft = draft;
    this.refusal = "";
    this.render();
    this.changed();
  }

  // The draft stays as it is, with its choices: it may be refused.
  go() {
    const { kinds, symbols, kind, ...said } = this.draft;
    if (said.do === "descend") delete said.to;
    this.send({ pawn: this.pawn, ...said });
  }

  render() {
    this.root.hidden = !this.on && !this.refusal;
    const parts = [];
    if (this.refusal) parts.push(make("p", { class: "notice", role: "alert" }, this.refusal));
    if (this.on) parts.push(this.movers(), ...(this.draft ? this.confirmation() : this.offers()));
    fill(this.root, parts);
  }

  button(key, attributes, onclick, ...children) {
    return make("button", { type: "button", "data-key": key, onclick, ...attributes }, ...children);
  }

  // Where only one can move there is nothing to choose. Many stand close together, without their names.
  movers() {
    const { state } = this;
    const names = Object.keys(state.choices.pawns);
    if (names.length < 2) return null;
    return make(
      "div",
      { class: `movers${names.length > CLOSE ? " close" : ""}`, role: "group", "aria-label": say("who_moves") },
      names.map((name) =>
        this.button(`pawn-${name}`, { class: "by", "aria-pressed": String(name === this.pawn) }, () => this.propose(name), pawn(state.pawns, name, state.words), make("span", { class: "name" }, pawnName(name, state.words))),
      ),
    );
  }

  offers() {
    const { choices } = this.state;
    const mine = this.pawn ? this.choices() : null;
    const extras = [];
    if (mine?.board.length) extras.push(this.button("helicopter", {}, () => this.set({ do: "helicopter", ticket: mine.board[0], kinds: mine.board }), say("helicopter")));
    for (const [name, kind] of Object.entries(choices.tokens)) {
      if (kind !== "barrier") extras.push(this.button(`token-${name}`, { class: "asks" }, () => this.token(name, kind), pawn(this.state.pawns, name, this.state.words), ...this.asks(name, kind)));
    }
    for (const at of choices.barrier?.at ?? []) extras.push(...this.barriers(at));
    if (choices.may_end) extras.push(this.button("end", { class: "first" }, () => this.send({ do: "end_turn" }), say("end_turn")));
    return [this.pawn && make("p", { class: "soft" }, say("tap_target", { pawn: pawnName(this.pawn, this.state.words) })), extras.length > 0 && make("div", { class: "actions" }, extras)];
  }

  // Who asks is on his pawn, and said to those who do not see it.
  asks(name, kind) {
    return [make("span", { class: "hidden" }, pawnName(name, this.state.words)), make("span", { class: "question" }, say(`token_${kind}`))];
  }

  barriers(at) {
    const { barrier } = this.state.choices;
    const put = (from) => ({ do: "barrier", pawn: barrier.pawn, at, ...(from ? { from } : {}) });
    const fresh = barrier.left > 0 ? [this.button(`barrier-${at}`, {}, () => this.set(put()), say("barrier_at", { at }))] : [];
    return [...fresh, ...barrier.standing.map((from) => this.button(`barrier-${at}-${from}`, {}, () => this.set(put(from)), say("barrier_move", { at, from })))];
  }

  token(name, kind) {
    const { choices } = this.state;
    const draft = { do: "token", pawn: name, kind };
    if (kind === "symbol") this.set({ ...draft, symbol: choices.symbols[0], symbols: choices.symbols });
    else if (kind === "ban") this.set({ ...draft, ticket: choices.bans[0], kinds: choices.bans });
    else this.set(draft);
  }

  confirmation() {
    const { draft, state } = this;
    const kinds = (draft.kinds ?? []).map((kind) =>
      this.button(`by-${kind}`, { class: "by", "aria-pressed": String(kind === draft.ticket) }, () => this.set({ ...draft, ticket: kind }), ticket(kind, state.words, { named: true }), make("span", {}, ticketName(kind, state.words))),
    );
    const symbols = (draft.symbols ?? []).map((symbol) =>
      this.button(`symbol-${symbol}`, { class: "by", "aria-pressed": String(symbol === draft.symbol) }, () => this.set({ ...draft, symbol }), symbolSign(symbol), make("span", {}, symbolName(symbol))),
    );
    const needs = draft.do === "helicopter" && !draft.to;
    return [
      make("p", { class: "about" }, needs ? say("fly_where") : this.about()),
      make("div", { class: "actions" }, kinds, symbols),
      make(
        "div",
        { class: "confirm" },
        this.button("cancel", { class: "quiet" }, () => this.set(null), say("cancel")),
        !needs && this.button("confirm", { class: "first" }, () => this.go(), say("confirm")),
      ),
    ];
  }

  about() {
    const { draft, state } = this;
    const name = pawnName(draft.pawn ?? this.pawn, state.words);
    if (draft.do === "token") return say("did", { name, what: say(`token_${draft.kind}`) });
    if (draft.do === "barrier") return draft.from ? say("barrier_move", { at: draft.at, from: draft.from }) : say("barrier_at", { at: draft.at });
    if (draft.do === "helicopter") return say("flies_to", { pawn: name, to: draft.to });
    return say("pawn_to", { pawn: name, to: draft.to });
  }
}
