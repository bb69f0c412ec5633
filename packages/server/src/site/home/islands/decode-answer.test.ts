import { describe, expect, it } from 'vitest';
import { decodeAnswer } from './decode-answer.ts';

const result = {
  id: 'job_1',
  provenance_status: 'verified',
  summary: { content_declaration: 'captured' },
  understand: [{ text: 'It holds.' }],
};

function decode(answer: unknown, status = 200, retryAfter: string | null = null) {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return decodeAnswer({ status, body, retryAfter });
}

describe('decodeAnswer', () => {
  it('takes the verdict of the one file', () => {
    expect(decode({ results: [{ status: 'completed', result, error: null }] })).toEqual({
      kind: 'done',
      verdict: { id: 'job_1', status: 'verified', declares: 'captured', text: 'It holds.' },
    });
  });

  it('takes the words of the server for a refusal, of the file or of the request', () => {
    const error = { code: 'JOB_TIMEOUT', message: 'It took too long.' };
    const failed = { kind: 'failed', failure: { kind: 'told', message: 'It took too long.' }, canRetry: true };
    expect(decode({ results: [{ result: null, error }] })).toEqual(failed);
    expect(decode({ error }, 500)).toEqual(failed);
  });

  it.each(['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'FILE_TOO_LARGE'])(
    'does not offer to send a file again after %s',
    (code) => {
      expect(decode({ results: [{ result: null, error: { code, message: 'No.' } }] })).toMatchObject({
        canRetry: false,
      });
    },
  );

  it.each([
    ['nothing', ''],
    ['a page of a proxy', '<html>Bad gateway</html>'],
    ['null', 'null'],
    ['a text', '"verified"'],
    ['an empty list', { results: [] }],
    ['results that are none', { results: 'verified' }],
    ['a result without an identifier', { results: [{ result: { ...result, id: undefined } }] }],
    ['an identifier that is no text', { results: [{ result: { ...result, id: { toString: 'x' } } }] }],
    ['a status that is no text', { results: [{ result: { ...result, provenance_status: ['verified'] } }] }],
    ['an error without words', { error: { code: 'INTERNAL_ERROR' } }],
    ['a prototype', '{"__proto__": {"results": [{"result": {"id": "a", "provenance_status": "verified"}}]}}'],
  ])('tells the status of an answer that cannot be used: %s', (_what, answer) => {
    expect(decode(answer, 502)).toEqual({
      kind: 'failed',
      failure: { kind: 'unexpected', status: 502 },
      canRetry: true,
    });
  });

  it('does without what only helps', () => {
    const bare = { id: 'job_1', provenance_status: 'future', summary: [1], understand: { 0: { text: 'x' } } };
    expect(decode({ results: [{ result: bare }] })).toEqual({
      kind: 'done',
      verdict: { id: 'job_1', status: 'future', declares: '', text: '' },
    });
  });

  it.each([
    ['120', 120],
    ['0', 1],
    ['-5', 1],
    ['1e12', 3600],
    ['Infinity', 60],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 60],
    ['', 60],
    [null, 60],
  ])('waits as long as the server says, within bounds: %s', (header, seconds) => {
    expect(decode('', 429, header)).toEqual({ kind: 'limited', seconds });
  });
});
