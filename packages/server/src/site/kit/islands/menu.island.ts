/** Menus that are open close with Escape, with a press elsewhere and when the focus leaves them; without this script only their button closes them. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu]')) {
  const close = (): void => {
    menu.open = false;
  };
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary')?.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    // A press on what takes no focus has no such target, and is heard below.
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) close();
  });
}
