import {
  fill,
  findMediaType,
  shortWord,
  statementOf,
  TONES,
  type Chip,
  type ProvenanceStatus,
  type Tone,
  type VerificationResult,
} from '@revera/provenance';
import type { VerifiedFile } from '../verify/verify-file.ts';
import { paragraph, rows, type Layout, type Row } from './layout.ts';
import { safeText } from './safe-text.ts';
import type { Words } from './words.ts';

/** Symbol and colour are never used alone: the word is always beside them. */
const MARKS: Readonly<Record<Tone, string>> = { good: '✔', partial: '~', neutral: '?', warning: '!', bad: '✘' };
/** Before what the evidence says of how the content was made. */
const ORIGIN_MARK = '•';
const NOTE_MARKS: Readonly<Record<Tone, string>> = { ...MARKS, good: '+', neutral: '-' };

/** How a status is counted below several results. */
export function verdictWord(status: ProvenanceStatus, { statuses }: Words): string {
  return shortWord(statuses.provenance[status]).toUpperCase();
}

/** The statement below the name of the file: what was asked, and how far it is proven. */
export function renderBriefly(file: VerifiedFile, { language }: Words, layout: Layout): string[] {
  const { heading, chips } = statementOf(file, language);
  return [
    safeText(file.path),
    ...paragraph(heading, 2, layout).map((text) => `  ${layout.paint('strong', text.trimStart())}`),
    `  ${chips.map((chip) => chipText(chip, layout)).join('  ')}`,
  ];
}

function chipText({ kind, tone, text }: Chip, { paint }: Layout): string {
  return kind === 'state' || kind === 'sandbox' ? paint(tone, `${MARKS[tone]} ${text}`) : `${ORIGIN_MARK} ${text}`;
}

/** The whole result for people: the statement, who signed when and with what, what it means, and the file's own facts. */
export function renderResult(file: VerifiedFile, words: Words, layout: Layout): string[] {
  const { result } = file;
  return [
    ...renderBriefly(file, words, layout),
    ...paragraph(statementOf(file, words.language).line, 2, layout),
    ...(result.c2pa.present ? ['', ...rows(credentialRows(file, words), layout)] : []),
    ...(result.china_aigc.present ? ['', ...rows(labelRows(result.china_aigc, words), layout)] : []),
    ...(result.metadata.evidence.length > 0 ? ['', ...rows(metadataRows(result.metadata, words), layout)] : []),
    '',
    ...rows([...summaryRows(result.summary, words), ...resolutionRows(file, words)], layout),
    '',
    ...result.understand.flatMap(({ level, title, text }) => {
      const tone = TONES.level[level];
      const [first = '', ...rest] = paragraph(title, 4, layout);
      return [`  ${layout.paint(tone, NOTE_MARKS[tone])} ${first.trimStart()}`, ...rest, ...paragraph(text, 4, layout)];
    }),
    '',
    ...rows(fileRows(file, words), layout),
  ];
}

/** One line for each label: what it says, about whom, and where it is. `revera label read` shows the rest. */
function labelRows({ items }: VerificationResult['china_aigc'], { labels, phrases, statuses }: Words): Row[] {
  return items.map(({ state, label, content_producer, producer, propagator, content_propagator, location }) => {
    const named = producer ?? propagator;
    const who = [named?.company, named?.product].filter((name) => name != null).join(' ');
    const value = content_producer ?? content_propagator ?? '';
    const says = state === 'decoded' ? `Label ${label ?? '-'}` : statuses.label[state].heading;
    const parts = [says, value, who, fill(phrases.label_place, { location })];
    return [labels.aigc_label, parts.filter((part) => part !== '').join(phrases.comma)];
  });
}

/** One line for each field that names somebody, the most important one first. */
function metadataRows({ evidence }: VerificationResult['metadata'], { labels, phrases, statuses }: Words): Row[] {
  return evidence.map(({ kind, vendor, model, field }) => {
    const name = [vendor, model].filter((part) => part !== null).join(' ');
    return [
      labels.metadata,
      [statuses.evidence[kind].heading, name, field].filter((part) => part !== '').join(phrases.comma),
    ];
  });
}

/** What the pixels say, with every reason; nothing of a file without pixels, or where nobody looked. */
function resolutionRows({ result, report }: VerifiedFile, { labels, phrases, statuses }: Words): Row[] {
  const { status, reasons, not_measured } = result.resolution_integrity;
  if (report.resolution_integrity.state !== 'examined' || not_measured === 'not_an_image') return [];
  return [
    [
      labels.resolution,
      fill(phrases.resolution, { status: statuses.resolution[status].heading, reasons: reasons.join(' ') }),
    ],
  ];
}

/** The conclusion from all evidence together. */
function summaryRows({ ai_generated, source, source_model }: VerificationResult['summary'], words: Words): Row[] {
  const { labels, statuses } = words;
  return present([
    [labels.ai, statuses.ai[ai_generated === null ? 'unknown' : ai_generated ? 'yes' : 'no'].heading],
    [labels.source, source],
    [labels.model, source_model],
  ]);
}

function credentialRows({ result, report }: VerifiedFile, words: Words): Row[] {
  const { c2pa } = result;
  const { labels } = words;
  const isConfirmed = result.credential_integrity_status === 'valid_and_bound' && !c2pa.trust.sandbox;
  return present([
    [isConfirmed ? labels.signer : labels.signer_claimed, c2pa.signer],
    [labels.product, product(result, words)],
    [labels.signed_at, shortTime(c2pa.signed_at) ?? words.phrases.no_trusted_time],
    [labels.made_with, generator(report) ?? c2pa.generator],
    [labels.integrity, words.statuses.integrity[result.credential_integrity_status].heading],
    [labels.trust, trust(result, words)],
    [labels.declared, declared(result, words)],
    [labels.time_stamp, timeStamp(result, words)],
    [labels.revocation, words.statuses.revocation[c2pa.revocation].heading],
  ]);
}

/** Also null when the file was changed: then it is not what the product signed. */
function product({ c2pa, credential_integrity_status }: VerifiedFile['result'], words: Words): string | null {
  const { product: name, assurance_level: level } = c2pa.trust;
  if (name === null || credential_integrity_status !== 'valid_and_bound') return null;
  return level === null ? name : name + fill(words.phrases.assurance_level, { level });
}

function present(list: readonly (readonly [string, string | null])[]): Row[] {
  return list.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
}

function generator(report: VerifiedFile['report']): string | null {
  if (report.c2pa.state !== 'examined' || report.c2pa.facts.kind !== 'present') return null;
  const active = report.c2pa.facts.manifests[0];
  if (active?.generator == null) return null;
  return active.generator_version === null ? active.generator : `${active.generator} ${active.generator_version}`;
}

function trust({ c2pa }: VerificationResult, words: Words): string {
  const { status, list, list_fetched_at, using_cached_version } = c2pa.trust;
  const copy =
    list === null ? '' : fill(words.phrases.list_fetched, { list, time: list_fetched_at?.slice(0, 10) ?? '?' });
  return words.statuses.trust[status].heading + copy + (using_cached_version ? words.phrases.list_cached : '');
}

/** What the credential says, valid or not; the integrity row above says which. */
function declared({ c2pa }: VerificationResult, words: Words): string {
  const type = c2pa.digital_source_type?.split('/').at(-1);
  const word = words.statuses.declaration[c2pa.content_declaration].heading;
  return type === undefined ? word : fill(words.phrases.with_inside, { text: word, inside: type });
}

function timeStamp({ c2pa: { timestamp } }: VerificationResult, words: Words): string {
  if (!timestamp.present) return words.phrases.no_time_stamp;
  const { time_stamp_trusted: trusted, time_stamp_public_root: rooted, time_stamp_untrusted: none } = words.phrases;
  const phrase = timestamp.basis === 'public_root' ? rooted : timestamp.trusted ? trusted : none;
  return fill(phrase, { time: shortTime(timestamp.time) ?? '?', authority: timestamp.authority ?? '?' });
}

function shortTime(time: string): string;
function shortTime(time: string | null): string | null;
/** Without fractions of a second, which nobody reads. */
function shortTime(time: string | null): string | null {
  return time?.replace(/\.\d+Z$/, 'Z') ?? null;
}

function fileRows({ result, report }: VerifiedFile, words: Words): Row[] {
  const type = findMediaType(result.media_type)?.name ?? result.media_type;
  const size = fill(words.phrases.bytes, { n: report.file.size_bytes.toLocaleString('en') });
  return [
    [words.labels.file, fill(words.phrases.described_file, { type, media_type: result.media_type, size })],
    [words.labels.sha256, result.sha256],
    [words.labels.judged_at, shortTime(report.validated_at)],
  ];
}
