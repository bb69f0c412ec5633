import type { C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { CredentialStatus, Report, ServiceCredentialFacts } from '../report.ts';
import type { Evidence } from './evidence.ts';
import { conflictNotes, labelNotes } from './label-notes.ts';
import { metadataConflictNotes, metadataNotes } from './metadata-notes.ts';
import { note } from './note.ts';
import { failureNotes, identityNotes, signerValues, timeNote } from './credential-notes.ts';
import { resolutionNotes } from './resolution-notes.ts';
import { sourceNotes } from './source-notes.ts';
import { isCreditable } from './integrity-status.ts';
import type { Declaration } from './declaration.ts';
import type { NoteCode } from './note-codes.ts';
import type { ContentDeclaration, MetadataStatus, Note, NoteLevel, TrustStatus } from './verdict.ts';

const SIGNER_NOTES: Readonly<Record<TrustStatus, NoteCode>> = {
  c2pa_trusted: 'signer_c2pa_trusted',
  legacy_trusted: 'signer_legacy_trusted',
  service_trusted: 'signer_service_trusted',
  not_in_trust_list: 'signer_not_in_trust_list',
  trust_list_unavailable: 'signer_trust_list_unavailable',
  certificate_chain_invalid: 'signer_certificate_chain_invalid',
  self_signed: 'signer_self_signed',
  unknown: 'signer_not_in_trust_list',
};

/** Null because a credential cannot declare these. */
const DECLARATION_NOTES: Readonly<Record<ContentDeclaration, NoteCode | null>> = {
  ai_generated: 'declares_ai_generated',
  ai_edited: 'declares_ai_edited',
  human_edited: 'declares_human_edited',
  digital_creation: 'declares_digital_creation',
  captured: 'declares_captured',
  composite: 'declares_composite',
  undeclared: 'declares_undeclared',
  ai_possible: null,
  ai_suspected: null,
  none: null,
};

const SERVICE_NOTES = {
  active: ['service_credential_active', 'info'],
  expired: ['service_credential_expired', 'warning'],
  suspended: ['service_credential_suspended', 'warning'],
  revoked: ['service_credential_revoked', 'critical'],
} as const satisfies Readonly<Record<CredentialStatus, readonly [NoteCode, NoteLevel]>>;

const ANCESTOR_NOTES = [
  ['revoked', 'ancestor_credential_revoked'],
  ['suspended', 'ancestor_credential_suspended'],
] as const satisfies readonly (readonly [CredentialStatus, NoteCode])[];

const FORM_NOTES = {
  bare_codestream: 'no_embedding_in_codestream',
  no_file_type_box: 'no_embedding_without_file_type',
} as const satisfies Readonly<Record<NonNullable<Report['file']['form_without_place']>, NoteCode>>;

/** What to tell a reader about this result: what it means, why, and what it does not mean. Most important first. */
export function notes(evidence: Evidence): Note[] {
  const { facts, report } = evidence;
  const present = facts.kind === 'present' ? facts : null;
  const service = serviceNotes(report.service_credential ?? null);
  // That the issuer withdrew it matters more than that it is intact.
  const isWithdrawn = service[0]?.level === 'critical';
  const found = evidenceNotes(evidence);
  return [
    // Nothing below is about credentials, and nobody may read it as saying that there is none.
    ...(report.c2pa.state === 'examined' ? [] : [unexaminedNote(report)]),
    // A contradiction is the first thing to know, even with an intact credential.
    ...conflictNotes(evidence),
    ...metadataConflictNotes(evidence),
    ...(isWithdrawn ? service : []),
    ...found.leading,
    ...verdictNotes(evidence),
    ...(isWithdrawn ? [] : service),
    ...ancestorNotes(evidence),
    ...(present === null ? [] : declarationNotes(evidence, present)),
    ...found.beside,
    ...(present === null ? [] : credentialNotes(evidence, present)),
    ...fileNotes(evidence),
    ...found.absent,
    ...resolutionNotes(evidence),
  ];
}

function unexaminedNote({ c2pa }: Report): Note {
  const isTooLarge = c2pa.state === 'failed' && c2pa.reason === 'too_many_parts';
  return note(isTooLarge ? 'c2pa_too_many_parts' : 'c2pa_reader_failed', 'critical');
}

/** Notes that only say what was not found. */
const ABSENCES: ReadonlySet<NoteCode> = new Set<NoteCode>(['no_label', 'metadata_not_found', 'metadata_unattributed']);

/** Notes on label and metadata: those that lead a result without a credential, those beside one, and what is missing. */
function evidenceNotes(evidence: Evidence): Record<'leading' | 'beside' | 'absent', Note[]> {
  const labelled = labelNotes(evidence);
  const described = [...metadataNotes(evidence), ...sourceNotes(evidence)];
  const hasNoCredential = evidence.integrity === 'no_credential';
  const leading = [
    ...(hasNoCredential && hasLabel(evidence.report) ? labelled : []),
    ...(hasNoCredential && saysWho(evidence.metadata.status) ? described : []),
  ];
  const others = [...labelled, ...described].filter((one) => !leading.includes(one));
  return {
    leading,
    beside: others.filter(({ code }) => !ABSENCES.has(code)),
    absent: others.filter(({ code }) => ABSENCES.has(code)),
  };
}

function fileNotes({ report, facts }: Evidence): Note[] {
  const list: Note[] = [];
  const remote = facts.remote_manifest_url;
  if (remote !== null) list.push(note('remote_manifest_not_fetched', 'info', { url: remote }));
  const declared = report.file.declared_media_type_mismatch;
  if (declared !== null) list.push(note('media_type_differs', 'info', { declared, found: report.file.media_type }));
  return list;
}

/** Metadata that name a generator or a camera; the rest follows what is missing. */
function saysWho(status: MetadataStatus): boolean {
  return status === 'ai_generated' || status === 'ai_edited' || status === 'captured' || status === 'conflicting';
}

function hasLabel({ china_aigc }: Report): boolean {
  return china_aigc.state === 'examined' && china_aigc.facts.labels.length > 0;
}

/** The notes that explain the integrity and trust words. At least one for every row of the tables. */
function verdictNotes(evidence: Evidence): Note[] {
  const { report, facts, integrity, trust } = evidence;
  if (report.c2pa.state !== 'examined') return [];
  switch (integrity) {
    case 'no_credential':
      return [note('no_credential', 'info'), ...formatNotes(report)];
    case 'signature_invalid':
    case 'certificate_invalid':
    case 'valid_signature_binding_failed':
      return facts.kind === 'present' ? failureNotes(facts, report.trust_lists) : unreadableNotes(facts);
    case 'trust_unverified':
      return [
        ...(evidence.isSandbox ? [note('service_credential_sandbox', 'warning')] : []),
        note(SIGNER_NOTES[trust], 'warning', signerValues(facts)),
        note('valid_but_unverified_signer', 'info'),
      ];
    case 'valid_and_bound':
      return evidence.isSandbox
        ? [note('service_credential_sandbox', 'warning'), note('valid_but_unverified_signer', 'info')]
        : [note(SIGNER_NOTES[trust], 'good', signerValues(facts)), note('credential_is_not_truth', 'info')];
  }
}

function unreadableNotes(facts: C2paFacts): Note[] {
  return facts.kind === 'unreadable' ? [note(`store_${facts.reason}`, 'critical')] : [];
}

/** What this service knows about a credential that it issued itself. */
function serviceNotes(credential: ServiceCredentialFacts | null): Note[] {
  if (credential === null) return [];
  const [code, level] = SERVICE_NOTES[credential.status];
  const values = { credential_id: credential.credential_id, verify_url: credential.verify_url };
  return [note(code, level, values)];
}

/**
 * What was withdrawn among the credentials that the file was made from. Nothing is said about a history that is broken or is
 * not the one that was signed: anyone can put manifests into a file.
 */
function ancestorNotes({ report, integrity }: Evidence): Note[] {
  if (integrity === 'signature_invalid') return [];
  return ANCESTOR_NOTES.flatMap(([status, code]) => {
    const found = (report.withdrawn_ancestors ?? []).filter((credential) => credential.status === status);
    const [nearest] = found;
    if (nearest === undefined) return [];
    const ids = found.map(({ credential_id }) => credential_id).join(', ');
    return [note(code, 'warning', { credential_ids: ids, verify_url: nearest.verify_url })];
  });
}

/** Some containers have no place for a credential at all, so its absence says even less. */
function formatNotes(report: Report): Note[] {
  const { can_embed_credential, media_type, form_without_place } = report.file;
  if (form_without_place != null) return [note(FORM_NOTES[form_without_place], 'info')];
  return can_embed_credential ? [] : [note('no_embedding_for_format', 'info', { media_type })];
}

/** What the credential declares, and whether its product may. */
function declarationNotes({ credential, declared }: Evidence, facts: ManifestStoreFacts): Note[] {
  const { weight, declaration } = credential;
  const declares = weight === 'counts' ? DECLARATION_NOTES[declaration] : null;
  const statement = weight === 'declared' ? [note('declared_not_proven', 'info', { credential: declaration })] : [];
  return [...(declares === null ? [] : [note(declares, 'info')]), ...statement, ...productNotes(facts, declared)];
}

function credentialNotes({ report, integrity, trust, usingCached }: Evidence, facts: ManifestStoreFacts): Note[] {
  const list: Note[] = [...identityNotes(facts)];
  if (usingCached) list.push(note('trust_list_cached', 'info'));
  if (trust === 'not_in_trust_list') list.push(...missingListNotes(report));
  const { success, informational } = facts.active_codes;
  if (isCreditable(integrity) || integrity === 'certificate_invalid') {
    list.push(timeNote(facts, report.trust_lists));
  }
  const codes = new Set([...success, ...informational].map((entry) => entry.code));
  if (isCreditable(integrity) && !codes.has('signingCredential.ocsp.notRevoked')) {
    const isUnusable = facts.stapled_ocsp != null && facts.stapled_ocsp.status === null;
    // It is not signed with the claim, so it may have been damaged to hide what it says.
    list.push(isUnusable ? note('revocation_evidence_unusable', 'warning') : note('revocation_not_checked', 'info'));
  }
  if ([...codes].some((code) => code.endsWith('.additionalExclusionsPresent'))) {
    list.push(note('additional_exclusions', 'warning'));
  }
  return list;
}

/** What the conformance programme's list of products says about the signer. */
function productNotes({ product }: ManifestStoreFacts, { is_disallowed }: Declaration): Note[] {
  if (product === null) return [];
  const { name, applicant, assurance_level } = product;
  const values = { product: name, applicant, level: assurance_level === null ? '?' : String(assurance_level) };
  const list = [note('product_conforming', 'good', values)];
  if (is_disallowed) list.push(note('product_may_not_claim', 'warning', values));
  return list;
}

/** "On no list" is less than it sounds when one of the lists could not be searched. */
function missingListNotes(report: Report): Note[] {
  const missing = report.trust_lists.filter((list) => !list.available && list.name !== 'c2pa_tsa');
  if (missing.length === 0) return [];
  return [note('trust_list_incomplete', 'warning', { lists: missing.map((list) => list.name).join(', ') })];
}
