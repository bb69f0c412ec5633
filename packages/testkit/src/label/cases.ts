import type { AigcCase } from './case.ts';
import { documentCases } from './cases-documents.ts';
import { imageCases } from './cases-images.ts';
import { mediaCases } from './cases-media.ts';

/** Cases 1 to 63: a file and what a reading of it says. Cases 64 to 69 are `aigcWriteCases`. */
export const aigcCases: readonly AigcCase[] = [...imageCases, ...mediaCases, ...documentCases].toSorted(
  (a, b) => a.number - b.number,
);
