import { X509Certificate } from 'node:crypto';
import { ConfigError, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDevelopmentAuthority } from '../platform/development-authority.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';

export interface CertificateSummary {
  purpose: 'root' | 'intermediate' | 'signing';
  subject: string;
  issuer: string;
  serial_number: string;
  fingerprint_sha256: string;
  algorithm: string;
  not_before: string;
  not_after: string;
  development: boolean;
  source: string;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The installation's certificates, which are made when there are none yet. Keys are never shown. */
export async function showCertificates(environment: Environment): Promise<CommandResult<CertificateSummary[]>> {
  try {
    const { dataDir } = readConfig(environment);
    const { rootPem, chainPem } = await openDevelopmentAuthority(dataDir, systemClock);
    const [signing = '', intermediate = ''] = chainPem.match(CERTIFICATE) ?? [];
    return done([
      summarize('signing', signing, dataDir),
      summarize('intermediate', intermediate, dataDir),
      summarize('root', rootPem, dataDir),
    ]);
  } catch (error) {
    if (error instanceof ConfigError) return refused('CONFIGURATION', error.message);
    throw error;
  }
}

function summarize(purpose: CertificateSummary['purpose'], pem: string, source: string): CertificateSummary {
  const certificate = new X509Certificate(pem);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const details = asymmetricKeyDetails?.namedCurve ?? asymmetricKeyDetails?.modulusLength ?? '';
  return {
    purpose,
    subject: certificate.subject.split('\n').toReversed().join(', '),
    issuer: certificate.issuer.split('\n').toReversed().join(', '),
    serial_number: certificate.serialNumber.toLowerCase(),
    fingerprint_sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    algorithm: `${asymmetricKeyType ?? 'unknown'} ${details}`.trim(),
    not_before: new Date(certificate.validFrom).toISOString(),
    not_after: new Date(certificate.validTo).toISOString(),
    development: true,
    source,
  };
}
