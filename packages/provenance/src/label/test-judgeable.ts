import { LIMITS } from '../limits.ts';
import type { LabelFacts } from './facts.ts';

/** Each label its text and seven values, all of the longest. */
const REPORT_MAX_BYTES = LIMITS.labelSites * 2 * (LIMITS.labelRawChars + 7 * LIMITS.labelValueChars);

/** Throws when facts are not what a report may hold: too many, too long, or pointing outside the file. */
export function judgeable({ labels, problems, findings }: LabelFacts, size: number): void {
  if (labels.length > LIMITS.labelSites) throw new Error(`${labels.length} labels`);
  if (problems.length > LIMITS.mediaProblems) throw new Error(`${problems.length} problems`);
  for (const { offset, length, raw, fields } of labels) {
    if (offset < 0 || length < 0 || offset + length > size) throw new Error(`a label at ${offset}, ${length} long`);
    const longest = Math.max(raw.length, ...Object.values(fields).map((value) => value?.length ?? 0));
    if (longest > LIMITS.labelRawChars) throw new Error(`a text of ${longest} characters`);
  }
  const bytes = JSON.stringify({ labels, problems, findings }).length;
  if (bytes > REPORT_MAX_BYTES) throw new Error(`a report of ${bytes} bytes`);
  // Results are data: they must be possible to store and to send to another thread.
  structuredClone({ labels, problems, findings });
}
