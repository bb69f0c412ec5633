import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readCoverage, type Coverage } from './coverage.ts';

/** Files of the two weights, and the characters that both of them have. */
export interface Fonts {
  readonly regular: Buffer;
  readonly bold: Buffer;
  readonly covers: Coverage;
}

/** Reads the fonts; a thread that makes several reports keeps them. */
export function openFonts(): Fonts {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts');
  const regular = readFileSync(join(folder, 'NotoSansHans-Regular.otf'));
  const bold = readFileSync(join(folder, 'NotoSansHans-Bold.otf'));
  const [inRegular, inBold] = [readCoverage(regular), readCoverage(bold)];
  return { regular, bold, covers: (codePoint) => inRegular(codePoint) && inBold(codePoint) };
}
