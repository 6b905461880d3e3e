// The menu of every page: language, light and dark, and what the page adds. A choice is kept in a cookie that says no more.

import { get } from "./dom.js";

const YEAR = 365 * 24 * 60 * 60;

function keep(name, value) {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? YEAR : 0}; SameSite=Lax`;
  location.reload();
}

// A switch of this browser's own, remembered if the browser lets us.
export function preference(name, fallback, changed) {
  const box = get(name);
  let value = fallback;
  try {
    value = (localStorage.getItem(name) ?? String(fallback)) === "true";
  } catch {
    // a browser that keeps nothing has the usual value every time
  }
  box.checked = value;
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(name, String(box.checked));
    } catch {
      // then for this visit only
    }
    changed();
  });
  return () => box.checked;
}

const dialog = get("menu");
if (dialog) {
  get("open-menu").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  for (const name of ["language", "theme"]) {
    get(name).addEventListener("change", (event) => keep(name, event.target.value));
  }
}
