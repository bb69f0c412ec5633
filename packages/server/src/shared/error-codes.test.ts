import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { ERROR_CODES } from './error-codes.ts';

describe('the error table', () => {
  it.each(Object.entries(ERROR_CODES))('%s has a status and both languages', (code, entry) => {
    expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
    expect([400, 401, 402, 403, 404, 405, 409, 413, 415, 429, 500, 502, 503, 504]).toContain(entry.status);
    for (const text of [entry.message, entry.when]) {
      expect(text.en).toMatch(/^[\x20-\x7E]+\.$/);
      expect(text['zh-CN']).toMatch(/\p{Script=Han}/u);
    }
  });

  it('holds the codes of the interface and the two that were added', () => {
    expect(Object.keys(ERROR_CODES)).toHaveLength(35);
  });

  it('an AppError takes its status from the table unless it says otherwise', () => {
    expect(new AppError('NOT_FOUND').status).toBe(404);
    const gone = new AppError('NOT_FOUND', { status: 410, cause: new Error('why') });
    expect(gone).toMatchObject({ status: 410, code: 'NOT_FOUND', headers: {}, details: undefined });
    expect(gone.cause).toBeInstanceOf(Error);
  });
});
