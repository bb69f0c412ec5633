import type { Evidence } from './evidence.ts';
import { isCreditable } from './integrity-status.ts';
import { note } from './note.ts';
import { hasFailed, resolutionVerdict, type ResolutionVerdict } from './resolution.ts';
import type { NoteCode } from './note-codes.ts';
import type { Note } from './verdict.ts';

/** What a reader should know of the resolution. It is never more than information: enlarging is ordinary. */
export function resolutionNotes({ report, integrity, declared }: Evidence): Note[] {
  if (report.resolution_integrity.state === 'failed') return [note('resolution_reader_failed', 'warning')];
  const verdict = resolutionVerdict(report);
  if (verdict === null) return [note('parts_not_examined', 'info')];
  if (verdict.not_measured === 'not_an_image' || verdict.status === 'native') return [];
  const failed = hasFailed(verdict) ? [note('resolution_reader_failed', 'warning')] : [];
  if (verdict.status === 'uncertain') return failed.length > 0 ? failed : [note(uncertainty(verdict), 'info')];
  const isSaidCaptured = declared.declaration === 'captured' && isCreditable(integrity);
  return [
    ...failed,
    note('resolution_upscaled', 'info'),
    ...(isSaidCaptured ? [note('resolution_beside_capture', 'info')] : []),
  ];
}

function uncertainty({ not_measured }: ResolutionVerdict): NoteCode {
  return not_measured === 'not_examined' ? 'parts_not_examined' : 'resolution_uncertain';
}
