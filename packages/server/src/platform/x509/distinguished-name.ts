import { IA5String, ObjectIdentifier, PrintableString, Sequence, Set as AsnSet, Utf8String } from 'asn1js';

/** The subject or issuer of a certificate. */
export interface DistinguishedName {
  /** In the form of RFC 4514, with one space after each comma. */
  text: string;
  der: Sequence;
}

const ATTRIBUTE_TYPES: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  SN: '2.5.4.4',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  T: '2.5.4.12',
  G: '2.5.4.42',
  I: '2.5.4.43',
  DC: '0.9.2342.19200300.100.1.25',
  E: '1.2.840.113549.1.9.1',
};
/** Their values are ASCII by definition (RFC 4519 §2.4, RFC 2985 §5.2.1). */
const ASCII_TYPES: ReadonlySet<string | undefined> = new Set([ATTRIBUTE_TYPES['DC'], ATTRIBUTE_TYPES['E']]);
/** Type, value in quotes, value without, and what separates it from the next attribute (RFC 4514 §3). */
const ATTRIBUTE =
  /\s*([A-Za-z]+|\d(?:\.\d+)+)\s*=\s*(?:"((?:\\.|[^\\"])+)"|(?![# ])((?:\\.|[^\\",+;<>])+?))\s*([,+]|$)/gy;
const ESCAPED = /((?:\\[0-9a-f]{2})+)|\\(.)/gi;
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;

/** Reads a name that is written as in RFC 4514. Null when any part of it cannot be read. */
export function parseName(text: string): DistinguishedName | null {
  const names: AsnSet[] = [];
  const texts: string[] = [];
  let [end, separator] = [0, ','];
  for (const [whole, type = '', quoted, plain = '', next = ''] of text.matchAll(ATTRIBUTE)) {
    const oid = type.includes('.') ? type : ATTRIBUTE_TYPES[type];
    if (oid === undefined) return null;
    const value = (quoted ?? plain).replaceAll(ESCAPED, (_all, hex?: string, character?: string) =>
      hex === undefined ? (character ?? '') : Buffer.from(hex.replaceAll('\\', ''), 'hex').toString(),
    );
    const attribute = new Sequence({ value: [new ObjectIdentifier({ value: oid }), directoryString(oid, value)] });
    if (separator === ',') names.push(new AsnSet({ value: [attribute] }));
    else names.at(-1)?.valueBlock.value.push(attribute);
    texts.push(`${type}=${value.replaceAll(/[,+"\\<>;]|^[ #]| $/g, String.raw`\$&`)}${next === ',' ? ', ' : next}`);
    [end, separator] = [end + whole.length, next];
  }
  const isWhole = names.length > 0 && end === text.length && separator === '';
  return isWhole ? { text: texts.join(''), der: new Sequence({ value: names }) } : null;
}

function directoryString(oid: string, value: string): IA5String | PrintableString | Utf8String {
  if (ASCII_TYPES.has(oid)) return new IA5String({ value });
  return PRINTABLE.test(value) ? new PrintableString({ value }) : new Utf8String({ value });
}
