import type { Chip, Statement } from '../../../shared/statement.ts';
import type { Tone } from '../../../shared/statuses.ts';
import { COLORS, FACES } from './faces.ts';
import { PAPER, WIDTH, type Part, type Sheet } from './sheet.ts';
import type { Source } from './source.ts';

/** Shown beside the word, so that states are not told apart by colour alone. */
const MARKS: Readonly<Record<Tone, string>> = { good: '✓', partial: '•', neutral: '•', warning: '!', bad: '×' };

const PADDING = 16;
const BAR = 4;

/** The statement: what was asked, how far it is proven, by whom and when. */
export function drawCard(sheet: Sheet, { statement }: Source): void {
  const { heading, chips, line } = statement;
  const place = { x: PADDING, width: WIDTH - 2 * PADDING, tag: 'P' } as const;
  const parts: readonly Part[] = [
    { text: heading, face: FACES.verdict, ...place },
    { text: chips.map(chipText).join('   '), face: FACES.strong, ...place },
    { text: line, face: FACES.body, ...place },
  ];
  const height = parts.reduce((sum, part) => sum + sheet.heightOf([part]) + GAP, 2 * PADDING - GAP);
  sheet.keep(height);
  sheet.decorate(() => drawGround(sheet, height, barTone(statement)));
  sheet.tagged('Sect', () => {
    sheet.space(PADDING - GAP);
    for (const part of parts) {
      sheet.space(GAP);
      sheet.row([part]);
    }
    sheet.space(PADDING);
  });
}

const GAP = 2;

function chipText({ tone, text }: Chip): string {
  return `${MARKS[tone]} ${text}`;
}

/** Only what is wrong has a colour: a confirmed signature says nothing for what is shown. */
function barTone({ chips }: Statement): Tone {
  const tones = chips.map(({ tone }) => tone);
  return tones.find((tone) => tone === 'bad') ?? tones.find((tone) => tone === 'warning') ?? 'neutral';
}

function drawGround(sheet: Sheet, height: number, tone: Tone): void {
  const { document, y } = sheet;
  document.rect(PAPER.side, y, WIDTH, height).fill(COLORS.card);
  document.rect(PAPER.side, y, BAR, height).fill(COLORS[tone]);
}
