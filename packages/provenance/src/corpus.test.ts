import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithShared, sharedFolder } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisError } from './pool/analysis-error.ts';
import { openEngineBench, type EngineBench } from './testing/engine-bench.ts';
import { realSnapshot } from './testing/trust-snapshots.ts';
import type { Inspection } from './inspector.ts';
import type { Verdict } from './verdict/verdict.ts';

/** What is expected of one real file, and why. */
interface Expectation {
  why: string;
  error?: string;
  with_test_roots?: { provenance_status: string; trust_status: string };
  [fact: string]: unknown;
}

const EXPECTATIONS = new URL('../../../fixtures/corpus.json', import.meta.url);
const EXPECTED = JSON.parse(readFileSync(EXPECTATIONS, 'utf8')) as {
  judged_at: string;
  files: Record<string, Expectation>;
};

/** `UPDATE_CORPUS=1` writes what was found instead of comparing it: then read the difference, line by line. */
const UPDATES = process.env['UPDATE_CORPUS'] === '1';

/** The facts that the expectations name, from a real result. */
function observed({ report, verdict }: Inspection & { verdict: Verdict }): Record<string, unknown> {
  const { c2pa } = report;
  const facts = c2pa.state === 'examined' ? c2pa.facts : null;
  const judged = {
    media_type: report.file.media_type,
    provenance_status: verdict.provenance_status,
    integrity_status: verdict.integrity_status,
    trust_status: verdict.trust_status,
    ai_generated: verdict.ai_generated,
    source: verdict.source,
    source_model: verdict.source_model,
    ...observedLabels(report),
    ...observedMetadata(report, verdict),
    ...observedResolution(report, verdict),
  };
  if (facts === null) return { ...judged, reader: c2pa.state === 'failed' ? c2pa.reason : c2pa.state };
  const remote = facts.remote_manifest_url === null ? {} : { remote_manifest_url: facts.remote_manifest_url };
  if (facts.kind === 'absent') return { ...judged, ...remote, store: 'absent' };
  if (facts.kind === 'unreadable') return { ...judged, ...remote, store: 'unreadable', reason: facts.reason };
  const [active] = facts.manifests;
  const deltas = facts.ingredient_deltas.flatMap((delta) => delta.codes.failure);
  return {
    ...judged,
    store: 'present',
    validation_state: facts.validation_state,
    manifests: facts.manifests.length,
    failure_codes: unique(facts.active_codes.failure),
    ...(verdict.asset_binding_valid === false ? { asset_binding_valid: false } : {}),
    ...(deltas.length === 0 ? {} : { ingredient_failure_codes: unique(deltas) }),
    content_declaration: verdict.c2pa_declaration,
    signer: active?.signature?.signer_organization ?? active?.signature?.signer,
    time_stamp_list: facts.time_stamp_list,
  };
}

/** Nothing for a file without a label: a label that is found where none is expected fails its row. */
function observedLabels({ china_aigc }: Inspection['report']): Record<string, unknown> {
  if (china_aigc.state !== 'examined') return { label_reader: china_aigc.state };
  const { labels, look_alikes, problems } = china_aigc.facts;
  const shown = labels.map(({ carrier, location, fields, producer, propagator, findings }) => ({
    carrier,
    location,
    label: fields.Label,
    producer: producer?.company?.en ?? null,
    propagator: propagator?.company?.en ?? null,
    rules: findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule),
  }));
  return {
    ...(labels.length === 0 ? {} : { labels: shown }),
    ...(look_alikes.length === 0 ? {} : { look_alikes: look_alikes.map(({ schema }) => schema) }),
    ...(problems.length === 0 ? {} : { label_problems: problems.map(({ kind }) => kind) }),
  };
}

/** Nothing for a file whose metadata name nobody. */
function observedMetadata({ metadata }: Inspection['report'], verdict: Verdict): Record<string, unknown> {
  if (metadata.state !== 'examined') return { metadata_reader: metadata.state };
  const { evidence, problems } = metadata.facts;
  const { status, vendor, model } = verdict.metadata ?? {};
  if (status === 'not_found') return {};
  return {
    metadata: {
      status,
      vendor: vendor?.en ?? null,
      model,
      evidence: evidence.map(({ rule, field }) => `${rule}: ${field}`),
      ...(problems.length === 0 ? {} : { problems: problems.map(({ kind }) => kind) }),
    },
  };
}

/** Nothing of a file without pixels. Every file is looked at: none may say that its parts were not examined. */
function observedResolution({ resolution_integrity }: Inspection['report'], verdict: Verdict): Record<string, unknown> {
  if (resolution_integrity.state !== 'examined') return { resolution_reader: resolution_integrity.state };
  const { resolution, notes } = verdict;
  const unexamined = notes.some(({ code }) => code === 'parts_not_examined') ? { parts_not_examined: true } : {};
  if (resolution == null || resolution.not_measured === 'not_an_image') return unexamined;
  const reasons = resolution.reasons.map(({ code }) => code);
  return { ...unexamined, resolution: { status: resolution.status, reasons } };
}

/** On a busy machine the time for measuring pixels may run out, which says nothing about the file. */
async function analyzeInTime<Analyzed extends { verdict: Verdict }>(
  analyze: () => Promise<Analyzed>,
): Promise<Analyzed> {
  const first = await analyze();
  return first.verdict.resolution?.not_measured === 'timed_out' ? analyze() : first;
}

function unique(codes: readonly { code: string }[]): string[] {
  return [...new Set(codes.map((entry) => entry.code))];
}

describeWithShared('every file of the corpus is what its expectation says', 'corpus', (corpus) => {
  let bench: EngineBench;
  const trustFolder = sharedFolder('trust') ?? '';
  const pinned = realSnapshot(trustFolder, { testRoots: false });
  const withTestRoots = realSnapshot(trustFolder, { testRoots: true });
  const at = new Date(EXPECTED.judged_at);

  beforeAll(async () => {
    bench = await openEngineBench();
  });
  afterAll(async () => {
    await bench.close();
    if (UPDATES) writeFileSync(EXPECTATIONS, `${JSON.stringify(EXPECTED, null, 2)}\n`);
  });

  describe.each(Object.entries(EXPECTED.files))('%s', (file, { why, error, with_test_roots, ...facts }) => {
    const path = join(corpus, file);

    it(`is so: ${why}`, async () => {
      if (error !== undefined) {
        await expect(bench.analyzePath(path, pinned, { at })).rejects.toEqual(
          expect.objectContaining({ constructor: AnalysisError, code: error }),
        );
        return;
      }
      const found = observed(await analyzeInTime(() => bench.analyzePath(path, pinned, { at })));
      if (UPDATES) EXPECTED.files[file] = { why, ...found, ...(with_test_roots && { with_test_roots }) };
      else expect(found).toEqual(facts);
      if (with_test_roots === undefined) return;
      const { verdict } = await bench.analyzePath(path, withTestRoots, { at });
      expect(verdict).toMatchObject(with_test_roots);
    });
  });
});
