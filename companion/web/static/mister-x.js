// Mister X's page works without this. With it, the page follows the table and covers itself.

const cover = () => document.querySelector(".cover");
let mark = document.getElementById("his").dataset.mark;

async function follow() {
  const answer = await fetch("/mister-x", { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer) return;
  const open = cover()?.open;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // Without power, or when the page was given to somebody else, this is one sentence.
  document.body.replaceWith(page.body);
  if (open && cover()) cover().open = true;
}

function listen() {
  const events = new EventSource("/table-events");
  events.addEventListener("mark", (event) => {
    const now = JSON.parse(event.data);
    if (now !== mark) follow();
    mark = now;
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

// Whoever puts the phone away or looks elsewhere shows nothing when it comes back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && cover()) cover().open = false;
});
listen();
