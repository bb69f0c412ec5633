import { decodeBase64 } from './base64.ts';
import type { ListedCertificate } from './listed-certificate.ts';
import { TrustListError } from './trust-list-error.ts';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/**
 * The certificates of a PEM bundle (RFC 7468). Text outside the blocks is explanation and is ignored; anything in PEM form
 * that is not a whole certificate block fails, including a private key in the file by mistake.
 */
export function decodePemBundle(text: string): ListedCertificate[] {
  const certificates: ListedCertificate[] = [];
  let block: string[] | null = null;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    const fail = (message: string) => new TrustListError('MALFORMED_PEM', `line ${index + 1}: ${message}`);
    if (line === BEGIN) {
      if (block !== null) throw fail('a block starts inside another');
      block = [];
    } else if (line === END) {
      const der = block === null ? null : decodeBase64(block.join(''));
      if (der === null) throw fail('a block that is not Base64, or ends without a start');
      certificates.push({ where: `certificate ${certificates.length + 1}`, der });
      block = null;
    } else if (line.includes('-----BEGIN') || line.includes('-----END')) {
      throw fail('a block that is not a certificate');
    } else if (block !== null) {
      block.push(line);
    }
  }
  if (block !== null) throw new TrustListError('MALFORMED_PEM', 'the last block has no end');
  return certificates;
}
