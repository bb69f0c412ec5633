/** What is shown of a mail. Empty where the mail has no such part. */
export interface ReadMessage {
  /** Decoded, by name in lower case; only the first of each name. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
}

/**
 * Reads a mail that nodemailer wrote (RFC 5322, RFC 2045 to 2047): unfolded headers, and the text and HTML of one level of
 * parts in UTF-8. Whatever else the bytes are, it answers something and does not fail.
 */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const source = Buffer.from(bytes).toString('latin1');
  const { headers, body } = splitPart(source);
  const boundary = /;\s*boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [{ headers, body }] : partsOf(body, boundary).map(splitPart);
  const find = (type: string): string => {
    const part = parts.find((candidate) => (candidate.headers.get('content-type') ?? '').startsWith(type));
    return part === undefined ? '' : decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '');
  };
  return {
    headers: new Map([...headers].map(([name, value]) => [name, decodeWords(value)])),
    text: find('text/plain'),
    html: find('text/html'),
  };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function splitPart(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const head = end === -1 ? source : source.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end === -1 ? '' : source.slice(end + 4) };
}

function partsOf(body: string, boundary: string): string[] {
  return `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1)
    .flatMap((part) => (part.startsWith('\r\n') ? [part.slice(2)] : []));
}

function decodeBody(body: string, encoding: string): string {
  const bytes =
    encoding.toLowerCase() === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(plainOf(body, encoding), 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
}

function plainOf(body: string, encoding: string): string {
  return encoding.toLowerCase() === 'quoted-printable' ? decodeEscapes(body.replaceAll(/=[ \t]*\r\n/g, '')) : body;
}

/** RFC 2047. White space between two encoded words is not part of the text. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(=\?[^?\s]+\?[BQ]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?\s]*)\?=/gi, (_word, kind: string, text: string) => {
      if (kind.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('utf8');
      return Buffer.from(decodeEscapes(text.replaceAll('_', ' ')), 'latin1').toString('utf8');
    });
}

function decodeEscapes(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/gi, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
