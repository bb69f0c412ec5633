const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes Base64 without white space, padding required. Null when it is anything else. Node's own decoder accepts anything. */
export function decodeBase64(text: string): Uint8Array | null {
  return text.length % 4 === 0 && BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}
