import {
  fill,
  type ActionFacts,
  type ChainFacts,
  type ManifestStoreFacts,
  type Report,
  type StatusCodes,
} from '@revera/provenance';
import { LIMITS } from '../limits.ts';
import { bounded, rows, type Layout, type Row } from './layout.ts';
import { manifestTree } from './manifest-tree.ts';
import { safeValue } from './safe-text.ts';
import type { Words } from './words.ts';

/** The additions of `--verbose`: the lists used, and the credential's codes, manifests, actions and certificates. */
export function renderDetails(report: Report, words: Words, layout: Layout): string[] {
  const { labels } = words;
  const facts = report.c2pa.state === 'examined' && report.c2pa.facts.kind === 'present' ? report.c2pa.facts : null;
  return [
    ...section(labels.lists, listLines(report, words), words, layout),
    ...(facts === null ? [] : credentialSections(facts, words, layout)),
  ];
}

function credentialSections(facts: ManifestStoreFacts, words: Words, layout: Layout): string[] {
  const { labels } = words;
  const { actions, signals } = facts.manifests[0] ?? { actions: [], signals: [] };
  return [
    ...section(labels.codes, codeLines(facts.active_codes, words, layout), words, layout),
    ...section(labels.manifests, manifestTree(facts, words), words, layout),
    ...(actions.length === 0 ? [] : section(labels.actions, actions.map(actionLine), words, layout)),
    ...(signals.length === 0 ? [] : section(labels.signals, signals.map(signalLine), words, layout)),
    ...(facts.chain === null ? [] : section(labels.certificates, chainLines(facts.chain, words), words, layout)),
  ];
}

/** The lines are already escaped, and are not wrapped, so that a tree keeps its shape. */
function section(title: string, lines: readonly string[], words: Words, { paint }: Layout): string[] {
  const shown = bounded(lines, (n) => `  ${fill(words.phrases.more, { n })}`);
  return ['', `  ${paint('strong', title)}`, ...shown.map((line) => `  ${line}`)];
}

function value(text: string): string {
  return safeValue(text, LIMITS.valueColumns);
}

function listLines(report: Report, words: Words): string[] {
  if (report.trust_lists.length === 0) return [`  ${words.phrases.no_lists}`];
  return report.trust_lists.map((use) => {
    if (!use.available) return `  ${fill(words.phrases.list_missing, { list: use.name })}`;
    const n = use.products ?? use.certificates;
    const values = { list: use.name, n, time: use.fetched_at ?? '?', sha256: use.sha256 ?? '?' };
    return `  ${fill(use.products === undefined ? words.phrases.list_size : words.phrases.product_list_size, values)}`;
  });
}

function codeLines(codes: StatusCodes, words: Words, layout: Layout): string[] {
  const { failure, informational, success } = words.phrases;
  const kinds = [
    [failure, codes.failure],
    [informational, codes.informational],
    [success, codes.success],
  ] as const;
  const list: Row[] = kinds.flatMap(([kind, entries]) =>
    entries.map(({ code, explanation }): Row => [kind, explanation === null ? code : `${code}: ${explanation}`]),
  );
  return rows(list, { ...layout, columns: layout.columns - 2 });
}

function actionLine(action: ActionFacts): string {
  const source = action.digital_source_type?.split('/').at(-1) ?? null;
  const parts = [action.action, action.software_agent, source, action.when, action.description];
  return value(`  ${parts.filter((part) => part !== null).join(' · ')}`);
}

/** The distinctive words of an id such as `inception:signal_capturedMedia`. */
function signalLine(signal: string): string {
  return `  ${signal.replace(':signal_', ': ')}`;
}

function chainLines(chain: ChainFacts, words: Words): string[] {
  return chain.certificates.flatMap((certificate, index) => [
    `  ${index + 1}. ${value(certificate.subject)}`,
    `     ${value(fill(words.phrases.issued_by, { issuer: certificate.issuer }))}`,
    `     ${value(fill(words.phrases.valid_from_to, { from: certificate.not_before, to: certificate.not_after }))}`,
    `     sha256 ${value(certificate.fingerprint_sha256)}`,
  ]);
}
