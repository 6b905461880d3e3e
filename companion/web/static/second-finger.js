// While a thumb holds the bar, a browser makes no click of what another finger taps: so this does.

const SLOP = 12; // css pixels: more is no tap

export function tapWithSecondFinger(root) {
  const down = new Map();
  root.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button, input, [role=tab]");
    if (!event.isPrimary && button) down.set(event.pointerId, { button, x: event.clientX, y: event.clientY });
  });
  root.addEventListener("pointerup", (event) => {
    const tap = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!tap || Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > SLOP) return;
    if (tap.button.tagName === "INPUT") tap.button.focus();
    else tap.button.click();
  });
  root.addEventListener("pointercancel", (event) => down.delete(event.pointerId));
}
