// Making elements without a string of markup anywhere: what is text stays text.

export const get = (id) => document.getElementById(id);

// make("button", { class: "first", onclick: go }, "Go", icon)
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Puts children in the place of those that are there, and the focus back on what it was on, if that is still there.
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  const again = focused && element.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (!again) return;
  again.focus();
  again.setSelectionRange?.(again.value.length, again.value.length); // he types on where he was
}
