// Runs axe-core, which is in the page already. It can't judge text on a gradient, so contrast is looked at twice
// more, with each gradient painted over in its lightest colour and in its darkest.
async (rules) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

  // What is seen where *colours* lie over each other.
  function mixed(...colours) {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    return pen.getImageData(0, 0, 1, 1).data;
  }

  function painted(pick) {
    const undo = [];
    for (const element of document.querySelectorAll("*")) {
      const { backgroundImage, backgroundColor } = getComputedStyle(element);
      if (!backgroundImage.includes("gradient(")) continue;
      const colours = backgroundImage.match(/\b(rgba?|color|oklab|oklch)\([^()]*\)/g) ?? [];
      const seen = colours.map((colour) => mixed(backgroundColor, colour)).sort((a, b) => light(a) - light(b));
      const [red, green, blue, alpha] = seen.at(pick);
      const before = element.getAttribute("style");
      element.style.background = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
      element.style.transition = "none";
      undo.push(() => (before === null ? element.removeAttribute("style") : (element.style.cssText = before)));
    }
    return () => undo.forEach((one) => one());
  }

  // Violations, and what axe-core stumbled over: it would say no more about that than about what it can't judge.
  async function found(runOnly) {
    const { violations, incomplete } = await axe.run({ runOnly });
    const stumbled = ({ nodes }) => nodes.some(({ none }) => none.some(({ id }) => id === "error-occurred"));
    return [...violations, ...incomplete.filter(stumbled)];
  }

  // The options are all or none; these are the usual ones but for the first, by which a single letter counts as well.
  const contrastRatio = { normal: { expected: 4.5 }, large: { expected: 3 } };
  const sizes = { boldValue: 700, boldTextPt: 14, largeTextPt: 18, pseudoSizeThreshold: 0.25 };
  const options = { ignoreLength: true, ignoreUnicode: true, ignorePseudo: false, ...sizes, contrastRatio };
  axe.configure({ checks: [{ id: "color-contrast", options }] });

  const barriers = await found(rules);
  for (const pick of [0, -1]) {
    const undo = painted(pick);
    barriers.push(...(await found(["color-contrast"])));
    undo();
  }
  return barriers;
}
