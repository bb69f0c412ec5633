import { formatBytes } from '../../kit/format-bytes.ts';
import { visibleText } from '../../kit/visible-text.ts';
import { cloneTemplate, find, showOnly } from '../../kit/islands/dom.ts';
import { isOpen, type FileState, type Verdict } from './file-state.ts';
import type { PageData } from './page-data.ts';
import { stateText } from './state-text.ts';
import { verdictMark, verdictSentence } from './verdict-mark.ts';

export interface RowFile {
  readonly name: string;
  readonly size: number;
}

interface RowActions {
  cancel(): void;
  retry(): void;
}

/** A longer name is cut, with a way to see the whole. */
const NAME_CHARACTERS = 80;

/** One file of the list, made from the template of the page. */
export class FileRow {
  readonly element = cloneTemplate('file-row', HTMLLIElement);
  readonly #file: RowFile;
  readonly #page: PageData;
  readonly #verdict = find(this.element, '.file-verdict', HTMLParagraphElement);
  readonly #text = find(this.element, '.file-text', HTMLParagraphElement);
  readonly #progress = find(this.element, '.file-progress', HTMLProgressElement);
  readonly #open = find(this.element, '.file-open', HTMLAnchorElement);
  readonly #retry = find(this.element, '.file-retry', HTMLButtonElement);
  readonly #cancel = find(this.element, '.file-cancel', HTMLButtonElement);

  constructor(file: RowFile, page: PageData, actions: RowActions) {
    this.#file = file;
    this.#page = page;
    this.#retry.addEventListener('click', () => actions.retry());
    this.#cancel.addEventListener('click', () => actions.cancel());
    find(this.element, '.file-size', HTMLElement).textContent = formatBytes(file.size, page.language);
    const name = visibleText(file.name);
    for (const label of this.element.querySelectorAll('.file-of')) label.textContent = ` ${name}`;
    showName(find(this.element, '.file-name', HTMLElement), name);
  }

  show(state: FileState): void {
    this.element.dataset['state'] = state.kind;
    this.#text.textContent = stateText(state, this.#file.size, this.#page);
    this.#progress.hidden = state.kind !== 'uploading' && state.kind !== 'analysing';
    if (state.kind === 'uploading') this.#progress.value = state.part;
    // Without a value it only says that work goes on: how long an analysis takes is not known.
    if (state.kind === 'analysing') this.#progress.removeAttribute('value');
    this.#verdict.replaceChildren();
    this.#verdict.hidden = state.kind !== 'done';
    if (state.kind === 'done') this.#showVerdict(state.verdict);
    showOnly([this.#open, this.#retry, this.#cancel], this.#actionsOf(state));
  }

  /** While others are under way a result on another page opens beside this one, because leaving it would end them. */
  openBeside(isBeside: boolean): void {
    const isHere = this.#open.getAttribute('href')?.startsWith('#') === true;
    this.#open.target = isBeside && !isHere ? '_blank' : '';
  }

  #showVerdict({ id, status, declares, text }: Verdict): void {
    this.#open.href = this.#page.resultAddress(id);
    this.#text.textContent = verdictSentence(status) ?? visibleText(text);
    this.#verdict.append(verdictMark(status));
    const declaration = this.#page.declarationWord(declares);
    if (declaration !== null) this.#verdict.append(this.#page.say('declared', { what: declaration }));
  }

  #actionsOf(state: FileState): HTMLElement[] {
    if (isOpen(state)) return [this.#cancel];
    if (state.kind === 'done') return [this.#open];
    return state.kind === 'cancelled' || (state.kind === 'failed' && state.canRetry) ? [this.#retry] : [];
  }
}

function showName(place: HTMLElement, name: string): void {
  const characters = Array.from(name);
  if (characters.length <= NAME_CHARACTERS) {
    place.textContent = name;
    return;
  }
  const whole = cloneTemplate('long-name', HTMLDetailsElement);
  const [start, all] = whole.querySelectorAll('bdi');
  if (start !== undefined) start.textContent = characters.slice(0, NAME_CHARACTERS - 1).join('');
  if (all !== undefined) all.textContent = name;
  place.replaceWith(whole);
}
