import {
  labelConformance,
  presentFindings,
  presentLabel,
  presentLookAlike,
  type ChinaAigcFinding,
  type ChinaAigcItem,
  type ChinaAigcLookAlike,
  type Language,
} from '@revera/provenance';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { LabelReading } from './read-label-file.ts';

/** The overall status of a file's labels. `inconclusive`: none was found, and a part of the file could not be searched. */
type LabelStatus = ReturnType<typeof labelConformance> | 'no_label' | 'inconclusive';

/** One file, as `revera label read --json` and `check --json` print it. */
export interface LabelReport {
  file: string;
  media_type: string;
  parser_version: string;
  status: LabelStatus;
  labels: ChinaAigcItem[];
  /** About all labels of the file together. */
  findings: ChinaAigcFinding[];
  look_alikes: ChinaAigcLookAlike[];
  /** Why the reader could not search everywhere. */
  problems: { kind: string; what: string; offset: number }[];
}

export interface LabelFailure {
  file: string;
  error: string;
}

export function labelReport(reading: LabelReading & { kind: 'read' }, language: Language): LabelReport {
  const { path, mediaType, facts } = reading;
  return {
    file: path,
    media_type: mediaType,
    parser_version: facts.parser_version,
    status: statusOf(reading),
    labels: facts.labels.map((label) => presentLabel(label, language)),
    findings: presentFindings(facts.findings, language),
    look_alikes: facts.look_alikes.map((found) => presentLookAlike(found, language)),
    problems: facts.problems,
  };
}

/** 3: a label breaks the standard. 4: a required label is missing. 2: the file could not be read. */
export function labelExit(reading: LabelReading, isRequired: boolean): ExitCode {
  if (reading.kind === 'failed') return EXIT.usage;
  if (reading.kind === 'skipped') return EXIT.ok;
  switch (statusOf(reading)) {
    case 'nonconformant':
      return EXIT.wrong;
    case 'no_label':
    case 'inconclusive':
      return isRequired ? EXIT.belowRequired : EXIT.ok;
    case 'conformant':
    case 'conformant_with_warnings':
      return EXIT.ok;
  }
}

function statusOf({ facts }: LabelReading & { kind: 'read' }): LabelStatus {
  if (facts.labels.length === 0) return facts.problems.length === 0 ? 'no_label' : 'inconclusive';
  return labelConformance([...facts.labels.flatMap(({ findings }) => findings), ...facts.findings]);
}
