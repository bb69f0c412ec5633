import { STATUSES, TONES, type Tone } from '../../shared/statuses.ts';
import type { Language } from '../../shared/language.ts';
import type { CredentialRecord } from './credential-record.ts';
import { CREDENTIAL } from './words.ts';

/** Pixels. */
export const BADGE_HEIGHT = 32;
const TEXT_START = 34;
const TEXT_END = 12;

/** Colours of the site's light scheme: a badge stands on pages whose scheme it cannot know, so it brings its own ground. */
const COLOURS: Readonly<Record<Tone, string>> = {
  good: '#0a6640',
  partial: '#1f4f86',
  neutral: '#545c6b',
  warning: '#7d4700',
  bad: '#a8201a',
};

/** What a badge says: the state alone; nothing that the signer declared. */
export function badgeText(
  { status, sandbox }: Pick<CredentialRecord, 'status' | 'sandbox'>,
  language: Language,
): string {
  const words = CREDENTIAL[language];
  return `${sandbox ? words.sandboxTitle : words.title} · ${STATUSES[language].credential[status].heading}`;
}

/** The state of a credential as a small picture for other sites. Sandbox credentials are never green. */
export function renderBadge(record: Pick<CredentialRecord, 'status' | 'sandbox'>, language: Language): string {
  const text = badgeText(record, language);
  const tone = record.sandbox && record.status === 'active' ? 'neutral' : TONES.credential[record.status];
  const width = badgeWidth(text);
  const [ink, end] = [COLOURS[tone], width - 1];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${BADGE_HEIGHT}" viewBox="0 0 ${width} ${BADGE_HEIGHT}" role="img" aria-label="${text}">`,
    `<title>${text}</title>`,
    `<rect x=".5" y=".5" width="${end}" height="31" rx="7.5" fill="#fff" stroke="${ink}"/>`,
    `<path d="M18 6.5 26 10v5.5c0 4.6-3.2 8-8 10-4.8-2-8-5.4-8-10V10z" fill="${ink}"/>`,
    SIGNS[record.status === 'active' && !record.sandbox ? 'check' : record.status === 'revoked' ? 'cross' : 'bar'],
    `<text x="${TEXT_START}" y="20.5" font-family="ui-sans-serif,system-ui,'PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif" font-size="13" font-weight="600" fill="${ink}" textLength="${width - TEXT_START - TEXT_END}" lengthAdjust="spacingAndGlyphs">${text}</text>`,
    '</svg>',
  ].join('');
}

/** Inside the shield; each differs in shape, not in colour alone. */
const SIGNS = {
  check: '<path d="m14.2 15.8 2.8 2.8 5-5.4" fill="none" stroke="#fff" stroke-width="2"/>',
  cross: '<path d="m14.8 12.8 6.4 6.4m0-6.4-6.4 6.4" stroke="#fff" stroke-width="2"/>',
  bar: '<path d="M14 16h8" stroke="#fff" stroke-width="2"/>',
} as const;

/** About as wide as the text is in common fonts: the picture cannot measure it, and `textLength` makes it fit. */
export function badgeWidth(text: string): number {
  let sum = TEXT_START + TEXT_END;
  for (const character of text) sum += character > '\u2e80' ? 13 : 7;
  return Math.ceil(sum);
}
