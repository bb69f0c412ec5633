import type { ServerResponse } from 'node:http';
import { startAnsweringServer, type AnsweringServer } from './answering-server.ts';
import { createAuthority, type Authority } from '../authorities/certificate-authority.ts';
import type { KeyedCertificate } from '../authorities/make-certificate.ts';
import { privateKeyPem, requireOpenssl, runOpenssl } from '../authorities/openssl.ts';

export interface OcspReply {
  /** The answer about any certificate. */
  status: 'good' | 'revoked' | 'unknown';
  /**
   * The issuer's own key; a certificate that the issuer made for this (`ocspSigning`); one that it made for something
   * else; any other. Default the issuer.
   */
  signedBy?: 'issuer' | 'delegate' | 'stranger' | KeyedCertificate;
  /** Leaves the responder's certificate out. */
  withoutCertificates?: boolean;
  /** From `thisUpdate`, which is now by this machine's clock, to `nextUpdate`; null for no `nextUpdate`. Default 60. */
  minutes?: number | null;
  /** Breaks the signature. */
  badSignature?: boolean;
}

/** How the responder answers. */
export type OcspBehaviour =
  | ({ kind: 'answer' } & OcspReply)
  /** Bytes that were made before. */
  | { kind: 'bytes'; body: Uint8Array }
  /** A body that is not ASN.1, with the right content type. */
  | { kind: 'rubbish' }
  /** The response that a busy responder gives: status `tryLater` and nothing else. */
  | { kind: 'try_later' }
  /** Accepts the request and never answers. */
  | { kind: 'silent' }
  | { kind: 'http_500' };

export interface OcspResponder extends AnsweringServer {
  /** Changes how requests are answered from now on. */
  set(behaviour: OcspBehaviour): void;
}

const RESPONSE_TYPE = 'application/ocsp-response';
/** OCSPResponse with responseStatus tryLater (RFC 6960 §4.2.1). */
const TRY_LATER = Uint8Array.of(0x30, 0x03, 0x0a, 0x01, 0x03);

/**
 * Starts an OCSP responder on a loopback port for the certificates of this authority's intermediate; `openssl ocsp`
 * makes its answers, at the time of this machine. By default all certificates are good. Rejects without
 * openssl.
 */
export async function startOcspResponder(
  issuedBy: Authority,
  first: OcspBehaviour = { kind: 'answer', status: 'good' },
): Promise<OcspResponder> {
  await requireOpenssl();
  let behaviour = first;
  const running = await startAnsweringServer((body, response) => answerAs(behaviour, body, issuedBy, response));
  return { ...running, set: (next) => void (behaviour = next) };
}

/** The OCSPResponse of `openssl ocsp` to an OCSPRequest about one certificate of this authority's intermediate. */
export async function replyToOcspRequest(
  request: Uint8Array,
  issuedBy: Authority,
  reply: OcspReply,
): Promise<Uint8Array> {
  const signer = await responderOf(issuedBy, reply.signedBy ?? 'issuer');
  const minutes = reply.minutes === undefined ? 60 : reply.minutes;
  const args = 'ocsp -index index -CA ca -rsigner cert -rkey key -rmd sha256 -reqin request -respout out'.split(' ');
  if (minutes !== null) args.push('-nmin', String(minutes));
  if (reply.badSignature === true) args.push('-badsig');
  if (reply.withoutCertificates === true) args.push('-resp_no_certs');
  return runOpenssl(args, {
    request,
    index: indexRow(reply.status, await serialIn(request)),
    ca: issuedBy.intermediate.pem,
    cert: signer.pem,
    key: privateKeyPem(signer),
  });
}

async function responderOf(
  issuedBy: Authority,
  signedBy: NonNullable<OcspReply['signedBy']>,
): Promise<KeyedCertificate> {
  if (signedBy === 'issuer') return issuedBy.intermediate;
  if (typeof signedBy === 'object') return signedBy;
  const { leaf } = await createAuthority({
    issuedBy,
    subject: `CN=Revera Test OCSP ${signedBy}`,
    extendedKeyUsages: [signedBy === 'delegate' ? 'ocspSigning' : 'emailProtection'],
  });
  return leaf;
}

/** Serial number of the certificate that is asked about, in hexadecimal, as openssl prints it. */
async function serialIn(request: Uint8Array): Promise<string> {
  const text = await runOpenssl('ocsp -reqin request -req_text -noverify'.split(' '), { request });
  const serial = /Serial Number: ([0-9A-F]+)/.exec(Buffer.from(text).toString())?.[1];
  if (serial === undefined) throw new TypeError('The request names no certificate');
  return serial;
}

/** The database of `openssl ca`: state, end of validity, revocation, serial number, file, subject. */
function indexRow(status: OcspReply['status'], serial: string): string {
  if (status === 'unknown') return '';
  const revoked = status === 'revoked' ? '240601000000Z,keyCompromise' : '';
  return `${[revoked === '' ? 'V' : 'R', '490101000000Z', revoked, serial, 'unknown', '/CN=Revera Test'].join('\t')}\n`;
}

async function answerAs(
  behaviour: OcspBehaviour,
  request: Uint8Array,
  issuedBy: Authority,
  response: ServerResponse,
): Promise<void> {
  const send = (body: Uint8Array | string): void =>
    void response.writeHead(200, { 'content-type': RESPONSE_TYPE }).end(body);
  switch (behaviour.kind) {
    case 'answer':
      return send(await replyToOcspRequest(request, issuedBy, behaviour));
    case 'bytes':
      return send(behaviour.body);
    case 'rubbish':
      return send('<html>Welcome to the hotel network</html>');
    case 'try_later':
      return send(TRY_LATER);
    case 'http_500':
      response.writeHead(500).end();
      return;
    case 'silent':
  }
}
