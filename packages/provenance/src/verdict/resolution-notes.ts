import type { Evidence } from './evidence.ts';
import { isCreditable } from './integrity-status.ts';
import { note } from './note.ts';
import { resolutionVerdict } from './resolution.ts';
import type { Note } from './verdict.ts';

/** What a reader should know of the resolution. It is never more than information: enlarging is ordinary. */
export function resolutionNotes({ report, integrity, declared }: Evidence): Note[] {
  const verdict = resolutionVerdict(report);
  if (verdict === null) return [note('parts_not_examined', 'info')];
  if (verdict.not_measured === 'not_an_image' || verdict.status === 'native') return [];
  if (verdict.status === 'uncertain') return [note('resolution_uncertain', 'info')];
  const isSaidCaptured = declared.declaration === 'captured' && isCreditable(integrity);
  return [note('resolution_upscaled', 'info'), ...(isSaidCaptured ? [note('resolution_beside_capture', 'info')] : [])];
}
