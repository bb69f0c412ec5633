import { openFileSource } from '../bytes/random-access.ts';
import type { StatusCode } from '../c2pa/facts.ts';
import type { Inspection } from '../inspector.ts';
import { sniff } from '../media/sniff.ts';
import { AnalysisError } from '../pool/analysis-error.ts';
import { presentResult } from '../present/present-result.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { EngineBench } from './engine-bench.ts';

type Result = Inspection & { verdict: Verdict };

/**
 * What we publish of one file, in the form in which the testkit has the readings of its peers, and the media type that we
 * see in it. Judged by the machine's clock, which is the peers' only one.
 */
export async function readOwn(bench: EngineBench, path: string, trust: TrustSnapshot) {
  try {
    const result = await bench.analyzePath(path, trust, { at: new Date() });
    return { reading: readingOf(result, null), mediaType: result.report.file.media_type };
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    const source = openFileSource(path);
    const mediaType = sniff(source) ?? 'application/octet-stream';
    source.close();
    return { reading: readingOf(null, error.code), mediaType };
  }
}

/** Null when we answer with an error. */
function readingOf(result: Result | null, refusal: string | null) {
  const c2pa = result === null ? null : published(result);
  const section = result?.report.c2pa;
  const facts = section?.state === 'examined' ? section.facts : null;
  const store = facts?.kind === 'present' ? facts : null;
  const active = store?.manifests[0];
  const state: 'absent' | 'refused' | 'invalid' | 'valid' | 'trusted' =
    facts === null ? 'refused' : c2pa?.present === true ? (c2pa.validation_state ?? 'invalid') : 'absent';
  const signedAt = c2pa?.signed_at ?? null;
  return {
    state,
    error: section?.state === 'failed' ? section.reason : refusal,
    success: sorted(c2pa?.validation_codes.success),
    informational: sorted(c2pa?.validation_codes.informational),
    failure: sorted(c2pa?.validation_codes.failure),
    ingredientFailure: sorted(codes(store?.ingredient_deltas.flatMap((delta) => delta.codes.failure))),
    signer: active?.signature?.signer ?? null,
    time: signedAt === null ? null : `${new Date(signedAt).toISOString().slice(0, 19)}Z`,
    sourceTypes: sorted(active?.actions.map((action) => action.digital_source_type).filter((type) => type !== null)),
  };
}

function published({ report, verdict }: Result) {
  return presentResult(report, verdict, { id: '', filename: '', sha256: '', language: 'en' }).c2pa;
}

function codes(entries: readonly StatusCode[] = []): string[] {
  return entries.map(({ code }) => code);
}

function sorted(values: readonly string[] = []): string[] {
  return [...new Set(values)].toSorted();
}
