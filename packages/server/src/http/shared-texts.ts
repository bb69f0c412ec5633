import { createHash } from 'node:crypto';
import { encodeText, chooseEncoding, type EncodedText } from './content-encoding.ts';

/** Texts that are the same for everybody: each is compressed once, not for each answer. */
export interface SharedTexts {
  /** Compresses a text for a client that takes it so; null: it is sent as it is. */
  encode(text: string, etag: string, accepted: string | undefined): Promise<EncodedText | null>;
}

/** Names a text by its bytes. Weak: the same text goes out in several encodings. */
export function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** All pages of the site in both languages and encodings, several times over. */
const KEPT_MAX = 1_000;

export function createSharedTexts(keptMax = KEPT_MAX): SharedTexts {
  const kept = new Map<string, Promise<EncodedText | null>>();
  return {
    encode: (text, etag, accepted) => {
      const key = `${chooseEncoding(accepted) ?? ''} ${etag}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const encoded = encodeText(text, accepted);
      const [oldest] = kept.keys();
      if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
      kept.set(key, encoded);
      return encoded;
    },
  };
}
