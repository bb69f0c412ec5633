import type { LocatedLabel } from './located-label.ts';

const STATES: readonly LocatedLabel['state'][] = ['decoded', 'undecodable', 'empty'];
/** Free text, where anybody may write anything. */
const TEXTS: ReadonlySet<LocatedLabel['carrier']> = new Set([
  'jpeg_comment',
  'gif_comment',
  'id3_comment',
  'html_comment',
  'zero_width_text',
]);

/**
 * Which of two labels counts more: one that can be read before one that cannot; then XMP in the namespace of TC260, the
 * format's own place, Annex B, other places, free text; then the undamaged, then the earlier one.
 */
export function compareSites(a: LocatedLabel, b: LocatedLabel): number {
  return (
    STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
    rank(a) - rank(b) ||
    Number(b.intact) - Number(a.intact) ||
    a.offset - b.offset
  );
}

function rank({ carrier, placement, isNamespaced, xmpName }: LocatedLabel): number {
  if (isNamespaced) return 0;
  if (TEXTS.has(carrier)) return 4;
  // XMP in a private namespace is a vendor's place, wherever the packet is.
  if (xmpName !== null) return 3;
  return { standard: 1, annex: 2, other: 3 }[placement];
}
