import { readFileSync } from 'node:fs';
import { describeWithShared, sharedFolder } from '@revera/testkit';
import { STATEMENT_CASES } from '@revera/testkit/report';
import { describe, expect, it } from 'vitest';
import { realRows } from './statements/real-files.ts';
import { partOf, tableOf, withPart } from './statements/table.ts';

const DOCUMENT = readFileSync(new URL('../docs/statements.md', import.meta.url), 'utf8');
/** The engine reads two dozen real files. */
const PATIENCE_MS = 120_000;
const COMMAND = 'run npm run statements, and read what changed aloud';

describe('docs/statements.md', () => {
  it('has the sentences of the program for every made result', () => {
    expect(partOf(DOCUMENT, 'made results'), COMMAND).toBe(tableOf(STATEMENT_CASES));
    expect(STATEMENT_CASES.length).toBeGreaterThan(60);
  });

  it('is changed between its marks only', () => {
    const changed = withPart(DOCUMENT, 'made results', 'x');
    expect(partOf(changed, 'made results')).toBe('x');
    expect(partOf(changed, 'real files')).toBe(partOf(DOCUMENT, 'real files'));
    expect(() => withPart(DOCUMENT, 'other', 'x')).toThrow('no marks');
  });
});

describeWithShared('docs/statements.md, real files', 'corpus', (corpus) => {
  it(
    'has the sentences of the program for every one',
    async () => {
      expect(partOf(DOCUMENT, 'real files'), COMMAND).toBe(
        tableOf(await realRows(corpus, sharedFolder('trust') ?? '')),
      );
    },
    PATIENCE_MS,
  );
});
