// Mister X's page works without this. With it, the page follows the table and covers itself.

import { stream } from "./stream.js";
import { showTroubles } from "./troubles.js";

const cover = () => document.querySelector(".cover");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const markOf = (page) => page.getElementById("his")?.dataset.mark;

let mark = markOf(document); // of what is shown
let newest = mark; // of the table
let following = false;

async function fetched() {
  try {
    const answer = await fetch("/mister-x", { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(5000) });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

// One at a time; again if it failed, or if more was heard meanwhile than is shown now.
async function follow() {
  if (following) return;
  following = true;
  let page;
  let wanted;
  do {
    wanted = newest;
    page = await fetched();
    if (page) show(page, wanted);
    else await pause(2000);
  } while (!page || (newest !== wanted && newest !== mark));
  following = false;
}

function show(page, wanted) {
  const open = cover()?.open && !document.hidden;
  // Without power, or when the page was given to somebody else, this is one sentence and bears no mark.
  mark = markOf(page) ?? wanted;
  document.title = page.title;
  document.body.replaceWith(page.body);
  if (open && cover()) cover().open = true;
}

// A button pressed now would only lead to the browser's own page about tables that don't answer.
function away(gone) {
  const notice = document.getElementById("away");
  if (notice) notice.hidden = !gone;
  for (const form of document.forms) form.inert = gone;
}

stream(
  "/table-events",
  {
    mark: (now) => {
      away(false);
      newest = now;
      if (now !== mark) follow();
    },
    troubles: showTroubles,
  },
  () => away(true),
);

// Whoever puts the phone away or looks elsewhere shows nothing when it comes back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && cover()) cover().open = false;
});
