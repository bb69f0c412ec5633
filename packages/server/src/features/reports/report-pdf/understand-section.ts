import { TONES } from '../../../shared/statuses.ts';
import { section } from './blocks.ts';
import { COLORS, FACES } from './faces.ts';
import type { Part, Sheet } from './sheet.ts';
import type { Source } from './source.ts';

const LEVEL_WIDTH = 76;

/** Everything the result means and does not mean, in full. */
export function understandSection(sheet: Sheet, source: Source): void {
  section(sheet, source.words.understand, () => {
    sheet.tagged('Table', () => {
      for (const { level, title, text } of source.full.result.understand) {
        const x = LEVEL_WIDTH;
        const word = source.statuses.level[level].heading;
        const head: Part[] = [
          { text: word, face: { ...FACES.strong, color: COLORS[TONES.level[level]] }, width: x - 8, tag: 'TH' },
          { text: source.sentence(title), face: FACES.strong, x, tag: 'TD' },
        ];
        const sentence: Part[] = [{ text: source.sentence(text), face: FACES.body, x, tag: 'TD' }];
        sheet.keepTogether(head, sentence);
        sheet.tagged('TR', () => {
          sheet.row(head);
          sheet.row(sentence);
        });
        sheet.space(6);
      }
    });
  });
}
