import { createAuthority, type Authority } from '../authorities/certificate-authority.ts';
import type { KeyedCertificate } from '../authorities/make-certificate.ts';
import { flipByte } from '../mutate.ts';
import { replyToOcspRequest } from './ocsp-responder.ts';
import { runOpenssl } from '../authorities/openssl.ts';
import { redateOcspResponse } from './redate-ocsp.ts';

/** What an OCSP response that is stapled to a signature says, and how good it is. */
export type OcspStaple =
  | 'good'
  | 'revoked'
  /** Good once; its time was over a month ago. */
  | 'expired'
  | 'badly_signed'
  /** Good, signed by the issuer itself and not by a responder that it named. */
  | 'good_by_issuer'
  | 'rubbish';

const MINUTE_MS = 60 * 1000;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** An OCSP response (DER) about this signer, made by openssl as of this time. Rejects without openssl. */
export async function stapleOcsp(signer: Authority, staple: OcspStaple, at: Date): Promise<Uint8Array> {
  if (staple === 'rubbish') return Buffer.from('<html>Welcome to the hotel network</html>');
  const request = await runOpenssl('ocsp -no_nonce -issuer issuer -cert cert -reqout out'.split(' '), {
    issuer: signer.intermediate.pem,
    cert: signer.leaf.pem,
  });
  const subject = 'CN=Revera Test OCSP, O=Revera Test, C=CN';
  const { leaf: responder } = await createAuthority({ issuedBy: signer, subject, extendedKeyUsages: ['ocspSigning'] });
  const answeredBy = staple === 'good_by_issuer' ? undefined : responder;
  const answer = await replyToOcspRequest(request, signer, {
    status: staple === 'revoked' ? 'revoked' : 'good',
    signedBy: answeredBy ?? 'issuer',
  });
  // It was requested shortly before.
  const ms = at.getTime() - Date.now() - (staple === 'expired' ? MONTH_MS : MINUTE_MS);
  const dated = await redateOcspResponse(answer, signer, ms, answeredBy);
  return staple === 'badly_signed' ? breakSignature(dated, responder) : dated;
}

/** The signature stands before the certificate of the responder. */
function breakSignature(response: Uint8Array, responder: KeyedCertificate): Uint8Array {
  return flipByte(response, Buffer.from(response).indexOf(responder.der) - 16);
}
