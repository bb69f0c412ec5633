import { Announcer } from './announcer.ts';
import { find } from '../../kit/islands/dom.ts';
import { FileList } from './file-list.ts';
import { listenForFiles, type Incoming } from './file-sources.ts';
import type { Verdict } from './file-state.ts';
import { readPageData } from './page-data.ts';
import { RecentList } from './recent-list.ts';
import { sendFile } from './send-file.ts';
import { refusalOf } from './upload-limits.ts';
import { UploadQueue } from './upload-queue.ts';

/** Several files on the start page, each with its progress and its verdict. Without this script the form takes one. */
const AT_ONCE = 2;

const page = readPageData(find(document, '#verify-data', HTMLScriptElement).text);
const form = find(document, '#drop', HTMLFormElement);
const input = find(document, '#drop-input', HTMLInputElement);
const spoken = find(document, '#announcements', HTMLElement);
const later = (ms: number, work: () => void): void => void setTimeout(work, ms);

const queue = new UploadQueue<Incoming>({
  atOnce: AT_ONCE,
  refuse: (file, underWay) => refusalOf(file, underWay, page.limits),
  send: ({ file }, progress) => sendFile(file, page.language, progress),
  nowMs: () => Date.now(),
  later,
  changed: (entry) => {
    list.changed(entry);
    warnWhileBusy();
    if (entry.state.kind === 'done') keep(entry.file, entry.state.verdict);
  },
});
const announcer = new Announcer({
  write: (text) => (spoken.textContent = text),
  later,
  summary: () => list.countText(),
});
const list = new FileList(page, queue, announcer);
const recent = new RecentList(page);
/** The file that was handed over by itself, with nothing else under way. */
let alone: Incoming | null = null;

form.classList.add('live');
listenForFiles(form, input, (files) => {
  // What was wrong with the file before is not wrong with these.
  document.getElementById('drop-problem')?.remove();
  input.setAttribute('aria-describedby', 'drop-limits');
  alone = files.length === 1 && !queue.isBusy ? (files[0] ?? null) : null;
  list.take(files);
});

/** What is found can be opened again after the page is gone; the result of a single file is opened at once. */
function keep(incoming: Incoming, { id, status }: Verdict): void {
  recent.add({ id, status, name: incoming.file.name });
  if (incoming === alone) location.assign(page.resultAddress(id));
}

function keepPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Only then: a page with such a listener is not kept by the browser for the way back. */
function warnWhileBusy(): void {
  if (queue.isBusy) addEventListener('beforeunload', keepPage);
  else removeEventListener('beforeunload', keepPage);
}
