import { createHash } from 'node:crypto';
import { decodeTimeStampResponse, encodeTimeStampRequest } from '../c2pa/sign/time-stamp.ts';

/** Asks an authority for a time stamp over these bytes, as the server does, and answers the token. */
export async function askForStamp(
  data: Uint8Array,
  ask: (query: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const imprint = createHash('sha256').update(data).digest();
  const nonce = imprint.subarray(0, 8);
  const response = await ask(encodeTimeStampRequest({ imprint, nonce }));
  return (await decodeTimeStampResponse(response, { imprint, nonce, at: new Date() })).token;
}
