import type { ServerResponse } from 'node:http';
import { startAnsweringServer, type AnsweringServer } from './answering-server.ts';
import { createAuthority, type Authority, type AuthorityOptions } from '../authorities/certificate-authority.ts';
import { privateKeyPem, requireOpenssl, runOpenssl } from '../authorities/openssl.ts';

/** How the authority answers. */
export type TimeStampBehaviour =
  | 'granted'
  /** A body that is not ASN.1, with the right content type. */
  | 'rubbish'
  /** A well-formed answer that grants nothing. */
  | 'rejected'
  /** Accepts the request and never answers. */
  | 'silent'
  /** A valid token over other bytes than those that were sent. */
  | 'other_imprint'
  | 'http_500'
  /** Half of a valid answer, then the end of the connection. */
  | 'slow_then_drop';

export interface TimeStampAuthority extends AnsweringServer {
  /** Signs the tokens. */
  readonly authority: Authority;
  /** Changes how requests are answered from now on. */
  set(behaviour: TimeStampBehaviour): void;
}

export interface TimeStampReplyOptions {
  digest?: 'sha256' | 'sha512';
  essDigest?: 'sha1' | 'sha256' | 'sha512';
}

const REPLY_TYPE = 'application/timestamp-reply';
const SHA256_BYTES = 32;
const POLICY = '1.3.6.1.4.1.62558.999.1';

/**
 * Starts an RFC 3161 authority on a loopback port whose answers `openssl ts` makes, at the time of this machine. By
 * default it grants. Rejects without openssl.
 */
export async function startTimeStampAuthority(
  options: { authority?: Authority; behaviour?: TimeStampBehaviour } = {},
): Promise<TimeStampAuthority> {
  await requireOpenssl();
  const authority = options.authority ?? (await createTimeStampSigner());
  let behaviour = options.behaviour ?? 'granted';
  const running = await startAnsweringServer((body, response) => answerAs(behaviour, body, authority, response));
  return { ...running, authority, set: (next) => void (behaviour = next) };
}

/** A certificate for signing time stamps, as RFC 3161 §2.3 wants it unless the options say otherwise. */
export function createTimeStampSigner(options: AuthorityOptions = {}): Promise<Authority> {
  return createAuthority({
    authorityName: 'Revera Test TSA',
    subject: 'CN=Revera Test Time Stamps, O=Revera Test, C=CN',
    extendedKeyUsages: ['timeStamping'],
    extendedKeyUsagesCritical: true,
    ...options,
  });
}

/**
 * The TimeStampResp of `openssl ts` to a TimeStampReq. An authority that knows no digest but `digest` (default SHA-256)
 * refuses others; `essDigest` (default SHA-256) is the digest by which the token names its certificate.
 */
export async function replyToTimeStampQuery(
  query: Uint8Array,
  { leaf, intermediate }: Authority,
  { digest = 'sha256', essDigest = 'sha256' }: TimeStampReplyOptions = {},
): Promise<Uint8Array> {
  const config = [
    '[tsa]',
    'serial = serial',
    `default_policy = ${POLICY}`,
    `digests = ${digest}`,
    'signer_digest = sha256',
    'accuracy = secs:1, millisecs:500',
    'ordering = yes',
    'tsa_name = yes',
    `ess_cert_id_alg = ${essDigest}`,
  ].join('\n');
  const args = 'ts -reply -config config -section tsa -queryfile query -signer cert -inkey key -chain chain -out out';
  return runOpenssl(args.split(' '), {
    config,
    query,
    serial: '1000\n',
    cert: leaf.pem,
    key: privateKeyPem(leaf),
    chain: intermediate.pem,
  });
}

async function answerAs(
  behaviour: TimeStampBehaviour,
  query: Uint8Array,
  authority: Authority,
  response: ServerResponse,
): Promise<void> {
  const send = (body: Uint8Array | string): void =>
    void response.writeHead(200, { 'content-type': REPLY_TYPE }).end(body);
  switch (behaviour) {
    case 'granted':
      return send(await replyToTimeStampQuery(query, authority));
    case 'other_imprint':
      return send(await replyToTimeStampQuery(withOtherImprint(query), authority));
    case 'rejected':
      return send(await replyToTimeStampQuery(query, authority, { digest: 'sha512' }));
    case 'rubbish':
      return send('<html>Welcome to the hotel network</html>');
    case 'http_500':
      response.writeHead(500).end();
      return;
    case 'silent':
      return;
    case 'slow_then_drop': {
      const body = await replyToTimeStampQuery(query, authority);
      response.writeHead(200, { 'content-type': REPLY_TYPE, 'content-length': body.length });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    }
  }
}

/** Changes the digest in the request: an OCTET STRING of 32 bytes. */
function withOtherImprint(query: Uint8Array): Uint8Array {
  const other = Buffer.from(query);
  const at = other.indexOf(Buffer.of(0x04, SHA256_BYTES)) + 2;
  other.fill(0xab, at, at + SHA256_BYTES);
  return other;
}
