import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../shared-folder.ts';
import { captionCases, toolNameFiles } from './captions.ts';
import { vendorCases, vendorRealFiles } from './cases.ts';

/** Rows of the list of cases that have no file here: real files of other collections, or many of them. */
const WITHOUT_FILE = new Set(['O16', 'O18']);
const CHAPTERS = { A: 30, B: 28, C: 8, D: 25, E: 11, V: 11, O: 18, H: 10 } as const;

describe('vendor cases', () => {
  it('have ids of their own', () => {
    const ids = [...vendorCases, ...vendorRealFiles].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('cover every row', () => {
    const rows = new Set([...vendorCases, ...vendorRealFiles].map(({ id }) => id.split('-')[0] ?? ''));
    const wanted = Object.entries(CHAPTERS).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(wanted.filter((id) => !rows.has(id) && !WITHOUT_FILE.has(id))).toEqual([]);
  });

  it('give the same bytes each time', () => {
    for (const { id, build } of vendorCases.filter((one) => !one.id.startsWith('H'))) {
      expect(Buffer.compare(build(), build()), id).toBe(0);
    }
  });

  it('have 451 captions and 78 tool fields', () => {
    expect(captionCases).toHaveLength(41 * 11);
    expect(toolNameFiles).toHaveLength(39 * 2);
  });

  it('name real files that are there', () => {
    const corpus = sharedFolder('corpus');
    if (corpus === null) return;
    expect(vendorRealFiles.filter(({ path }) => !existsSync(join(corpus, path)))).toEqual([]);
  });
});
