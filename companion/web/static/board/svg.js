// Elements of an SVG.

const NAMESPACE = "http://www.w3.org/2000/svg";

export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const text = (words, attributes) => make("text", attributes, String(words));

// The number of a station. Three digits are set as narrow as *wide*, whatever the font.
export function number(digits, dy, wide) {
  if (digits < 100) return text(digits, { class: "digits", dy });
  return text(digits, { class: "digits", dy, textLength: wide, lengthAdjust: "spacingAndGlyphs" });
}

// A light that fades from its middle outwards; the style sheet gives its colours.
export function fading(name, id) {
  const stops = ["inner", "between", "outer"].map((part, place) => make("stop", { class: part, offset: place / 2 }));
  return make("radialGradient", { id, class: name }, ...stops);
}

// What only pleases the eye: whoever listens hears the targets and nothing else.
export const layer = (name) => make("g", { class: name, "aria-hidden": "true" });
