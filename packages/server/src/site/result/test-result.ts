import type {
  C2paFacts,
  LabelSite,
  ManifestFacts,
  ManifestStoreFacts,
  Report,
  ResultContext,
  VendorEvidence,
  Verdict,
  VerificationResult,
} from '@revera/provenance';
import {
  ABSENT,
  codes,
  label,
  labels,
  listUse,
  manifest,
  marker,
  metadata,
  report,
  store,
} from '@revera/testkit/report';
import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';
import type { ResultData } from './result-data.ts';
import type { ViewFacts } from './view.ts';

const SUCCESS = ['claimSignature.validated', 'claimSignature.insideValidity', 'assertion.dataHash.match'];

export function testManifest(changes: Partial<ManifestFacts> = {}): ManifestFacts {
  return manifest({ title: 'Title', format: 'image/jpeg', ...changes });
}

/** Signed, intact and on the official list, changed as the test wants. */
export function testStore(
  changes: Partial<ManifestStoreFacts> = {},
  failure: readonly string[] = [],
): ManifestStoreFacts {
  const success = SUCCESS.filter((code) => !failure.includes(code.replace('.match', '.mismatch')));
  return store({
    validation_state: failure.length > 0 ? 'invalid' : 'trusted',
    active_codes: codes(failure, success),
    manifests: [testManifest()],
    claim_signature_sha256: 'c'.repeat(64),
    trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' },
    ...changes,
  });
}

/** A conformant label that says "AI generated", changed as the test wants. */
export function testLabel(changes: Partial<LabelSite> = {}): LabelSite {
  return label({}, changes);
}

export function testMarker(changes: Partial<VendorEvidence> = {}): VendorEvidence {
  return marker({ vendor: 'Example Images', offset: 33, ...changes });
}

export interface TestFile {
  c2pa?: C2paFacts;
  labels?: LabelSite[];
  metadata?: VendorEvidence[];
  report?: Partial<Report>;
  /** Over what the engine judges. */
  verdict?: Partial<Verdict>;
  filename?: string;
}

function testReport(file: TestFile): Report {
  return report(file.c2pa ?? ABSENT, [listUse('c2pa')], {
    china_aigc: { state: 'examined', facts: labels(file.labels) },
    metadata: { state: 'examined', facts: metadata(file.metadata) },
    ...file.report,
  });
}

/** The parts of the engine that judge and word: tests hand them in. */
interface Engine {
  judge: (report: Report) => Verdict;
  presentResult: (report: Report, verdict: Verdict, context: ResultContext) => VerificationResult;
}

/** Makes results as the engine judges and words the given facts, with all that a page needs. */
export function resultMaker({ judge, presentResult }: Engine) {
  return (language: Language, file: TestFile = {}): Omit<ViewFacts, 'isFile'> => {
    const examined = testReport(file);
    const verdict = { ...judge(examined), ...file.verdict };
    const { filename = 'photo.jpg' } = file;
    const sha256 = 'b'.repeat(64);
    const at = examined.validated_at;
    const data: ResultData = {
      job: { id: 'job_1', kind: 'analysis', filename, created_at: at, finished_at: at },
      sha256,
      size_bytes: examined.file.size_bytes,
      report: examined,
      verdict,
      result: presentResult(examined, verdict, { id: 'job_1', filename, sha256, language }),
    };
    const page = `https://revera.example/${LANGUAGE_PATHS[language]}/results/job_1`;
    const json = '/report?format=json';
    return {
      language,
      data,
      thumbnails: [],
      preview: null,
      addresses: { page, reports: { json, crjson: null, html: '/report?format=html', pdf: '/report?format=pdf' } },
      life: { expires_at: '2026-11-21T00:00:00.000Z', isPublic: true },
      signing: null,
    };
  };
}
