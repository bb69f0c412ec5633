/** The element that the page was made with. @throws when it is not there: the script and the page do not fit */
export function find<Kind extends Element>(root: ParentNode, selector: string, kind: abstract new () => Kind): Kind {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}

/** A copy of what a template holds. */
export function cloneTemplate<Kind extends Element>(id: string, kind: abstract new () => Kind): Kind {
  const copy = find(document, `#${id}`, HTMLTemplateElement).content.firstElementChild?.cloneNode(true);
  if (!(copy instanceof kind)) throw new Error(`the template ${id} holds something else`);
  return copy;
}

/** Shows or hides; an element that is hidden hands the focus on, so that the keyboard stays where it was. */
export function showOnly(all: readonly HTMLElement[], shown: readonly HTMLElement[]): void {
  const hadFocus = all.find((element) => element.contains(document.activeElement));
  for (const element of all) element.hidden = !shown.includes(element);
  if (hadFocus?.hidden === true) shown[0]?.focus();
}
