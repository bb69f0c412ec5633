import type { X509Certificate } from 'node:crypto';
import { readConfig, type Config } from '../config.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { openDevelopmentAuthority, renewDevelopmentCertificate } from '../platform/development-authority.ts';
import { judgeChain, readProductionChain, type JudgedChain } from '../platform/signer/production-signer.ts';
import { readChain } from '../platform/signer/read-chain.ts';
import { done, type CommandResult, type Environment } from './command-result.ts';
import { operatorRefusal } from './operator-refusal.ts';
import { writeNewFile } from './write-new-file.ts';

/** One certificate of the installation. */
export interface CertificateSummary {
  purpose: 'root' | 'intermediate' | 'signing';
  subject: string;
  issuer: string;
  serial_number: string;
  fingerprint_sha256: string;
  algorithm: string;
  not_before: string;
  not_after: string;
  /** Whole days until `not_after`; negative once it has passed. */
  days_left: number;
  development: boolean;
  source: string;
  /** For a signing certificate: how it and its chain violate the C2PA profile. */
  problems: { code: string; message: string }[];
}

/** The development signing certificate that replaced the old one. */
export interface RenewedCertificate {
  certificate: CertificateSummary;
  /** Whether there is a production certificate too, which this command leaves alone. */
  production_configured: boolean;
}

export interface ExportRequest {
  what: 'root' | 'chain';
  /** A new file; null to return the PEM text only. */
  out: string | null;
}

export interface ExportedCertificates {
  what: 'root' | 'chain';
  file: string | null;
  pem: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The installation's certificates: the production chain when one is configured, and those of the development authority, which are
 * made when there are none yet. Keys are never shown.
 */
export async function showCertificates(
  environment: Environment,
  clock: Clock = systemClock,
): Promise<CommandResult<CertificateSummary[]>> {
  return settle(async () => {
    const { dataDir, signing } = readConfig(environment);
    const now = clock.now();
    const production = signing.production && {
      judged: await readProductionChain(signing.production, now),
      source: signing.production.certificatesFile,
    };
    return [
      ...(production === null ? [] : summarizeChain(production.judged, production.source, false, now)),
      ...(await summarizeDevelopment(dataDir, clock)),
    ];
  });
}

/** Replaces the development authority's signing certificate with one for a new key, now. */
export async function renewCertificate(
  environment: Environment,
  clock: Clock = systemClock,
): Promise<CommandResult<RenewedCertificate>> {
  return settle(async () => {
    const { dataDir, signing }: Config = readConfig(environment);
    await renewDevelopmentCertificate(dataDir, clock);
    const [certificate] = await summarizeDevelopment(dataDir, clock);
    if (certificate === undefined) throw new Error('the renewed certificate cannot be read back');
    return { certificate, production_configured: signing.production !== null };
  });
}

/** The development authority's certificates for others to trust or to inspect. Never a key. */
export async function exportCertificates(
  environment: Environment,
  { what, out }: ExportRequest,
  clock: Clock = systemClock,
): Promise<CommandResult<ExportedCertificates>> {
  return settle(async () => {
    const { dataDir } = readConfig(environment);
    const { rootPem, chainPem } = await openDevelopmentAuthority(dataDir, clock);
    const { certificates } = readChain(what === 'root' ? rootPem : chainPem);
    // Encoded again from what was parsed, so that nothing else in the file comes along.
    const pem = certificates.map((certificate) => certificate.toString()).join('');
    const problem = out === null ? null : await writeNewFile(out, pem, 0o644);
    return problem ?? { what, file: out, pem };
  });
}

type Refusal = Extract<CommandResult<never>, { kind: 'refused' }>;

async function settle<Value extends object>(work: () => Promise<Value | Refusal>): Promise<CommandResult<Value>> {
  try {
    const value = await work();
    return isRefusal(value) ? value : done(value);
  } catch (error) {
    return operatorRefusal(error);
  }
}

function isRefusal(value: object): value is Refusal {
  return 'kind' in value && value.kind === 'refused';
}

async function summarizeDevelopment(dataDir: string, clock: Clock): Promise<CertificateSummary[]> {
  const { rootPem, chainPem } = await openDevelopmentAuthority(dataDir, clock);
  const now = clock.now();
  const root = readChain(rootPem).leaf;
  return [
    ...summarizeChain(judgeChain(chainPem, null, now), dataDir, true, now),
    { ...summarize(root, dataDir, true, now), purpose: 'root' },
  ];
}

function summarizeChain({ chain, problems }: JudgedChain, source: string, development: boolean, now: Date) {
  return chain.certificates.map((certificate, index): CertificateSummary => {
    const common = summarize(certificate, source, development, now);
    return index === 0 ? { ...common, purpose: 'signing', problems } : { ...common, purpose: 'intermediate' };
  });
}

function summarize(certificate: X509Certificate, source: string, development: boolean, now: Date) {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const details = asymmetricKeyDetails?.namedCurve ?? asymmetricKeyDetails?.modulusLength ?? '';
  const notAfter = new Date(certificate.validTo);
  return {
    subject: certificate.subject.split('\n').toReversed().join(', '),
    issuer: certificate.issuer.split('\n').toReversed().join(', '),
    serial_number: certificate.serialNumber.toLowerCase(),
    fingerprint_sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    algorithm: `${asymmetricKeyType ?? 'unknown'} ${details}`.trim(),
    not_before: new Date(certificate.validFrom).toISOString(),
    not_after: notAfter.toISOString(),
    days_left: Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS),
    development,
    source,
    problems: [],
  };
}
