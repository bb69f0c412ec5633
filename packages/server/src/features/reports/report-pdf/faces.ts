/** How a text is typeset. */
export interface Face {
  readonly font: 'regular' | 'bold';
  readonly size: number;
  /** The distance from line to line. */
  readonly lead: number;
  readonly color: string;
  /** The half-width forms of the font: every Latin letter and digit is equally wide. */
  readonly mono?: true;
}

/** Each is at least 4.5 to 1 against white, and the tones also on a card. */
export const COLORS = {
  ink: '#1c2126',
  muted: '#58626c',
  rule: '#d8dde2',
  card: '#f5f7f8',
  good: '#17663a',
  partial: '#1d5796',
  neutral: '#4a545e',
  warning: '#8a5300',
  bad: '#a32222',
} as const;

export const FACES = {
  title: { font: 'bold', size: 21, lead: 29, color: COLORS.ink },
  brand: { font: 'bold', size: 9, lead: 14, color: COLORS.muted },
  verdict: { font: 'bold', size: 15, lead: 22, color: COLORS.ink },
  section: { font: 'bold', size: 13, lead: 20, color: COLORS.ink },
  subsection: { font: 'bold', size: 10, lead: 16, color: COLORS.ink },
  strong: { font: 'bold', size: 9, lead: 14, color: COLORS.ink },
  body: { font: 'regular', size: 9, lead: 14, color: COLORS.ink },
  label: { font: 'regular', size: 9, lead: 14, color: COLORS.muted },
  code: { font: 'regular', size: 8.5, lead: 14, color: COLORS.ink, mono: true },
  head: { font: 'bold', size: 8, lead: 13, color: COLORS.muted },
  cell: { font: 'regular', size: 8.5, lead: 13, color: COLORS.ink },
  cellCode: { font: 'regular', size: 8, lead: 13, color: COLORS.ink, mono: true },
  footer: { font: 'regular', size: 7.5, lead: 11, color: COLORS.muted },
} as const satisfies Record<string, Face>;
