import { createHash, createSign, createVerify, type KeyObject } from 'node:crypto';

/**
 * The signatures of gateways, written from their protocol and sharing nothing with the service that is tested against them.
 * Parameters are text in UTF-8, as PHP has them after it has read a request.
 */
export type Parameters = Readonly<Record<string, string>>;

/** V1 keeps values of spaces only; V2 trims first and leaves them out. */
function textToSign(parameters: Parameters, version: 1 | 2): string {
  const names = Object.keys(parameters).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  let text = '';
  for (const name of names) {
    const value = parameters[name] ?? '';
    const isEmpty = version === 1 ? value === '' : value.trim() === '';
    if (name === 'sign' || name === 'sign_type' || isEmpty) continue;
    text += `${text === '' ? '' : '&'}${name}=${value}`;
  }
  return text;
}

/** MD5 of the text and the key behind it. */
export function md5Signature(parameters: Parameters, key: string, version: 1 | 2 = 1): string {
  return createHash('md5')
    .update(textToSign(parameters, version) + key, 'utf8')
    .digest('hex');
}

/** RSA with SHA-256 over the text. */
export function rsaSignature(parameters: Parameters, privateKey: KeyObject): string {
  return createSign('SHA256').update(textToSign(parameters, 2), 'utf8').sign(privateKey, 'base64');
}

export function isRsaSignature(parameters: Parameters, publicKey: KeyObject): boolean {
  const verifier = createVerify('SHA256').update(textToSign(parameters, 2), 'utf8');
  return verifier.verify(publicKey, parameters['sign'] ?? '', 'base64');
}

/** Reads a query or a form as PHP does: of a repeated name the last one counts, and brackets make an array. */
export function readParameters(encoded: string, version: 1 | 2): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const bracket = name.indexOf('[');
    if (bracket === -1) read[name] = value;
    // The text that PHP makes of an array; V2 leaves arrays out of what it signs.
    else if (version === 1) read[name.slice(0, bracket)] = 'Array';
  }
  return read;
}
