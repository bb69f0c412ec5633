import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './byte-range.ts';
import { chooseEncoding, encodeText, type ContentEncoding, type EncodedText } from './content-encoding.ts';
import { textHeader } from './request-facts.ts';
import { sendBody } from './send-body.ts';

/** A text that is the same for everybody, in every encoding in which it is sent. */
export interface SharedText {
  /** Identifies the text by its bytes. Weak: the same text is sent in several encodings. */
  readonly etag: string;
  readonly plain: Buffer;
  /** Compressed for a client that accepts it, once for each encoding; null to send it as it is. */
  encode(accepted: string | undefined): Promise<EncodedText | null>;
}

function shareText(text: string): SharedText {
  const plain = Buffer.from(text);
  const encoded = new Map<ContentEncoding, Promise<EncodedText | null>>();
  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    encode: async (accepted) => {
      const encoding = chooseEncoding(accepted);
      if (encoding === undefined) return null;
      const known = encoded.get(encoding) ?? encodeText(text, encoding);
      encoded.set(encoding, known);
      return await known;
    },
  };
}

/** Remembers the shared text of an answer for as long as the answer itself is kept. */
export interface SharedTexts {
  of(answer: object, text: () => string): SharedText;
}

export function createSharedTexts(): SharedTexts {
  const kept = new WeakMap<object, SharedText>();
  return {
    of: (answer, text) => {
      const shared = kept.get(answer) ?? shareText(text());
      kept.set(answer, shared);
      return shared;
    },
  };
}

/**
 * Whether an answer is the same for everybody. Only such answers are compressed: the length of a page that contains both a secret
 * and a text from the address would reveal the secret (BREACH).
 */
export function isForEverybody(headers: Readonly<Record<string, string | string[]>> = {}): boolean {
  return String(headers['cache-control'] ?? '').startsWith('public');
}

/** Sends nothing to a client that already has it, and compresses the rest. */
export async function sendShared(
  shared: SharedText,
  vary: readonly string[],
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('vary', [...vary, 'Accept-Encoding'].join(', ')).header('etag', shared.etag);
  if (matchesEtag(textHeader(headers['if-none-match']), shared.etag.replace(/^W\//, ''))) {
    return reply.code(304).removeHeader('content-type').send();
  }
  const encoded = await shared.encode(textHeader(headers['accept-encoding']));
  if (encoded === null) return reply.send(shared.plain);
  const { bytes, encoding } = encoded;
  return sendBody(reply.header('content-encoding', encoding), bytes);
}
