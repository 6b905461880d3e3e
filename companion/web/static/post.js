// Everything the page says to the table, one after the other: a key never comes up before it went down.

const PATIENCE = 3000; // milliseconds for an answer
const FRESH = 1000; // a key that could not be said within this is not pressed any more: nobody would know why

// How the table knows this page from another. Without a secure address there is no crypto.randomUUID.
export const page = Math.random().toString(36).slice(2);

let last = Promise.resolve();

async function send(path, said) {
  const enough = new AbortController(); // AbortSignal.timeout is too new for many a phone
  const patience = setTimeout(() => enough.abort(), PATIENCE);
  const options = {
    method: "POST",
    headers: { "X-Table": page },
    keepalive: true,
    signal: enough.signal,
  };
  if (said !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(said);
  }
  try {
    const answer = await fetch(path, options);
    return { taken: answer.ok, why: answer.ok ? "" : (await answer.text()).trim() };
  } finally {
    clearTimeout(patience);
  }
}

// Whether the table took it, and if not, its sentence about that.
export function post(path, said) {
  const asked = performance.now();
  const stale = () => path.endsWith("/down") && performance.now() - asked > FRESH;
  last = last.then(() => (stale() ? { taken: false, why: "" } : send(path, said))).catch(() => ({ taken: false, why: "" }));
  return last;
}
