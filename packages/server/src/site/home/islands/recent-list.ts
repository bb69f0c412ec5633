import { cloneTemplate, find } from '../../kit/islands/dom.ts';
import { visibleText } from '../../kit/visible-text.ts';
import type { PageData } from './page-data.ts';
import { readRecent, withRecent, type RecentFile } from './recent-files.ts';
import { verdictMark } from './verdict-mark.ts';

const KEY = 'revera.recent';
const HOUR_MS = 3_600_000;
const NAME_CHARACTERS = 80;

/** The results that this browser asked for and that can still be read; they never leave it. */
export class RecentList {
  readonly #page: PageData;
  readonly #section = find(document, '#recent', HTMLElement);
  readonly #rows = find(document, '#recent-rows', HTMLUListElement);

  constructor(page: PageData) {
    this.#page = page;
    find(document, '#recent-clear', HTMLButtonElement).addEventListener('click', () => this.#clear());
    // Another tab has added one, or the page is shown again as it was.
    addEventListener('storage', () => this.#show());
    addEventListener('pageshow', () => this.#show());
    this.#show();
  }

  add(file: Omit<RecentFile, 'atMs'>): void {
    const files = withRecent(this.#read(), { ...file, atMs: Date.now() });
    withStorage((storage) => storage.setItem(KEY, JSON.stringify(files)));
    this.#show();
  }

  #read(): RecentFile[] {
    const keptMs = Number(this.#section.dataset['hours']) * HOUR_MS;
    const text = withStorage((storage) => storage.getItem(KEY)) ?? null;
    return readRecent(text, Date.now(), keptMs);
  }

  #show(): void {
    const files = this.#read();
    this.#rows.replaceChildren(...files.map((file) => this.#rowOf(file)));
    this.#section.hidden = files.length === 0;
  }

  #rowOf({ id, name, status, atMs }: RecentFile): HTMLLIElement {
    const row = cloneTemplate('recent-row', HTMLLIElement);
    const link = find(row, 'a', HTMLAnchorElement);
    link.href = this.#page.resultAddress(id);
    const characters = Array.from(visibleText(name));
    const cut = characters.length > NAME_CHARACTERS ? `${characters.slice(0, NAME_CHARACTERS - 1).join('')}…` : null;
    find(link, 'bdi', HTMLElement).textContent = cut ?? characters.join('');
    find(row, '.recent-verdict', HTMLElement).append(verdictMark(status));
    const time = find(row, 'time', HTMLTimeElement);
    const at = new Date(atMs);
    time.dateTime = at.toISOString();
    time.textContent = new Intl.DateTimeFormat(this.#page.language, { hour: '2-digit', minute: '2-digit' }).format(at);
    return row;
  }

  #clear(): void {
    withStorage((storage) => storage.removeItem(KEY));
    this.#show();
    // The button that was pressed is gone with the list.
    find(document, '#drop-input', HTMLInputElement).focus();
  }
}

/** Browsers may refuse to keep anything, or have no room: then nothing is kept, and everything else works. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
