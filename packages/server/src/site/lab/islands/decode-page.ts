import { decodeAnswer, type Answer } from '../../home/islands/decode-answer.ts';
import type { Outcome } from '../../home/islands/file-state.ts';

/** The request itself was wrong: sending it again cannot help. */
const SERVER_FAULT = 500;

/**
 * Reads the page that the form of the lab is answered with.
 *
 * @param show takes over the part of it that shows the result
 */
export function decodePage(answer: Answer, show: (result: Element) => void): Outcome {
  const page = new DOMParser().parseFromString(answer.body, 'text/html');
  const result = page.querySelector('.lab-result');
  const verdict = result?.getAttribute('data-verdict');
  if (result != null && verdict != null && answer.status === 200) {
    const text = result.querySelector('.lab-text')?.textContent ?? '';
    const { id } = result;
    show(result);
    return { kind: 'done', verdict: { id, status: verdict, declares: '', text } };
  }
  const problem = page.querySelector('#drop-problem p:last-child')?.textContent;
  return problem == null || answer.status === 429
    ? decodeAnswer(answer)
    : { kind: 'failed', failure: { kind: 'told', message: problem }, canRetry: answer.status >= SERVER_FAULT };
}
