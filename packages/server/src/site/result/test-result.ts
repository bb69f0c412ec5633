import type {
  C2paFacts,
  LabelSite,
  ManifestFacts,
  ManifestStoreFacts,
  Report,
  ResultContext,
  StatusCodes,
  Verdict,
  VendorEvidence,
  VerificationResult,
} from '@revera/provenance';
import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';
import { codes as codesOf, manifest, store } from './manifests/test-manifests.ts';
import type { ResultData } from './result-data.ts';
import type { ViewFacts } from './view.ts';

const ACTIVE = 'urn:c2pa:active';
const NO_CODE = { content: 'empty', signature: 'none', algorithm: null, signer: null } as const;

function codes(failure: readonly string[]): StatusCodes {
  const success = ['claimSignature.validated', 'claimSignature.insideValidity', 'assertion.dataHash.match'];
  return codesOf({
    success: success.filter((code) => !failure.includes(code.replace('.match', '.mismatch'))),
    failure,
  });
}

export function testManifest(changes: Partial<ManifestFacts> = {}): ManifestFacts {
  return manifest(ACTIVE, { title: 'Title', instance_id: null, signature: SIGNATURE, codes: codes([]), ...changes });
}

const SIGNATURE = {
  algorithm: 'es256',
  signer: 'Signer',
  signer_organization: 'Example Ltd',
  signer_unit: null,
  certificate: null,
  time_stamp: null,
};

/** Signed, intact and on the official list, changed as the test wants. */
export function testStore(
  changes: Partial<ManifestStoreFacts> = {},
  failure: readonly string[] = [],
): ManifestStoreFacts {
  return store([testManifest()], {
    validation_state: failure.length > 0 ? 'invalid' : 'trusted',
    active_codes: codes(failure),
    chain: { certificates: [], self_signed: false, links_valid: true },
    claim_signature_sha256: 'c'.repeat(64),
    trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' },
    ...changes,
  });
}

/** A conformant label that says "AI generated", changed as the test wants. */
export function testLabel(changes: Partial<LabelSite> = {}): LabelSite {
  return {
    carrier: 'xmp',
    location: 'APP1',
    placement: 'standard',
    offset: 20,
    length: 300,
    state: 'decoded',
    form: 'bare',
    deviations: [],
    fields: {
      Label: '1',
      ContentProducer: 'Example AI',
      ProduceID: '42',
      ReservedCode1: '',
      ContentPropagator: 'Example AI',
      PropagateID: '42',
      ReservedCode2: '',
    },
    extra: [],
    raw: '',
    producer: null,
    propagator: null,
    reserved_code_1: NO_CODE,
    reserved_code_2: NO_CODE,
    findings: [],
    ...changes,
  };
}

export function testMarker(changes: Partial<VendorEvidence> = {}): VendorEvidence {
  return {
    rule: 'a-rule',
    kind: 'generated',
    strength: 'high',
    vendor: 'Example Images',
    model: 'v1',
    field: 'PNG parameters',
    location: 'tEXt',
    offset: 33,
    attested: null,
    ...changes,
  };
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

function testReport({ c2pa, labels, metadata, report }: TestFile): Report {
  const list = { available: true, sha256: 'a'.repeat(64), fetched_at: '2026-11-19T00:00:00.000Z' };
  return {
    report_version: 1,
    tool: { name: 'revera', version: '0.0.0', c2pa_engine: { name: 'c2pa-rs', version: '0.0.0' } },
    validated_at: '2026-11-20T00:00:00.000Z',
    file: {
      media_type: 'image/jpeg',
      size_bytes: 1_000,
      can_embed_credential: true,
      declared_media_type_mismatch: null,
    },
    trust_lists: [{ name: 'c2pa', ...list, certificates: 3, using_cached_version: false }],
    c2pa: { state: 'examined', facts: c2pa ?? { kind: 'absent', remote_manifest_url: null } },
    china_aigc: {
      state: 'examined',
      facts: { parser_version: '1.0', labels: labels ?? [], look_alikes: [], findings: [], problems: [] },
    },
    metadata: {
      state: 'examined',
      facts: {
        rules_version: '1.0',
        evidence: metadata ?? [],
        lens: null,
        digital_source_types: [],
        has_unattributed: false,
        problems: [],
        is_unreadable: false,
      },
    },
    resolution_integrity: { state: 'not_examined' },
    ...report,
  };
}

/** The parts of the engine that judge and word: tests hand them in. */
interface Engine {
  judge: (report: Report) => Verdict;
  presentResult: (report: Report, verdict: Verdict, context: ResultContext) => VerificationResult;
}

/** Makes results as the engine judges and words the given facts, with all that a page needs. */
export function resultMaker({ judge, presentResult }: Engine) {
  return (language: Language, file: TestFile = {}): Omit<ViewFacts, 'isFile'> => {
    const report = testReport(file);
    const verdict = { ...judge(report), ...file.verdict };
    const { filename = 'photo.jpg' } = file;
    const sha256 = 'b'.repeat(64);
    const at = report.validated_at;
    const data: ResultData = {
      job: { id: 'job_1', kind: 'analysis', filename, created_at: at, finished_at: at },
      sha256,
      size_bytes: report.file.size_bytes,
      report,
      verdict,
      result: presentResult(report, verdict, { id: 'job_1', filename, sha256, language }),
    };
    const page = `https://revera.example/${LANGUAGE_PATHS[language]}/results/job_1`;
    const json = '/report?format=json';
    return {
      language,
      data,
      thumbnails: [],
      addresses: { page, reports: { json, crjson: null, html: '/report?format=html', pdf: '/report?format=pdf' } },
      life: { expires_at: '2026-11-21T00:00:00.000Z', isPublic: true },
      signing: null,
    };
  };
}
