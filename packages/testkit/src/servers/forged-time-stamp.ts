import { concat, fromHex, type Bytes } from '../bytes.ts';
import type { Authority } from '../authorities/certificate-authority.ts';
import { der } from '../der.ts';
import { privateKeyPem, runOpenssl } from '../authorities/openssl.ts';

/** Time stamps such as no authority gives: `openssl cms` signs whatever content with whatever certificate. */
export interface ForgedTimeStamp {
  /** Digest that is stamped. */
  imprint: Uint8Array;
  /** Without a leading zero byte unless the number needs it; null for none. */
  nonce: Uint8Array | null;
  time: Date;
  signer: Authority;
  /** Signs too. */
  cosigner?: Authority;
  /** Object identifier of the digest, as hexadecimal of its content. Default SHA-256. */
  imprintOid?: string;
  /** GeneralizedTime as text instead of `time`. */
  timeText?: string;
  /** More members after the nonce. */
  rest?: Uint8Array;
  /** Dotted object identifier of the content's type. Default that of a TSTInfo. */
  contentType?: string;
  /** Options of `openssl cms -sign`. Default `-cades`, which writes the attribute signingCertificateV2. */
  flags?: readonly string[];
}

const SHA256 = '608648016503040201';
const POLICY = fromHex('0603290102');
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const GRANTED = der(0x30, der(0x02, [0]));

/** A TimeStampResp with status granted around the token. */
export async function forgeTimeStampResponse(forged: ForgedTimeStamp): Promise<Bytes> {
  return der(0x30, GRANTED, await forgeToken(forged));
}

async function forgeToken(forged: ForgedTimeStamp): Promise<Uint8Array> {
  const { signer, cosigner = signer } = forged;
  const args = [
    'cms -sign -binary -nodetach -nosmimecap -md sha256 -outform DER -in content -out out -certfile chain',
    `-econtent_type ${forged.contentType ?? TST_INFO}`,
    '-signer cert -inkey key',
    forged.cosigner === undefined ? '' : '-signer cosigner -inkey cosigner-key',
    ...(forged.flags ?? ['-cades']),
  ];
  return runOpenssl(args.join(' ').split(' ').filter(Boolean), {
    content: timeStampInfo(forged),
    cert: signer.leaf.pem,
    key: privateKeyPem(signer.leaf),
    cosigner: cosigner.leaf.pem,
    'cosigner-key': privateKeyPem(cosigner.leaf),
    chain: signer.intermediate.pem,
  });
}

/** RFC 3161 §2.4.2. */
export function timeStampInfo({
  imprint,
  nonce,
  time,
  imprintOid,
  timeText,
  rest,
}: Omit<ForgedTimeStamp, 'signer'>): Bytes {
  const text = timeText ?? `${time.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  return der(
    0x30,
    der(0x02, [1]),
    POLICY,
    der(0x30, der(0x30, der(0x06, fromHex(imprintOid ?? SHA256)), der(0x05)), der(0x04, imprint)),
    der(0x02, [0x2a]),
    der(0x18, text),
    nonce === null ? [] : der(0x02, nonce),
    concat(rest ?? []),
  );
}
