import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { MediaSource } from '../../media/media-source.ts';
import { decodePngPixels } from '../../media/png-pixels.ts';
import { parsePayload, stringEnd, textIn } from '../../media/loose-payload.ts';

/** The only key that NovelAI has published (Ed25519, NovelAI/novelai-image-metadata). */
const NOVELAI_KEY = 'Y2JcQAOhLwzwSDUJPNgL04nS0Tbqm7cSRc4xk0vRMic=';
const SIGNATURE_BYTES = 64;
/** Real files keep data in the lowest bit of alpha, so all of them are 254 or 255. */
const OPAQUE_ALPHA = 254;
const MEMBER = '"signed_hash"';
const [QUOTE, COMMA] = [0x22, 0x2c];

/**
 * Whether NovelAI signed the picture of a PNG with the text of its `Comment`. The message is the red, green and blue bytes,
 * row by row, and the stored text without its `signed_hash`. `not_verified` says that it was changed or saved again, not
 * that it is a fake. Null when there is no signature or the pixels cannot be read.
 */
export function verifyNovelAi(
  source: MediaSource,
  commentText: string,
  key: string = NOVELAI_KEY,
): 'verified' | 'not_verified' | null {
  const signed = cutSignature(commentText);
  if (signed === null) return null;
  if (signed.signature.length !== SIGNATURE_BYTES) return 'not_verified';
  const pixels = decodePngPixels(source);
  if (pixels === null) return null;
  // The signature does not cover alpha: by changing it, other pictures could be cut out of a signed one.
  if (pixels.lowestAlpha < OPAQUE_ALPHA) return 'not_verified';
  const message = Buffer.concat([pixels.rgb, Buffer.from(signed.text)]);
  return verify(null, message, publicKey(key), signed.signature) ? 'verified' : 'not_verified';
}

interface SignedText {
  /** The text as stored, without the member. */
  text: string;
  signature: Uint8Array;
}

/** Removes `signed_hash` from an object's text, with the comma that joins it to its neighbour. */
function cutSignature(stored: string): SignedText | null {
  const text = stored.replace(/\0{1,16}$/, '');
  const hash = textIn(parsePayload(text), 'signed_hash');
  const start = hash === null ? -1 : memberStart(text);
  if (hash === null || start === -1) return null;
  const colon = text.indexOf(':', start + MEMBER.length);
  const end = stringEnd(text, text.indexOf('"', colon));
  const before = text.slice(0, start).trimEnd();
  const signature = Buffer.from(hash, 'base64');
  if (before.endsWith(',')) return { text: before.slice(0, -1) + text.slice(end), signature };
  const after = text.slice(end).trimStart();
  return { text: before + (after.startsWith(',') ? after.slice(1).trimStart() : after), signature };
}

/** Where the member is among those of the outermost object; prompts may hold its name as well. */
function memberStart(text: string): number {
  let depth = 0;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      if (isName && depth === 1 && text.startsWith(MEMBER, at)) return at;
      at = stringEnd(text, at) - 1;
      isName = false;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      isName = true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === COMMA) isName = true;
  }
  return -1;
}

function publicKey(key: string): KeyObject {
  const x = Buffer.from(key, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
