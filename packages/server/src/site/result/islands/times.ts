/**
 * Times of the page in the reader's time zone, with UTC under the pointer and at one press for all. For readers whose
 * time zone is UTC nothing changes.
 */
export function showLocalTimes(): void {
  const note = document.querySelector('.times-note');
  const button = note?.querySelector('button');
  const place = note?.querySelector<HTMLElement>('[data-zone]');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!(note instanceof HTMLElement) || button == null || place == null || isUtc(timeZone)) return;
  const times = [...document.querySelectorAll<HTMLTimeElement>('.result time[datetime]')].map((element) => {
    const utc = element.textContent;
    return { element, utc, local: localText(element.dateTime) };
  });
  const draw = (isLocal: boolean): void => {
    button.ariaPressed = String(!isLocal);
    for (const { element, utc, local } of times) {
      element.textContent = isLocal ? local : utc;
      element.title = isLocal ? utc : local;
    }
  };
  place.textContent = (place.dataset['zone'] ?? '').replace('{zone}', timeZone);
  note.hidden = false;
  let isLocal = true;
  draw(isLocal);
  button.addEventListener('click', () => draw((isLocal = !isLocal)));
}

function isUtc(zone: string): boolean {
  return zone === 'UTC' || zone === 'Etc/UTC';
}

/** Of that moment: a zone has one offset in summer and another in winter. */
function localText(at: string): string {
  const language = document.documentElement.lang;
  const moment = new Date(at);
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName');
  return `${text.format(moment)} ${zone?.value ?? ''}`.trim();
}
