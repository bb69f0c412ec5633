import { find } from '../../kit/islands/dom.ts';
import { decodeIndex } from './decode-index.ts';
import { search, termsOf, type Entry } from './rank.ts';

/** Searches the articles in the browser: the index is fetched once somebody means to search. Without this script the box stays hidden. */
const RESULTS_MAX = 12;
const SNIPPET_CHARACTERS = 96;

const box = find(document, '.doc-search', HTMLElement);
const input = find(box, 'input', HTMLInputElement);
const list = find(box, 'ul', HTMLUListElement);
const status = find(box, '[role="status"]', HTMLElement);
const words = box.dataset;
let index: Promise<Entry[] | undefined> | undefined;

box.hidden = false;
input.addEventListener('focus', () => void load());
input.addEventListener('input', () => void show());
box.addEventListener('keydown', (event) => {
  // Not the one that ends a Chinese word.
  if (event.key === 'Enter' && event.target === input && !event.isComposing)
    void show().then(() => links()[0]?.click());
  if (event.key === 'Escape') close();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || list.hidden) return;
  event.preventDefault();
  const places = [input, ...links()];
  const at = places.findIndex((place) => place === document.activeElement);
  places[Math.min(Math.max(at + step, 0), places.length - 1)]?.focus();
});
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !box.contains(event.target)) hide();
});

function load(): Promise<Entry[] | undefined> {
  return (index ??= fetchIndex(words['index'] ?? ''));
}

async function fetchIndex(url: string): Promise<Entry[] | undefined> {
  try {
    const answer = await fetch(url);
    return answer.ok ? decodeIndex(await answer.json()) : undefined;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

async function show(): Promise<void> {
  const query = input.value;
  const entries = await load();
  if (query !== input.value) return;
  // One that failed may be there the next time.
  if (entries === undefined) index = undefined;
  if (termsOf(query).length === 0) return hide();
  const found = search(entries ?? [], query, RESULTS_MAX);
  list.replaceChildren(...found.map((entry) => itemOf(entry, query)));
  list.hidden = found.length === 0;
  status.textContent = statusOf(entries === undefined, found.length);
}

function statusOf(hasFailed: boolean, count: number): string {
  if (hasFailed) return words['failed'] ?? '';
  return count === 0 ? (words['none'] ?? '') : (words['some'] ?? '').replace('{count}', String(count));
}

function itemOf({ url, page, heading, text }: Entry, query: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.addEventListener('click', hide);
  const title = document.createElement('strong');
  title.textContent = heading === '' ? page : `${page} › ${heading}`;
  const snippet = document.createElement('span');
  snippet.textContent = snippetOf(text, query);
  link.append(title, snippet);
  item.append(link);
  return item;
}

/** From shortly before the first term. */
function snippetOf(text: string, query: string): string {
  const small = text.toLowerCase();
  const places = termsOf(query)
    .map((term) => small.indexOf(term))
    .filter((at) => at >= 0);
  const start = Math.max(Math.min(...places, text.length) - 24, 0);
  const from = places.length === 0 ? 0 : start;
  const piece = text.slice(from, from + SNIPPET_CHARACTERS).trim();
  return `${from > 0 ? '…' : ''}${piece}${from + SNIPPET_CHARACTERS < text.length ? '…' : ''}`;
}

function links(): HTMLAnchorElement[] {
  return [...list.querySelectorAll('a')];
}

function hide(): void {
  list.hidden = true;
  status.textContent = '';
}

function close(): void {
  hide();
  input.focus();
}
