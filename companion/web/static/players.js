// Who plays whom: names for the statistics, if somebody likes to enter them.

import { fill, get, make } from "./dom.js";
import { post } from "./post.js";
import { pawnName, say } from "./words.js";

// *current* gives the game that is shown; *kept* hears which names of it were taken.
export function showNames(current, kept = () => {}) {
  const dialog = get("players");
  let game = null; // the one that was shown when somebody began to type: another may begin meanwhile
  const seats = (state) => ["mister_x", ...Object.keys(state.pawns).filter((name) => !state.pawns[name].bobby)];

  get("name-players").addEventListener("click", () => {
    const state = current();
    if (state?.pawns === undefined) return;
    game = state.game;
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
    // What nobody changed may have been changed elsewhere.
    const changed = [...get("names").querySelectorAll("input")].filter((input) => input.value !== input.defaultValue);
    const names = Object.fromEntries(changed.map((input) => [input.name, input.value]));
    const { taken, why } = await post("/table/players", { game, names });
    if (taken) {
      kept(names);
      dialog.close();
    }
    get("names-refused").hidden = taken;
    get("names-refused").textContent = why || say("lost");
  });
}
