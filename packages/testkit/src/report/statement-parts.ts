import type {
  ActionFacts,
  C2paFacts,
  CredentialStatus,
  LabelSite,
  ManifestFacts,
  ManifestStoreFacts,
  Report,
  ServiceCredentialFacts,
  VendorEvidence,
} from '@revera/provenance';
import { ABSENT, action, ALL_LISTS, codes, label, labels, manifest, metadata, report, store } from './report-facts.ts';

/** Parts of which the made rows of the table of statements consist. */

const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const SUCCESS = ['claimSignature.validated', 'claimSignature.insideValidity', 'assertion.dataHash.match'];
const STAMPED = '2026-05-01T10:00:00.000Z';

/** How a result was made, in words, and the report that it comes from. */
export type StatementCase = readonly [made: string, report: Report];

export interface Signing {
  /** The term of IPTC that a creation has; null when nothing is declared. */
  term: string | null;
  agent?: string;
  signer?: string;
  generator?: string;
  action?: Partial<ActionFacts>;
  manifest?: Partial<ManifestFacts>;
}

/** A manifest whose only action declares how the content was made. */
function declaring({ term, agent, signer = 'Example Press', generator = 'Example Writer', ...more }: Signing) {
  const plain = manifest();
  return manifest({
    generator,
    generators: [{ name: generator, version: null, model: null }],
    signature: {
      algorithm: 'es256',
      signer,
      signer_organization: signer,
      signer_unit: null,
      certificate: null,
      time_stamp: null,
    },
    actions:
      term === null
        ? plain.actions
        : [
            action({
              action: 'c2pa.created',
              digital_source_type: TYPES + term,
              software_agent: agent ?? null,
              ...more.action,
            }),
          ],
    ...more.manifest,
  });
}

const TRUSTED: Partial<ManifestStoreFacts> = {
  validation_state: 'trusted',
  trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' },
};

/** With a time stamp of a listed authority. */
export const STAMP: Partial<ManifestStoreFacts> = {
  time_stamp_list: 'c2pa_tsa',
  claim_time_stamp: { standing: 'listed', problem: null, time: STAMPED, authority: 'CN=Example TSA', list: 'c2pa_tsa' },
};

/** Signed by a listed signer, with a proven date. */
export function trusted(signing: Signing, changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  return store({ manifests: [declaring(signing)], ...TRUSTED, ...STAMP, ...changes });
}

export function undated(signing: Signing, changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  return store({ manifests: [declaring(signing)], ...TRUSTED, ...changes });
}

export function unlisted(signing: Signing, changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  return store({ manifests: [declaring(signing)], ...changes });
}

/** Under this service's own development root. */
export function sandboxed(signing: Signing, changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  const root = { list: 'service', via: 'anchor', certificate_subject: 'CN=Root', is_development: true } as const;
  return undated(signing, { trust_match: root, ...changes });
}

/** The same with failures; a failed check does not also succeed. */
export function failing(intact: ManifestStoreFacts, ...failure: string[]): ManifestStoreFacts {
  const failed = new Set(failure.map((code) => code.replace('.mismatch', '.match')));
  const success = SUCCESS.filter((code) => !failed.has(code));
  return { ...intact, validation_state: 'invalid', active_codes: codes(failure, success) };
}

export interface Found {
  c2pa?: C2paFacts;
  labels?: LabelSite[];
  metadata?: VendorEvidence[];
  report?: Partial<Report>;
}

/** A report on these findings. */
export function found({ c2pa = ABSENT, labels: sites, metadata: evidence, report: changes }: Found): Report {
  return report(c2pa, changes?.trust_lists ?? ALL_LISTS, {
    china_aigc: { state: 'examined', facts: labels(sites) },
    metadata: { state: 'examined', facts: metadata(evidence) },
    ...changes,
  });
}

/** A label of a provider in the engine's table: Jimeng of ByteDance. */
export function jimengLabel(Label: string, changes: Partial<LabelSite> = {}): LabelSite {
  const code = '00119144030008867405X210000';
  const provider = {
    kind: 'code',
    code,
    uscc: '9144030008867405X2',
    check_digit_valid: true,
    service_type: 'generation',
    application_code: '0000',
    company: { zh: '字节跳动', en: 'ByteDance' },
    product: '即梦 Jimeng',
    basis: 'A',
  } as const;
  const fields = { Label, ContentProducer: code, ContentPropagator: code };
  return label(fields, { producer: provider, propagator: provider, ...changes });
}

/** What this service has on record about the credential of a file. */
export function onRecord(status: CredentialStatus): ServiceCredentialFacts {
  return {
    credential_id: 'cred_1',
    status,
    verify_url: 'https://revera.example/v/cred_1',
    sandbox: false,
  };
}
