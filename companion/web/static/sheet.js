// The bottom of Mister X's page: what he can do now, from choosing to confirming. It says what he wants; it decides nothing.

import { fill, make } from "./dom.js";
import { TICKETS, pawn, ticket } from "./tickets.js";
import { pawnName, say, ticketName } from "./words.js";

const PLAIN = ["crime", "hide", "balloon", "end_turn"]; // actions that need no more words

export class Sheet {
  // send(said) carries it out, draft(next) is called when he chose something else
  constructor(root, { send, changed, warns }) {
    Object.assign(this, { root, send, changed, warns, state: null, draft: null, refusal: "" });
  }

  show(state) {
    if (this.state?.step !== state.step) {
      this.draft = null;
      this.refusal = "";
    }
    this.state = state;
    this.render();
  }

  say(refusal) {
    this.refusal = refusal;
    this.render();
  }

  // He wants to go to a station: by the ticket that costs him least, until he picks another.
  choose(to) {
    const rides = this.rides(to);
    this.refusal = "";
    if (this.state.starts.includes(to)) this.draft = { do: "start", to };
    else if (this.state.landings.includes(to)) this.draft = { do: "balloon", to };
    else if (rides.length) this.draft = { do: "travel", to, ticket: rides[0] };
    else return this.say(say("no_way", { to }));
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
    if (this.refusal) parts.push(make("p", { class: "notice", role: "alert" }, this.refusal));
    if (state.phase === "card") parts.push(this.card());
    else if (state.phase === "paused") parts.push(make("p", { class: "hint" }, say("paused")));
    else if (this.draft) parts.push(...this.confirmation());
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
    return this.number("card", say("your_card"), say("take_card"), (to) => this.send({ do: "deal", to }));
  }

  // A number typed and taken; numbers are the heroes, so the field is large.
  number(key, label, go, take) {
    const input = make("input", {
      id: `type-${key}`, "data-key": `type-${key}`, inputmode: "numeric", pattern: "[0-9]*", maxlength: 3, autocomplete: "off", size: 4, enterkeyhint: "go",
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
      make("button", { type: "submit", "data-key": `go-${key}` }, go),
    );
  }

  offers() {
    const { state } = this;
    const parts = [];
    if (state.starts.length) parts.push(make("p", { class: "hint" }, say("start")), this.places(state.starts));
    else if (state.landings.length) parts.push(make("p", { class: "hint" }, say("land")), this.places(state.landings));
    else if (state.moves.length) parts.push(this.number("to", say("tap_or_type"), say("go"), (to) => this.choose(to)));
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
    const begin = PLAIN.includes(action) ? { do: action } : { do: action, take: action === "show" ? {} : undefined };
    const go = first ? () => this.send({ do: "end_turn" }) : () => this.set(begin);
    return this.button(action, { class: first ? "first" : "" }, go, say(action));
  }

  confirmation() {
    const { draft } = this;
    if (draft.do === "travel") return this.ride();
    if (draft.do === "show") return [this.takes(), this.confirm(say("show_button"))];
    if (draft.do === "hideout") return [this.supply(), draft.take ? this.confirm(say("confirm")) : this.confirm(null)];
    if (draft.do === "balloon" && !draft.to) return this.balloon();
    const about = draft.to ? say(draft.do === "start" ? "start_at" : "land_at", { to: draft.to }) : say(`${draft.do}_about`);
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
    const go = say("ride_to", { ticket: ticketName(draft.ticket, state.words), to: draft.to });
    return [
      make(
        "div",
        { class: "aim" },
        make("span", { class: "arrow", "aria-hidden": "true" }, "→"),
        make("strong", { class: "number" }, String(draft.to)),
        make("div", { class: "warnings" }, this.warnings()),
        this.button("cancel", { class: "quiet", "aria-label": say("cancel") }, () => this.set(null), make("span", { "aria-hidden": "true" }, "✕")),
      ),
      make("div", { class: "actions" }, kinds.map(pick)),
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
    const { in_the_open, reveals, vanishes } = state.sight;
    const window = state.window + 1;
    const found = [];
    if (in_the_open && (vanishes.includes(window) || draft.ticket === "black")) found.push(["hint", say("vanish")]);
    else if (in_the_open) found.push(["hint reveal", say("in_sight")]);
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
          make("span", { class: "who" }, pawn(state.pawns, name, state.words), make("span", {}, pawnName(name, state.words))),
          TICKETS.filter((kind) => one.tickets[kind] > 0).map((kind) =>
            this.button(`take-${name}-${kind}`, { class: "by", "aria-pressed": String(draft.take[name] === kind), "aria-label": `${pawnName(name, state.words)}: ${ticketName(kind, state.words)}` }, () => pick(name, kind), ticket(kind, state.words, { named: true })),
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
