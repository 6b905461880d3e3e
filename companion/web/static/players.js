// Who plays whom: names for the statistics, if somebody likes to enter them.

import { fill, get, make } from "./dom.js";
import { post } from "./post.js";
import { pawnName, say } from "./words.js";

export function showNames(current) {
  const dialog = get("players");
  const seats = (state) => ["mister_x", ...Object.keys(state.pawns).filter((name) => !state.pawns[name].bobby)];

  get("name-players").addEventListener("click", () => {
    const state = current();
    if (state?.pawns === undefined) return;
    get("menu")?.close();
    fill(
      get("names"),
      seats(state).map((name) =>
        make("label", {}, pawnName(name, state.words), make("input", { name, value: state.players?.[name] ?? "", maxlength: 24, autocomplete: "off" })),
      ),
    );
    get("names-refused").hidden = true;
    dialog.showModal();
  });

  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  get("names-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const names = Object.fromEntries([...get("names").querySelectorAll("input")].map((input) => [input.name, input.value]));
    const { taken, why } = await post("/table/players", { game: current().game, names });
    if (taken) dialog.close();
    get("names-refused").hidden = taken;
    get("names-refused").textContent = why || say("lost");
  });
}
