import type { Outcome } from './file-state.ts';
import { decodeAnswer, type Answer } from './decode-answer.ts';
import type { QueueOptions, Transfer } from './upload-queue.ts';

type Progress = Parameters<QueueOptions<File>['send']>[1];

/** Where a form is sent, and how its answer is read. */
interface Receiver {
  readonly address: string;
  readonly language: string;
  readonly decode: (answer: Answer) => Outcome;
}

/** To the public interface: one request for each file, so that each verdict comes as soon as it is known. */
export function sendFile(file: File, language: string, progress: Progress): Transfer {
  const form = new FormData();
  form.set('files', file, file.name);
  return sendForm(form, { address: '/api/analyze', language, decode: decodeAnswer }, progress);
}

/** Not `fetch`, which tells nothing of how much of a body is sent. */
export function sendForm(form: FormData, { address, language, decode }: Receiver, progress: Progress): Transfer {
  const request = new XMLHttpRequest();
  const outcome = new Promise<Outcome>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress({ kind: 'uploading', part: total === 0 ? 0 : loaded / total });
    });
    request.upload.addEventListener('load', () => progress({ kind: 'analysing' }));
    request.addEventListener('load', () => {
      const { status, responseText: body } = request;
      resolve(decode({ status, body, retryAfter: request.getResponseHeader('retry-after') }));
    });
    request.addEventListener('error', () => {
      resolve({ kind: 'failed', failure: { kind: 'disconnected' }, canRetry: true });
    });
  });
  request.open('POST', address);
  request.setRequestHeader('accept-language', language);
  request.send(form);
  return { outcome, cancel: () => request.abort() };
}
