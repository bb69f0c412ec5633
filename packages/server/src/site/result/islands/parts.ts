/** Shows the part of the history that an element belongs to. */
export interface Parts {
  reveal(target: Element): void;
}

/** Beside the picture of the history stands the one part that was chosen in it, or all of them on demand. Null: there is none. */
export function showParts(): Parts | null {
  const stage = document.querySelector('.stage');
  const button = stage?.querySelector('[data-show-all]');
  const parts = [...(stage?.querySelectorAll<HTMLElement>('.manifest') ?? [])];
  const [first] = parts;
  if (stage === null || first === undefined || !(button instanceof HTMLButtonElement)) return null;
  const nodes = [...stage.querySelectorAll<SVGAElement>('.node-link')];
  let chosen = first;
  let isAll = false;
  const draw = (): void => {
    stage.classList.toggle('stage-one', !isAll);
    button.ariaPressed = String(isAll);
    for (const part of parts) part.hidden = !isAll && part !== chosen;
    for (const node of nodes) node.ariaCurrent = leadsTo(node, chosen) ? 'true' : null;
  };
  button.hidden = parts.length < 2;
  button.addEventListener('click', () => {
    isAll = !isAll;
    draw();
  });
  // From what a node says back to the node.
  stage.addEventListener('keydown', (event) => {
    const isInPart = event.target instanceof Node && chosen.contains(event.target);
    if (event instanceof KeyboardEvent && event.key === 'Escape' && isInPart) {
      nodes.find((node) => leadsTo(node, chosen))?.focus();
    }
  });
  draw();
  return {
    reveal: (target) => {
      const part = parts.find((each) => each.contains(target));
      if (part === undefined) return;
      chosen = part;
      draw();
    },
  };
}

function leadsTo(node: SVGAElement, { id }: Element): boolean {
  return node.getAttribute('href') === `#${id}`;
}
