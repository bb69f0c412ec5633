import type { Outcome } from './file-state.ts';
import { decodeAnswer } from './decode-answer.ts';
import type { QueueOptions, Transfer } from './upload-queue.ts';

/** The public interface: one request for each file, so that each verdict comes as soon as it is known. */
const ADDRESS = '/api/analyze';

/** Not `fetch`, which tells nothing of how much of a body is sent. */
export function sendFile(file: File, language: string, progress: Parameters<QueueOptions<File>['send']>[1]): Transfer {
  const request = new XMLHttpRequest();
  const outcome = new Promise<Outcome>((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress({ kind: 'uploading', part: total === 0 ? 0 : loaded / total });
    });
    request.upload.addEventListener('load', () => progress({ kind: 'analysing' }));
    request.addEventListener('load', () => {
      const { status, responseText: body } = request;
      resolve(decodeAnswer({ status, body, retryAfter: request.getResponseHeader('retry-after') }));
    });
    request.addEventListener('error', () => {
      resolve({ kind: 'failed', failure: { kind: 'disconnected' }, canRetry: true });
    });
  });
  const form = new FormData();
  form.set('files', file, file.name);
  request.open('POST', ADDRESS);
  request.setRequestHeader('accept-language', language);
  request.send(form);
  return { outcome, cancel: () => request.abort() };
}
