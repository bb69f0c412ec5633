import { Announcer } from '../../home/islands/announcer.ts';
import { FileList } from '../../home/islands/file-list.ts';
import { listenForFiles, type Incoming } from '../../home/islands/file-sources.ts';
import { readPageData } from '../../home/islands/page-data.ts';
import { sendForm } from '../../home/islands/send-file.ts';
import { refusalOf } from '../../home/islands/upload-limits.ts';
import { UploadQueue } from '../../home/islands/upload-queue.ts';
import { find } from '../../kit/islands/dom.ts';
import { decodePage } from './decode-page.ts';

/**
 * Several clips, one after the other, each with its progress. The form of the page is sent for each, and what the page answers is
 * taken over into this one. Without this script the form takes one clip.
 */
const page = readPageData(find(document, '#verify-data', HTMLScriptElement).text);
const form = find(document, '#drop', HTMLFormElement);
const input = find(document, '#drop-input', HTMLInputElement);
const claim = find(document, '#lab-claim', HTMLSelectElement);
const results = find(document, '#lab-results', HTMLElement);
const spoken = find(document, '#announcements', HTMLElement);
const later = (ms: number, work: () => void): void => void setTimeout(work, ms);

/** A clip with what was claimed of it when it was handed over. */
const claims = new WeakMap<Incoming, string>();

const queue = new UploadQueue<Incoming>({
  atOnce: 1,
  refuse: (file, underWay) => refusalOf(file, underWay, page.limits),
  send: (incoming, progress) => {
    const sent = new FormData();
    // Fields come before files, so that they are known when the file is there.
    sent.set('claim', claims.get(incoming) ?? claim.value);
    sent.set('files', incoming.file, incoming.file.name);
    const decode = (answer: Parameters<typeof decodePage>[0]) => decodePage(answer, show);
    return sendForm(sent, { address: form.action, language: page.language, decode }, progress);
  },
  nowMs: () => Date.now(),
  later,
  changed: (entry) => list.changed(entry),
});
const announcer = new Announcer({
  write: (text) => (spoken.textContent = text),
  later,
  summary: () => list.countText(),
});
const list = new FileList(page, queue, announcer);

form.classList.add('live');
listenForFiles(form, input, (files) => {
  // What was wrong with the file before is not wrong with these.
  document.getElementById('drop-problem')?.remove();
  input.setAttribute('aria-describedby', 'drop-limits');
  for (const file of files) claims.set(file, claim.value);
  list.take(files);
});
find(document, '#files-clear', HTMLButtonElement).addEventListener('click', forgetResults);

function show(result: Element): void {
  results.append(document.adoptNode(result));
  results.hidden = false;
}

/** With the rows of a list their results go too. */
function forgetResults(): void {
  const kept = new Set(Array.from(document.querySelectorAll('.file-open'), (link) => link.getAttribute('href')));
  for (const result of results.querySelectorAll('.lab-result')) {
    if (!kept.has(`#${result.id}`)) result.remove();
  }
  results.hidden = results.querySelector('.lab-result') === null;
}
