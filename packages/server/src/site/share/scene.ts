import type { Tone } from '../../shared/statuses.ts';
import type { ShareFace, ShareKind } from './pictures.ts';

/** The size that all who show links ask for. */
export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

/** Those of the light scheme in `tokens.css`: a picture cannot know the scheme of who sees it. */
const COLORS = { paper: '#f7f8fa', surface: '#ffffff', line: '#d9dde4', soft: '#545c6b', accent: '#1d3fb0' } as const;

export const TONE_COLORS: Readonly<Record<Tone, { ink: string; ground: string }>> = {
  good: { ink: '#0a6640', ground: '#e3f4ec' },
  partial: { ink: '#1f4f86', ground: '#e5eef8' },
  neutral: { ink: '#545c6b', ground: '#eceef2' },
  warning: { ink: '#7d4700', ground: '#fdf0dc' },
  bad: { ink: '#a8201a', ground: '#fcebe9' },
};

/** Each kind as one stroke in a square of 24, as on the pages. */
const KIND_SHAPES: Readonly<Record<ShareKind, string>> = {
  site: '<path d="M12 2.5 21.5 12 12 21.5 2.5 12z"/><path d="M12 8 16 12 12 16 8 12z" fill="currentColor"/>',
  image:
    '<rect x="3" y="4.5" width="18" height="15" rx="2"/><circle cx="8.5" cy="9.5" r="1.6"/><path d="m3.5 17.5 5-4.5 3.5 3 4-4.5 4.5 5"/>',
  video: '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="M10 9.2v5.6l4.8-2.8z" fill="currentColor"/>',
  audio: '<path d="M4 10v4M8 6.5v11M12 3.5v17M16 7.5v9M20 10.5v3"/>',
  document: '<path d="M6 3h8l4.5 4.5V21H6z"/><path d="M14 3v4.5h4.5M9 12h6.5M9 15.5h6.5"/>',
};

/** Where the texts stand, which are drawn over the scene. */
export const CHIP_PLACE = { left: 80, top: 190, height: 60, inset: 24 } as const;

/**
 * Everything of a picture but its texts, as SVG made of our own shapes.
 *
 * @param chipWidth of the text in the chip, in pixels; null: no chip
 */
export function sceneOf({ tone, frame, isTrial }: ShareFace, kind: ShareKind, chipWidth: number | null): string {
  const { ground } = TONE_COLORS[tone];
  const { ink } = TONE_COLORS[frame];
  const { left, top, height, inset } = CHIP_PLACE;
  const chip =
    chipWidth === null
      ? ''
      : `<rect x="${left}" y="${top}" width="${chipWidth + 2 * inset}" height="${height}" rx="${height / 2}" fill="${ground}"/>`;
  const band = isTrial ? 'url(#stripes)' : ink;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}" viewBox="0 0 ${SHARE_WIDTH} ${SHARE_HEIGHT}">
<defs><pattern id="stripes" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="28" height="28" fill="${ground}"/><rect width="14" height="28" fill="#878f9e"/></pattern></defs>
<rect width="100%" height="100%" fill="${COLORS.paper}"/>
<rect width="100%" height="14" fill="${kind === 'site' ? COLORS.accent : band}"/>
<g transform="translate(80 74)"><rect width="56" height="56" rx="12" fill="${COLORS.accent}"/><g transform="scale(1.75)" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round"><path d="M16 5.5 26.5 16 16 26.5 5.5 16z"/><path d="M16 11.5 20.5 16 16 20.5 11.5 16z" fill="#fff" stroke="none"/></g></g>
${chip}
<rect x="860" y="175" width="260" height="260" rx="24" fill="${COLORS.surface}" stroke="${COLORS.line}" stroke-width="2"/>
<svg x="905" y="220" width="170" height="170" viewBox="0 0 24 24" color="${kind === 'site' ? COLORS.accent : ink}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${KIND_SHAPES[kind]}</svg>
<rect x="80" y="530" width="1040" height="2" fill="${COLORS.line}"/>
</svg>`;
}
