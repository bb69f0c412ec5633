import { TONES, type Tone } from '../../../shared/statuses.ts';
import { COLORS, FACES, type Face } from './faces.ts';
import { PAPER, WIDTH, type Part, type Sheet } from './sheet.ts';
import type { Source } from './source.ts';

/** Shown beside the word, so that verdicts are not told apart by colour alone. */
const MARKS: Readonly<Record<Tone, string>> = { good: '✓', partial: '•', neutral: '?', warning: '!', bad: '×' };

const PADDING = 16;
const BAR = 4;
const DISC = 9;
const MARK: Face = { font: 'bold', size: 12, lead: 14, color: '#ffffff' };

/** The verdict: its word, and the most important sentence about it. */
export function drawCard(sheet: Sheet, source: Source): void {
  const { result } = source.full;
  const status = source.statuses.provenance[result.provenance_status];
  const tone = TONES.provenance[result.provenance_status];
  const x = PADDING + 2 * DISC + 12;
  const width = WIDTH - x - PADDING;
  const word: Part = { text: status.heading, face: { ...FACES.verdict, color: COLORS[tone] }, x, width, tag: 'P' };
  const text = source.sentence(result.understand[0]?.text ?? status.text);
  const sentence: Part = { text, face: FACES.body, x, width, tag: 'P' };
  const height = sheet.heightOf([word]) + sheet.heightOf([sentence]) + 2 * PADDING + 2;
  sheet.keep(height);
  sheet.decorate(() => drawGround(sheet, height, tone));
  sheet.tagged('Sect', () => {
    sheet.space(PADDING);
    sheet.row([word]);
    sheet.space(2);
    sheet.row([sentence]);
    sheet.space(PADDING);
  });
}

function drawGround(sheet: Sheet, height: number, tone: Tone): void {
  const mark = MARKS[tone];
  const { document, pen, y } = sheet;
  document.rect(PAPER.side, y, WIDTH, height).fill(COLORS.card);
  document.rect(PAPER.side, y, BAR, height).fill(COLORS[tone]);
  const middle = { x: PAPER.side + PADDING + DISC, y: y + PADDING + FACES.verdict.lead / 2 };
  document.circle(middle.x, middle.y, DISC).fill(COLORS[tone]);
  const baseline = middle.y + MARK.size * 0.36;
  pen.draw(mark, MARK, { x: middle.x - pen.widthOf(mark, MARK) / 2, baseline });
}
