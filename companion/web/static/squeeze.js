// Nobody scrolls a television: what does not fit into its column is set smaller, and what leaves room is set larger.

const SIZES = [1.3, 1.15, 1, 0.93, 0.86, 0.8, 0.74];

// *largest* says how large it may be; fingers want what they have touched to stay where it is.
export function squeeze(column, largest) {
  const fit = () =>
    SIZES.filter((size) => size <= largest()).find((size) => {
      column.style.fontSize = `${size}em`;
      return column.scrollHeight <= column.clientHeight && column.scrollWidth <= column.clientWidth;
    });
  new MutationObserver(fit).observe(column, { childList: true, subtree: true, characterData: true, attributeFilter: ["hidden"] });
  new ResizeObserver(fit).observe(column);
}
