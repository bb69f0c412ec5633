import type { X509Certificate } from 'node:crypto';
import { isIssuedBy } from '../../trust/certificate.ts';
import { KEY_PURPOSE } from '../../trust/key-purposes.ts';
import {
  EXTENSION,
  readBasicConstraints,
  readExtendedKeyUsages,
  readKeyUsage,
  type CertificateFields,
} from './certificate-fields.ts';
import { keyProblem } from './key-rules.ts';
import { problem, type ProfileContext, type ProfileProblem } from './profile-problem.ts';

/** A certificate with all that is known about it. */
export interface Link {
  certificate: X509Certificate;
  fields: CertificateFields;
  /** Position in the chain, from the leaf. */
  index: number;
  /** Its name in messages. */
  name: string;
}

type Rule = (link: Link, context: ProfileContext) => readonly (ProfileProblem | null)[];

/** Extensions that may be critical: validators of RFC 5280 §4.2 know what to do with them. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  ...Object.values(EXTENSION),
  '2.5.29.17', // subject alternative name
  '2.5.29.30', // name constraints
  '2.5.29.31', // CRL distribution points
  '2.5.29.32', // certificate policies
  '2.5.29.33', // policy mappings
  '2.5.29.36', // policy constraints
  '2.5.29.54', // inhibit anyPolicy
]);

const USAGE_BIT = { digitalSignature: 0, keyCertSign: 5 } as const;

/** How a certificate may be signed (C2PA 2.x §14.5.1): SHA-2 everywhere, SHA-1 nowhere. */
const SIGNATURE_OIDS: ReadonlySet<string> = new Set([
  '1.2.840.10045.4.3.2', // ecdsa-with-SHA256
  '1.2.840.10045.4.3.3', // ecdsa-with-SHA384
  '1.2.840.10045.4.3.4', // ecdsa-with-SHA512
  '1.2.840.113549.1.1.11', // sha256WithRSAEncryption
  '1.2.840.113549.1.1.12', // sha384WithRSAEncryption
  '1.2.840.113549.1.1.13', // sha512WithRSAEncryption
  '1.3.101.112', // Ed25519
]);
/** Hashes that RSASSA-PSS may name in its parameters. */
const PSS_HASH_OIDS: ReadonlySet<string> = new Set([
  '2.16.840.1.101.3.4.2.1',
  '2.16.840.1.101.3.4.2.2',
  '2.16.840.1.101.3.4.2.3',
]);

function checkForm({ fields, name }: Link): (ProfileProblem | null)[] {
  const { version, hasUniqueIdentifier, extensions, signatureOid, signatureHashOid } = fields;
  const strange = [...extensions].filter(([oid, { critical }]) => critical && !KNOWN_EXTENSIONS.has(oid));
  const signedWell = SIGNATURE_OIDS.has(signatureOid) || PSS_HASH_OIDS.has(signatureHashOid ?? '');
  const oids = strange.map(([oid]) => oid).join(', ');
  return [
    version === 3 ? null : problem('version', `${name} is X.509 v${version}; v3 is required.`),
    hasUniqueIdentifier ? problem('unique_identifier', `${name} has a unique identifier, which is not allowed.`) : null,
    strange.length > 0 ? problem('critical_extension', `${name} has unknown critical extensions: ${oids}.`) : null,
    signedWell
      ? null
      : problem('signature_algorithm', `${name} is signed with an algorithm that is not allowed (${signatureOid}).`),
  ];
}

function checkValidity({ certificate, name }: Link, { at }: ProfileContext): (ProfileProblem | null)[] {
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  return [
    at < from ? problem('not_yet_valid', `${name} is not valid before ${from.toISOString()}.`) : null,
    at > to ? problem('expired', `${name} ended at ${to.toISOString()}.`) : null,
  ];
}

function checkKey({ certificate, name, index }: Link, { algorithm }: ProfileContext): (ProfileProblem | null)[] {
  const why = keyProblem(certificate, index === 0 ? algorithm : null);
  return [why === null ? null : problem('public_key', `${name} ${why}.`)];
}

function checkAuthorityKeyIdentifier({ certificate, fields, name }: Link): (ProfileProblem | null)[] {
  if (fields.extensions.has(EXTENSION.authorityKeyIdentifier) || isIssuedBy(certificate, certificate)) return [];
  return [problem('key_identifier', `${name} lacks the authority key identifier.`)];
}

function checkLeafUsage({ fields: { extensions }, name }: Link): (ProfileProblem | null)[] {
  const usage = readKeyUsage(extensions.get(EXTENSION.keyUsage)?.value ?? new Uint8Array());
  const constraints = extensions.get(EXTENSION.basicConstraints);
  const isCa = constraints !== undefined && readBasicConstraints(constraints.value)?.isCa !== false;
  const what = [
    usage?.has(USAGE_BIT.digitalSignature) === true ? null : 'its key usage does not include digital signature',
    usage?.has(USAGE_BIT.keyCertSign) === true ? 'its key usage includes signing certificates' : null,
  ];
  return [
    isCa ? problem('is_authority', `${name} is a certificate authority; an end-entity certificate is needed.`) : null,
    ...what.map((text) => (text === null ? null : problem('key_usage', `${name} does not fit: ${text}.`))),
    ...extendedUsageProblems(extensions.get(EXTENSION.extendedKeyUsage)?.value).map((text) =>
      problem('extended_key_usage', `${name} ${text}.`),
    ),
  ];
}

function extendedUsageProblems(value: Uint8Array | undefined): string[] {
  const usages = value === undefined ? null : readExtendedKeyUsages(value);
  if (usages === null) return ['has no extended key usage'];
  const isFor = (usage: string) => usages.includes(usage);
  return [
    isFor(KEY_PURPOSE.claimSigning)
      ? ''
      : `is not meant for signing C2PA claims (extended key usage ${KEY_PURPOSE.claimSigning})`,
    isFor(KEY_PURPOSE.emailProtection) || isFor(KEY_PURPOSE.documentSigning)
      ? ''
      : 'has neither of the extended key usages e-mail protection and document signing, one of which is required',
    isFor(KEY_PURPOSE.any) ? 'has the extended key usage "any", which is not allowed' : '',
    isFor(KEY_PURPOSE.timeStamping) || isFor(KEY_PURPOSE.ocspSigning)
      ? 'is also meant for time stamps or OCSP answers, which must have certificates of their own'
      : '',
  ].filter((text) => text !== '');
}

function checkAuthority({ fields: { extensions }, name, index }: Link): (ProfileProblem | null)[] {
  const usage = readKeyUsage(extensions.get(EXTENSION.keyUsage)?.value ?? new Uint8Array());
  const constraints = readBasicConstraints(extensions.get(EXTENSION.basicConstraints)?.value ?? new Uint8Array());
  const below = index - 1;
  return [
    constraints?.isCa === true ? null : problem('not_authority', `${name} is no certificate authority.`),
    constraints !== null && constraints.pathLength !== null && constraints.pathLength < below
      ? problem('not_authority', `${name} allows fewer intermediate certificates below it than there are.`)
      : null,
    usage?.has(USAGE_BIT.keyCertSign) === true
      ? null
      : problem('key_usage', `${name} does not fit: its key usage does not include signing certificates.`),
    extensions.has(EXTENSION.subjectKeyIdentifier)
      ? null
      : problem('key_identifier', `${name} lacks the subject key identifier.`),
  ];
}

const COMMON_RULES: readonly Rule[] = [checkForm, checkValidity, checkKey, checkAuthorityKeyIdentifier];
/** What a signing certificate must be. */
export const LEAF_RULES: readonly Rule[] = [...COMMON_RULES, checkLeafUsage];
/** What each certificate above it must be. */
export const AUTHORITY_RULES: readonly Rule[] = [...COMMON_RULES, checkAuthority];
