// Elements by name. What stays is not made again: pawns glide, and whoever has the focus keeps it.

export class Pile {
  constructor(group) {
    this.group = group;
    this.made = new Map();
  }

  // Each wish is { name, make(), change(element) }, in the order in which they lie.
  show(wishes) {
    const wanted = new Set(wishes.map((wish) => wish.name));
    for (const [name, element] of this.made) {
      if (wanted.has(name)) continue;
      element.remove();
      this.made.delete(name);
    }
    let next = this.group.firstChild;
    for (const { name, make, change } of wishes) {
      const element = this.made.get(name) ?? make();
      this.made.set(name, element);
      change?.(element);
      if (element === next) next = next.nextSibling;
      else this.group.insertBefore(element, next);
    }
  }

  has(name) {
    return this.made.has(name);
  }

  elements() {
    return [...this.group.children];
  }
}
