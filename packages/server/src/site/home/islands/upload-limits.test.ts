import { describe, expect, it } from 'vitest';
import { refusalOf } from './upload-limits.ts';

const limits = { fileBytes: 10, files: 2, totalBytes: 15 };
const file = (size: number) => ({ size, isFolder: false });

describe('refusalOf', () => {
  it.each([
    ['the largest file that fits', file(10), [], null],
    ['one byte more', file(11), [], 'file_too_large'],
    ['an empty file', file(0), [], 'empty'],
    ['a folder, whatever its size', { size: 4096, isFolder: true }, [], 'folder'],
    ['the last place', file(1), [file(1)], null],
    ['no place left', file(1), [file(1), file(1)], 'too_many'],
    ['the last byte of all', file(5), [file(10)], null],
    ['one byte more of all', file(6), [file(10)], 'total_too_large'],
  ])('%s', (_what, candidate, underWay, expected) => {
    expect(refusalOf(candidate, underWay, limits)).toBe(expected);
  });
});
