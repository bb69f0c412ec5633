/** Examples in several languages become tabs. The language that was chosen last is shown everywhere, also on the next page. */
const CHOICE = 'revera-example-language';

interface Group {
  tabs: HTMLButtonElement[];
  show(syntax: string): void;
}

const groups = [...document.querySelectorAll<HTMLElement>('[data-samples]')].map(makeTabs);
const chosen = remembered();
if (chosen !== null) for (const group of groups) group.show(chosen);

function makeTabs(element: HTMLElement, number: number): Group {
  const list = document.createElement('div');
  list.className = 'sample-tabs';
  list.role = 'tablist';
  list.ariaLabel = element.dataset['label'] ?? '';
  const panels = [...element.querySelectorAll<HTMLElement>('.sample')];
  const tabs = panels.map((panel, at) => makeTab(panel, `samples-${number}-${at}`));
  const show = (syntax: string): void => {
    if (!panels.some((panel) => panel.dataset['syntax'] === syntax)) return;
    for (const [at, panel] of panels.entries()) {
      const isShown = panel.dataset['syntax'] === syntax;
      panel.hidden = !isShown;
      tabs[at]?.setAttribute('aria-selected', String(isShown));
      tabs[at]?.setAttribute('tabindex', isShown ? '0' : '-1');
    }
  };
  list.append(...tabs);
  element.prepend(list);
  show(panels[0]?.dataset['syntax'] ?? '');
  list.addEventListener('click', (event) => {
    const tab = tabs.find((each) => each === event.target);
    if (tab !== undefined) choose(tab);
  });
  list.addEventListener('keydown', (event) => {
    const next = nextTab(tabs, event.key);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    next.focus();
  });
  return { tabs, show };
}

function makeTab(panel: HTMLElement, id: string): HTMLButtonElement {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.role = 'tab';
  tab.id = `${id}-tab`;
  tab.dataset['syntax'] = panel.dataset['syntax'] ?? '';
  tab.setAttribute('aria-controls', id);
  panel.id = id;
  panel.role = 'tabpanel';
  panel.setAttribute('aria-labelledby', tab.id);
  const details = panel.querySelector('details');
  const summary = details?.querySelector('summary');
  tab.textContent = summary?.textContent ?? '';
  if (details) details.open = true;
  if (summary) summary.hidden = true;
  return tab;
}

function nextTab(tabs: readonly HTMLButtonElement[], key: string): HTMLButtonElement | undefined {
  const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(at - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}

/** The others change above and below; what was pressed stays where it is. */
function choose(tab: HTMLButtonElement): void {
  const syntax = tab.dataset['syntax'] ?? '';
  const before = tab.getBoundingClientRect().top;
  for (const group of groups) group.show(syntax);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  remember(syntax);
}

/** Browsers may refuse to keep anything; the choice then lasts as long as the page. */
function remember(syntax: string): void {
  try {
    localStorage.setItem(CHOICE, syntax);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
