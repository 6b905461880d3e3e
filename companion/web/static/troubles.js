// What is wrong with the box, a line each. Nothing changes while nothing does, so that it is read aloud once.

export function showTroubles(lines) {
  const list = document.getElementById("troubles");
  const shown = [...(list?.children ?? [])].map((item) => item.textContent);
  if (!list || JSON.stringify(shown) === JSON.stringify(lines)) return;
  list.replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}
