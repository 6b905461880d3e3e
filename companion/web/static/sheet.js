// The bottom of Mister X's page: what he can do now, from choosing to confirming. It says what he wants; it decides nothing.

import { fill, make } from "./dom.js";
import { TICKETS, pawn, ticket } from "./tickets.js";
import { pawnName, say, ticketName } from "./words.js";

const READING = 3000; // milliseconds: so long a refusal stays, even if the table moves on

export class Sheet {
  // send(said) carries it out, changed() hears that he chose something else
  constructor(root, { send, changed, warns }) {
    Object.assign(this, { root, send, changed, warns, state: null, draft: null, refusal: "", read: 0, typed: "", second: false });
  }

  show(state) {
    if (this.state?.step !== state.step) {
      this.second = this.goesOn(state);
      this.draft = null;
      this.typed = "";
      if (performance.now() - this.read > READING) this.refusal = "";
    }
    this.state = state;
    this.render();
  }

  // He has moved and moves again: that is the second half of a double move.
  goesOn(state) {
    const before = this.state;
    return Boolean(before?.his_turn && state.his_turn && state.moves.length && before.round === state.round && before.window < state.window);
  }

  say(refusal) {
    this.refuse(refusal);
    this.render();
  }

  // He hears it when he looks.
  refuse(why) {
    this.refusal = why;
    this.read = Infinity; // nobody has read it yet: it waits while the page is covered
  }

  // He wants to go to a station: by the ticket that costs him least, until he picks another.
  choose(to) {
    const rides = this.rides(to);
    this.refusal = "";
    if (this.state.starts.includes(to)) this.draft = { do: "start", to };
    else if (this.state.landings.includes(to)) this.draft = { do: "balloon", to };
    else if (rides.length) this.draft = { do: "travel", to, ticket: rides[0] };
    else return this.say(say("no_way", { to }));
    this.typed = "";
    this.render();
    this.changed();
  }

  rides(to) {
    return this.state.moves.filter((move) => move[1] === to).map((move) => move[0]);
  }

  targets() {
    const { starts, landings, moves } = this.state;
    const found = {};
    for (const to of [...starts, ...landings]) found[to] = [];
    for (const [kind, to] of moves) (found[to] ??= []).push(kind);
    return found;
  }

  set(draft) {
    this.draft = draft;
    this.refusal = "";
    this.render();
    this.changed();
  }

  render() {
    const { state } = this;
    const parts = [];
    this.read = Math.min(this.read, performance.now());
    if (this.refusal) parts.push(make("p", { class: "notice", role: "alert" }, this.refusal));
    if (state.phase === "paused") parts.push(make("p", { class: "hint" }, say("paused")));
    else if (this.draft) parts.push(...this.confirmation());
    else if (state.phase === "card") parts.push(this.card());
    else if (state.his_turn) parts.push(...this.offers());
    else if (state.phase === "play") parts.push(make("p", { class: "hint" }, say("their_turn_hint")));
    if (!this.draft && state.may_take_back) {
      parts.push(this.button("undo", { class: "quiet wide" }, () => this.send({ do: "undo" }), say("undo")));
    }
    fill(this.root, parts);
  }

  button(key, attributes, onclick, ...children) {
    return make("button", { type: "button", "data-key": key, onclick, ...attributes }, ...children);
  }

  card() {
    return this.number("card", say("card_number"), say("take_card"), (to) => this.set({ do: "deal", to }), "first");
  }

  // A number typed and taken; numbers are the heroes, so the field is large. What is typed stays when the table moves.
  number(key, label, go, take, look = "") {
    const input = make("input", {
      id: `type-${key}`, "data-key": `type-${key}`, value: this.typed, inputmode: "numeric", pattern: "[0-9]*", maxlength: 3, autocomplete: "off", size: 4, enterkeyhint: "go",
      oninput: () => (this.typed = input.value),
    });
    const submit = (event) => {
      event.preventDefault();
      const to = Number(input.value);
      if (Number.isInteger(to) && to > 0) take(to);
      else this.say(say("type_number"));
    };
    return make(
      "form",
      { class: "typed", onsubmit: submit, novalidate: true },
      make("label", { for: `type-${key}` }, label),
      input,
      make("button", { type: "submit", class: look, "data-key": `go-${key}` }, go),
    );
  }

  offers() {
    const { state } = this;
    const parts = [];
    if (state.starts.length) parts.push(make("p", { class: "hint" }, say("start")), this.places(state.starts));
    else if (state.landings.length) parts.push(make("p", { class: "hint" }, say("land")), this.places(state.landings));
    else if (state.moves.length) parts.push(this.number("to", say(this.second ? "tap_second" : "tap_or_type"), say("go"), (to) => this.choose(to)));
    else if (state.may_end && state.mister_x.station) parts.push(make("p", { class: "hint" }, say("anything_else", { station: state.mister_x.station })));
    if (state.sight.due) parts.push(make("p", { class: "hint reveal" }, say("due", { window: state.window })));
    const actions = state.actions.filter((action) => !(action === "balloon" && state.landings.length));
    if (actions.length) parts.push(make("div", { class: "actions" }, actions.map((action) => this.action(action))));
    return parts;
  }

  places(stations) {
    return make(
      "div",
      { class: "actions" },
      stations.map((to) => this.button(`place-${to}`, { class: "number big" }, () => this.choose(to), String(to))),
    );
  }

  action(action) {
    const first = action === "end_turn";
    const begin = action === "show" ? { do: action, take: {} } : { do: action };
    const go = first ? () => this.send({ do: "end_turn" }) : () => this.set(begin);
    return this.button(action, { class: first ? "first" : "" }, go, say(action));
  }

  confirmation() {
    const { draft } = this;
    if (draft.do === "travel") return this.ride();
    if (draft.do === "show") return this.showing();
    if (draft.do === "hideout") return [this.supply(), draft.take ? this.confirm(say("confirm")) : this.confirm(null)];
    if (draft.do === "balloon" && !draft.to) return this.balloon();
    const about = draft.to ? say(draft.do === "balloon" ? "land_at" : "start_at", { to: draft.to }) : say(`${draft.do}_about`);
    return [make("p", { class: "about" }, about), this.confirm(draft.to ? say("confirm") : say(draft.do))];
  }

  ride() {
    const { draft, state } = this;
    const doubles = state.doubles.some(([kind, to]) => kind === draft.ticket && to === draft.to);
    const kinds = this.rides(draft.to);
    const pick = (kind) =>
      this.button(
        `by-${kind}`,
        { class: "by", "aria-pressed": String(kind === draft.ticket) },
        () => this.set({ ...draft, ticket: kind, double: false }),
        ticket(kind, state.words, { named: true }),
        make("span", {}, ticketName(kind, state.words)),
      );
    const words = say("ride_to", { ticket: ticketName(draft.ticket, state.words), to: draft.to });
    const signs = make("span", { class: "signs", "aria-hidden": "true" }, "→", make("span", { class: "number" }, String(draft.to)), ticket(draft.ticket, state.words, { named: true }));
    const go = [signs, make("span", { class: "hidden" }, words)];
    return [
      make(
        "div",
        { class: "aim" },
        make("span", { class: "arrow", "aria-hidden": "true" }, "→"),
        make("strong", { class: "number" }, String(draft.to)),
        make("div", { class: "warnings" }, this.warnings()),
        this.button("cancel", { class: "quiet", "aria-label": say("cancel") }, () => this.set(null), make("span", { "aria-hidden": "true" }, "✕")),
      ),
      make("div", { class: "kinds" }, kinds.map(pick)),
      make("div", { class: "confirm" }, doubles && this.double(), this.button("confirm", { class: "first", id: "confirm" }, () => this.send(this.draft), go)),
    ];
  }

  // The card that makes this move the first of two.
  double() {
    const { draft, state } = this;
    return this.button(
      "double",
      { class: "by", "aria-pressed": String(Boolean(draft.double)) },
      () => this.set({ ...draft, double: !draft.double }),
      ticket("double", state.words, { named: true }),
      make("span", {}, say("double")),
    );
  }

  // He is told before he confirms: the table will see him there, or a detective could come there.
  warnings() {
    const { draft, state } = this;
    const { in_the_open, reveals, hiding } = state.sight;
    const window = state.window + 1;
    const found = [];
    if (hiding.includes(draft.ticket)) found.push(["hint vanish", say("vanish")]);
    else if (in_the_open) found.push(["hint", say("in_sight")]); // as at every move of this game
    else if (reveals.includes(window)) found.push(["hint reveal", say("reveal", { window })]);
    if (this.warns() && !draft.double && state.danger.includes(draft.to)) found.push(["hint threat", say("threat", { to: draft.to })]);
    return found.map(([look, text]) => make("p", { class: look, role: "status" }, text));
  }

  balloon() {
    const { draft, state } = this;
    return [
      make("p", { class: "about" }, say("balloon_about")),
      this.number("own", say("balloon_to"), say("go"), (to) => this.send({ ...draft, to })),
      state.doubles.length > 0 && make("div", { class: "actions" }, this.double()),
      this.confirm(say("balloon")),
    ];
  }

  supply() {
    const { draft, state } = this;
    const kinds = ["black", "double"].filter((kind) => state.supply[kind] > 0);
    return make(
      "div",
      { class: "actions" },
      kinds.map((kind) =>
        this.button(`take-${kind}`, { class: "by", "aria-pressed": String(draft.take === kind) }, () => this.set({ ...draft, take: kind }), ticket(kind, state.words, { named: true }), make("span", {}, ticketName(kind, state.words))),
      ),
    );
  }

  showing() {
    const { draft, state } = this;
    const count = Object.keys(draft.take).length;
    const go = count ? say("show_and_take", { count }) : say("show_button");
    return [make("p", { class: "about" }, say("show_about", { station: state.mister_x.station })), this.takes(), this.confirm(go)];
  }

  takes() {
    const { draft, state } = this;
    const rows = Object.entries(state.pawns).filter(([, one]) => one.tickets && !one.bobby);
    const pick = (name, kind) => {
      const take = { ...draft.take };
      if (take[name] === kind) delete take[name];
      else take[name] = kind;
      this.set({ ...draft, take });
    };
    return make(
      "ul",
      { class: "takes", "aria-label": say("show") },
      rows.map(([name, one]) =>
        make(
          "li",
          {},
          make("span", { class: "who" }, pawn(state.pawns, name, state.words), make("span", { class: "hidden" }, pawnName(name, state.words))),
          TICKETS.filter((kind) => one.tickets[kind] > 0).map((kind) =>
            this.button(`take-${name}-${kind}`, { class: "by", "aria-pressed": String(draft.take[name] === kind), "aria-label": `${pawnName(name, state.words)}: ${ticketName(kind, state.words)}` }, () => pick(name, kind), ticket(kind, state.words, { named: true }), make("span", { class: "number", "aria-hidden": "true" }, String(one.tickets[kind]))),
          ),
        ),
      ),
    );
  }

  confirm(text) {
    return make(
      "div",
      { class: "confirm" },
      this.button("cancel", { class: "quiet" }, () => this.set(null), say("cancel")),
      text && this.button("confirm", { class: "first", id: "confirm" }, () => this.send(this.draft), text),
    );
  }
}
