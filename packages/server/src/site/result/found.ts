import type { View } from './view.ts';

/** The parts of the page, in their order; each but the first and the last is there when it has something to show. */
export type PartName = 'summary' | 'history' | 'signature' | 'label' | 'metadata' | 'raw';

/** What is looked for, and may be absent. */
export type EvidenceName = 'credential' | 'label' | 'metadata';

/** What has a cell of its own in the summary; the resolution only where a section would hold no more than that. */
export type CellName = EvidenceName | 'resolution';

/** What was read of the credential; null: it could not be examined. */
function credentialOf({ data }: View) {
  const { c2pa } = data.report;
  return c2pa.state === 'examined' ? c2pa.facts : null;
}

/** Parts of the page with something in them. */
export function partsOf(view: View): PartName[] {
  const { china_aigc: label, metadata } = view.data.result;
  const facts = credentialOf(view);
  const isThere: Readonly<Record<PartName, boolean>> = {
    summary: true,
    history: facts?.kind === 'present',
    signature: facts !== null && (facts.kind !== 'absent' || facts.remote_manifest_url !== null),
    label: label.items.length + label.findings.length + label.look_alikes.length > 0,
    metadata: metadata.evidence.length + metadata.digital_source_types.length > 0,
    raw: true,
  };
  const order: readonly PartName[] = ['summary', 'history', 'signature', 'label', 'metadata', 'raw'];
  return order.filter((name) => isThere[name]);
}

/** What was searched to its end without anything being found: a line says so, and nothing else does. */
export function notFoundIn(view: View): EvidenceName[] {
  const { report, result } = view.data;
  const isAbsent: Readonly<Record<EvidenceName, boolean>> = {
    credential: credentialOf(view)?.kind === 'absent' && !partsOf(view).includes('signature'),
    label: report.china_aigc.state === 'examined' && result.china_aigc.complete && !partsOf(view).includes('label'),
    metadata:
      report.metadata.state === 'examined' &&
      result.metadata.complete &&
      result.metadata.status === 'not_found' &&
      !partsOf(view).includes('metadata'),
  };
  return EVIDENCE.filter((name) => isAbsent[name]);
}

const EVIDENCE: readonly EvidenceName[] = ['credential', 'label', 'metadata'];
const BY_LABEL: ReadonlySet<string> = new Set(['metadata_by_label', 'metadata_by_label_unnamed']);

/** Whether there is more to say about the resolution than its state and why. */
export function hasResolutionSection({ data }: View): boolean {
  const { status, measurement } = data.result.resolution_integrity;
  return measurement !== null || status === 'likely_upscaled';
}

/** The cells of the summary. One label counts once: what metadata say only because the label says it has no cell. */
export function cellsOf(view: View): CellName[] {
  const absent = notFoundIn(view);
  const isLabelAgain = BY_LABEL.has(view.data.verdict.metadata?.note.code ?? '');
  const found = EVIDENCE.filter((name) => !absent.includes(name) && !(name === 'metadata' && isLabelAgain));
  return hasResolutionSection(view) ? found : [...found, 'resolution'];
}
