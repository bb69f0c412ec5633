import { namedBy } from './targets.ts';

interface Tab {
  readonly link: HTMLAnchorElement;
  readonly panel: HTMLElement;
}

/** Shows the part of the page that holds an element. */
export interface Tabs {
  reveal(target: Element): void;
}

/** Makes tabs of the links to the parts of the page (WAI-ARIA: arrows, Home and End move and show). Null: there are no links. */
export function makeTabs(shown: () => void): Tabs | null {
  const list = document.querySelector('.jump ul');
  if (!(list instanceof HTMLElement)) return null;
  const tabs = [...list.querySelectorAll('a')].flatMap((link): Tab[] => {
    const panel = namedBy(link.hash)?.closest('.panel');
    return panel instanceof HTMLElement ? [{ link, panel }] : [];
  });
  const [first] = tabs;
  if (first === undefined) return null;
  dress(list, tabs);
  const show = (tab: Tab): void => {
    for (const each of tabs) {
      const isShown = each === tab;
      each.panel.hidden = !isShown;
      each.link.ariaSelected = String(isShown);
      each.link.tabIndex = isShown ? 0 : -1;
    }
    bringIntoRow(list, tab.link);
    shown();
  };
  const choose = (tab: Tab): void => {
    show(tab);
    history.pushState(null, '', tab.link.hash);
    toBeginning(list, tab.panel);
  };
  for (const tab of tabs) {
    tab.link.addEventListener('click', (event) => {
      event.preventDefault();
      choose(tab);
    });
  }
  list.addEventListener('keydown', (event) => {
    const at = tabs.findIndex(({ link }) => link === document.activeElement);
    const next = tabs[placeAfter(event.key, at, tabs.length)];
    if (at === -1 || next === undefined) return;
    event.preventDefault();
    next.link.focus();
    choose(next);
  });
  show(first);
  // Back to the address without a part.
  window.addEventListener('hashchange', () => {
    if (location.hash === '') show(first);
  });
  return {
    reveal: (target) => {
      const tab = tabs.find(({ panel }) => panel.contains(target));
      if (tab !== undefined) show(tab);
    },
  };
}

/** A link that acts as a tab, and the part of the page that it shows. */
function dress(list: HTMLElement, tabs: readonly Tab[]): void {
  const nav = list.parentElement;
  list.role = 'tablist';
  list.ariaLabel = nav?.ariaLabel ?? '';
  if (nav !== null) nav.role = 'presentation';
  if (nav !== null) nav.ariaLabel = null;
  for (const item of list.children) item.role = 'presentation';
  for (const { link, panel } of tabs) {
    link.role = 'tab';
    link.setAttribute('aria-controls', panel.id);
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', link.id);
  }
}

function placeAfter(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}

/** Moves the row of tabs alone: the page stays where it is, above all at its beginning, with the statement in sight. */
function bringIntoRow(list: HTMLElement, link: HTMLElement): void {
  const [row, own] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  list.scrollLeft += Math.min(0, own.left - row.left) + Math.max(0, own.right - row.right);
}

/** Whoever was far down in one part begins the next at its top. */
function toBeginning(list: HTMLElement, panel: HTMLElement): void {
  if (panel.getBoundingClientRect().top < list.getBoundingClientRect().bottom) panel.scrollIntoView();
}
