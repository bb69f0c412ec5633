/**
 * Calls with the element that the address names, at once and whenever that changes, and with the one that a link of the page leads
 * to before the browser goes there, so that what is hidden is shown in time to be scrolled to.
 */
export function watchTargets(reveal: (target: Element) => void): void {
  const byAddress = (): void => {
    const target = namedBy(location.hash);
    if (target === null) return;
    reveal(target);
    target.scrollIntoView();
  };
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const target = namedBy(link?.getAttribute('href') ?? '');
    if (target !== null && link?.role !== 'tab') reveal(target);
  });
  window.addEventListener('hashchange', byAddress);
  byAddress();
}

/** What a fragment with its mark names on this page. */
export function namedBy(fragment: string): Element | null {
  return fragment.length < 2 ? null : document.getElementById(fragment.slice(1));
}
