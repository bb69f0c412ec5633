import { visibleText } from '../../kit/visible-text.ts';
import type { Announcer } from './announcer.ts';
import { find, showOnly } from '../../kit/islands/dom.ts';
import { FileRow } from './file-row.ts';
import type { Incoming } from './file-sources.ts';
import { isOpen } from './file-state.ts';
import type { PageData } from './page-data.ts';
import { stateText } from './state-text.ts';
import { showThumbnail } from './thumbnail.ts';
import type { Entry, UploadQueue } from './upload-queue.ts';
import { verdictWord } from './verdict-mark.ts';

type Queue = UploadQueue<Incoming>;

/** Names that are read aloud are cut harder than those that are shown. */
const SPOKEN_CHARACTERS = 40;

/** The list of the files below the drop zone. */
export class FileList {
  readonly #page: PageData;
  readonly #queue: Queue;
  readonly #announcer: Announcer;
  readonly #rows = new Map<Entry<Incoming>, FileRow>();
  readonly #section = find(document, '#files', HTMLElement);
  readonly #place = find(document, '#file-rows', HTMLOListElement);
  readonly #count = find(document, '#files-count', HTMLElement);
  readonly #held = find(document, '#files-held', HTMLElement);
  readonly #cancelAll = find(document, '#files-cancel', HTMLButtonElement);
  readonly #clear = find(document, '#files-clear', HTMLButtonElement);
  readonly #input = find(document, '#drop-input', HTMLInputElement);

  constructor(page: PageData, queue: Queue, announcer: Announcer) {
    this.#page = page;
    this.#queue = queue;
    this.#announcer = announcer;
    this.#cancelAll.addEventListener('click', () => queue.cancelAll());
    this.#clear.addEventListener('click', () => this.#forget());
  }

  take(files: readonly Incoming[]): void {
    this.#announcer.say(this.#page.say('added', { count: files.length }));
    for (const file of files) this.#queue.add(file);
    this.#count.scrollIntoView({ block: 'nearest' });
  }

  changed(entry: Entry<Incoming>): void {
    const row = this.#rows.get(entry) ?? this.#newRow(entry);
    const wasBusy = this.#section.classList.contains('busy');
    row.show(entry.state);
    this.#announce(entry);
    this.#showWhole();
    if (wasBusy && !this.#queue.isBusy && this.#queue.entries.length > 1) {
      this.#announcer.say(this.#page.say('finished'));
    }
  }

  countText(): string {
    const { entries } = this.#queue;
    const done = entries.filter(({ state }) => !isOpen(state)).length;
    return this.#page.say('count', { done, all: entries.length });
  }

  #newRow(entry: Entry<Incoming>): FileRow {
    const { file, size } = entry.file;
    const row = new FileRow({ name: file.name, size }, this.#page, {
      cancel: () => this.#queue.cancel(entry),
      retry: () => this.#queue.retry(entry),
    });
    this.#rows.set(entry, row);
    this.#place.append(row.element);
    showThumbnail(file, row.element);
    return row;
  }

  #showWhole(): void {
    const { entries, isBusy } = this.#queue;
    this.#section.hidden = entries.length === 0;
    this.#section.classList.toggle('busy', isBusy);
    this.#count.textContent = this.countText();
    this.#showHeld(entries.some(({ state }) => state.kind === 'held'));
    find(document, '#drop', HTMLFormElement).classList.toggle('has-files', entries.length > 0);
    find(document, '#drop-choose', HTMLElement).hidden = entries.length > 0;
    find(document, '#drop-add', HTMLElement).hidden = entries.length === 0;
    const hasClosed = entries.some(({ state }) => !isOpen(state));
    showOnly([this.#cancelAll, this.#clear], [isBusy ? [this.#cancelAll] : [], hasClosed ? [this.#clear] : []].flat());
    for (const row of this.#rows.values()) row.openBeside(isBusy);
  }

  #showHeld(isHeld: boolean): void {
    if (isHeld && this.#held.hidden) this.#announcer.say(this.#held.textContent);
    this.#held.hidden = !isHeld;
  }

  #forget(): void {
    this.#queue.clear();
    for (const [entry, row] of this.#rows) {
      if (this.#queue.entries.includes(entry)) continue;
      row.element.remove();
      this.#rows.delete(entry);
    }
    this.#announcer.say(this.#page.say(this.#rows.size === 0 ? 'cleared' : 'clearedDone'));
    this.#showWhole();
    // The button that was pressed is gone with the list.
    if (this.#rows.size === 0) this.#input.focus();
  }

  #announce({ file, state }: Entry<Incoming>): void {
    const name = spokenName(file.file.name);
    if (state.kind === 'done') {
      this.#announcer.say(this.#page.say('verdict', { name, verdict: verdictWord(state.verdict.status) }));
    } else if (state.kind === 'failed') {
      this.#announcer.say(this.#page.say('problem', { name, reason: stateText(state, file.size, this.#page) }));
    }
  }
}

function spokenName(name: string): string {
  const characters = Array.from(visibleText(name));
  return characters.length > SPOKEN_CHARACTERS
    ? `${characters.slice(0, SPOKEN_CHARACTERS).join('')}…`
    : characters.join('');
}
