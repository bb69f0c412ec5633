import { concat, type Bytes, type Part } from '@revera/testkit';
import { createCipheriv, createHash } from 'node:crypto';
import { rc4 } from '../media/pdf/rc4.ts';
import { PdfBuilder, PDF_LABEL, PDF_XMP, withPage } from './pdf-files.ts';

export type TestEncryption = 'rc4_40' | 'rc4_128' | 'aes_128' | 'aes_256_r5' | 'aes_256_r6';

const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const ID = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const PERMISSIONS = -44;
const OWNER = Buffer.alloc(32, 0x5a);
const IV = Buffer.alloc(16, 7);

interface Scheme {
  dictionary: string;
  seal: (data: Uint8Array, number: number) => Uint8Array;
}

/** A file encrypted with a user password, which is usually empty. */
export function encryptedPdf(how: TestEncryption, { password = '', encryptMetadata = true } = {}): Bytes {
  const { dictionary, seal } = how.startsWith('aes_256')
    ? aes256(how === 'aes_256_r5' ? 5 : 6, password, encryptMetadata)
    : old(how, password, encryptMetadata);
  const xmp = new TextEncoder().encode(PDF_XMP);
  return withPage(new PdfBuilder(), '/Metadata 5 0 R')
    .object(4, `<< /Title <${hex(seal(Buffer.from('secret'), 4))}> /AIGC <${hex(seal(Buffer.from(PDF_LABEL), 4))}> >>`)
    .stream(5, '/Type /Metadata /Subtype /XML', encryptMetadata ? seal(xmp, 5) : xmp)
    .object(6, `<< /Filter /Standard ${dictionary} /EncryptMetadata ${String(encryptMetadata)} >>`)
    .table(`/Root 1 0 R /Info 4 0 R /Encrypt 6 0 R /ID [<${hex(ID)}> <${hex(ID)}>]`);
}

function old(how: TestEncryption, password: string, encryptMetadata: boolean): Scheme {
  const bytes = how === 'rc4_40' ? 5 : 16;
  const revision = how === 'rc4_40' ? 2 : how === 'rc4_128' ? 3 : 4;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(PERMISSIONS);
  const padded = concat(Buffer.from(password, 'latin1'), PAD).subarray(0, 32);
  const extra: Part = revision === 4 && !encryptMetadata ? [255, 255, 255, 255] : [];
  let key = md5(padded, OWNER, flags, ID, extra).subarray(0, bytes);
  if (revision > 2) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, bytes);
  let user = rc4(key, revision === 2 ? PAD : md5(PAD, ID));
  if (revision > 2) {
    for (let round = 1; round < 20; round += 1) {
      const turned = key.map((byte) => byte ^ round);
      user = rc4(turned, user);
    }
    user = concat(user, new Uint8Array(16));
  }
  const salt: Part = how === 'aes_128' ? 'sAlT' : [];
  const seal = (data: Uint8Array, number: number): Uint8Array => {
    const objectKey = md5(key, [number, 0, 0, 0, 0], salt).subarray(0, Math.min(16, bytes + 5));
    return how === 'aes_128' ? aes('aes-128-cbc', objectKey, data) : rc4(objectKey, data);
  };
  const version =
    revision === 4
      ? '/V 4 /Length 128 /CF << /StdCF << /CFM /AESV2 /Length 16 /AuthEvent /DocOpen >> >> /StmF /StdCF /StrF /StdCF'
      : `/V ${revision - 1} /Length ${bytes * 8}`;
  return { dictionary: `${version} /R ${revision} /P ${PERMISSIONS} /O <${hex(OWNER)}> /U <${hex(user)}>`, seal };
}

function aes256(revision: 5 | 6, password: string, encryptMetadata: boolean): Scheme {
  const key = Buffer.alloc(32, 0x21);
  const hash = (salt: string): Uint8Array => (revision === 5 ? sha('256', password, salt) : hardened(password, salt));
  const user = concat(hash('saltsalt'), 'saltsalt', 'keysalts');
  const wrap = createCipheriv('aes-256-cbc', hash('keysalts'), Buffer.alloc(16)).setAutoPadding(false);
  const userKey = wrap.update(key);
  const permissions = concat([0xd4, 0xff, 0xff, 0xff, 255, 255, 255, 255], encryptMetadata ? 'T' : 'F', 'adb1234');
  const sealed = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(permissions);
  const owner = Buffer.alloc(48, 1);
  const dictionary =
    `/V 5 /R ${revision} /Length 256 /P ${PERMISSIONS} /O <${hex(owner)}> /U <${hex(user)}> /OE <${hex(userKey)}>` +
    ` /UE <${hex(userKey)}> /Perms <${hex(sealed)}>` +
    ' /CF << /StdCF << /CFM /AESV3 /Length 32 /AuthEvent /DocOpen >> >> /StmF /StdCF /StrF /StdCF';
  return { dictionary, seal: (data) => aes('aes-256-cbc', key, data) };
}

function hardened(password: string, salt: string): Uint8Array {
  let key = sha('256', password, salt);
  for (let round = 0; ; round += 1) {
    const block = concat(...Array.from({ length: 64 }, () => concat(password, key)));
    const sealed = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
      .setAutoPadding(false)
      .update(block);
    const choice = Number(BigInt(`0x${hex(sealed.subarray(0, 16))}`) % 3n);
    key = sha((['256', '384', '512'] as const)[choice] ?? '256', sealed);
    if (round >= 63 && (sealed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function aes(name: string, key: Uint8Array, data: Uint8Array): Uint8Array {
  const cipher = createCipheriv(name, key, IV);
  return concat(IV, cipher.update(data), cipher.final());
}

function md5(...parts: Part[]): Uint8Array {
  return createHash('md5')
    .update(concat(...parts))
    .digest();
}

function sha(bits: '256' | '384' | '512', ...parts: Part[]): Uint8Array {
  return createHash(`sha${bits}`)
    .update(concat(...parts))
    .digest();
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
