import { encode } from 'uqr';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

/** The modules that a path of rectangles of height 1 makes dark. */
function darkModules(svg: string): Set<string> {
  const dark = new Set<string>();
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(width); step += 1) dark.add(`${Number(x) + step} ${y}`);
  }
  return dark;
}

describe('QrCode', () => {
  it.each(['a', 'https://example.org/v/cred_0000000000000000000000', '凭证'.repeat(300)])(
    'draws every dark module of the code and no other, with white around them (%s)',
    (text) => {
      const svg = renderToString(<QrCode text={text} label="code" />);
      const { data, size } = encode(text, { ecc: 'M', border: 4 });
      const expected = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
      const dark = darkModules(svg);
      expect([...dark].toSorted()).toEqual(expected.toSorted());
      expect([svg.includes(`viewBox="0 0 ${size} ${size}"`), dark.has('3 4'), dark.has('4 4')]).toEqual([
        true,
        false,
        true,
      ]);
    },
  );
});
