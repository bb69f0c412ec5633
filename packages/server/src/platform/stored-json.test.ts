import { describe, expect, it } from 'vitest';
import { storedJson } from './stored-json.ts';

describe('storedJson', () => {
  it.each([
    ['plain', 'plain'],
    ['a\u0000b', 'a\uFFFDb'],
    ['half \uD83D', 'half \uFFFD'],
    ['whole \u{1F600}', 'whole \u{1F600}'],
  ])('%j becomes %j, in depth', (text, stored) => {
    expect(JSON.parse(storedJson({ list: [{ text }] }))).toEqual({ list: [{ text: stored }] });
  });
});
