import { createHash } from 'node:crypto';
import { createAuthority, type Authority, type Validity } from '../authorities/certificate-authority.ts';
import { mediaKinds, type MediaKind } from '../media/media-kinds.ts';
import { flipByte } from '../mutate.ts';
import type { PeerSigning } from '../oracle/peer-verifier.ts';
import { privateKeyPem } from '../authorities/openssl.ts';
import { stapleOcsp } from '../servers/staple-ocsp.ts';
import { createTimeStampSigner } from '../servers/time-stamp-authority.ts';
import { buildTimeStampToken, grantedTimeStamp } from '../servers/time-stamp-token.ts';
import { digitalSourceTypes, signMedia, type Action, type Ingredient, type SignOptions } from '../sign/sign-media.ts';
import type { MatrixCase, MatrixIngredient, MatrixStamp, MatrixValidity } from './matrix-cases.ts';

/** A file of the matrix and what those who judge it are given. */
export interface MatrixFile {
  bytes: Uint8Array;
  kind: MediaKind;
  /** Who signed it. */
  signer: Authority;
  /** Time of the stamp beside the signature; null without one. */
  stampedAt: Date | null;
  /** How the native peer is to sign it, with an identity beside the claim; null when it is already signed. */
  signing: Pick<PeerSigning, 'settings' | 'manifest'> | null;
}

/** Makes the files of the matrix. */
export interface MatrixWorld {
  /** Root of the time stamps that count (PEM). */
  timeStampRootPem: string;
  /** Root of nobody who signs here (PEM). */
  strangerPem: string;
  make(matrixCase: MatrixCase): Promise<MatrixFile>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const VALIDITY_DAYS: Readonly<Record<MatrixValidity, readonly [number, number]>> = {
  now: [-400, 300],
  ended: [-400, -30],
  to_come: [30, 300],
};
/** Inside the validity of certificates that are valid and of those that have ended; afterwards for the latter. */
const STAMP_DAYS = { inside: -100, after: -5 };

const KINDS = Object.values(mediaKinds).filter(({ engineSigns, extension }) => engineSigns && extension !== 'pdf');
const SOURCE_TYPES = Object.values(digitalSourceTypes);
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'Ed25519'] as const;

/** All times are seen from `now`, because those who judge have no other clock. Rejects without openssl. */
export async function createMatrixWorld(now: Date): Promise<MatrixWorld> {
  const [listed, unlisted, issuer, stranger, identified] = await Promise.all([
    createTimeStampSigner(),
    createTimeStampSigner({ authorityName: 'Revera Test Unlisted TSA' }),
    createAuthority(),
    createAuthority({ authorityName: 'Revera Test Strangers' }),
    createAuthority({ authorityName: 'Revera Test Identities', profile: 'mail' }),
  ]);
  const day = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

  const stampOver = (data: Uint8Array, stamp: MatrixStamp): Promise<Uint8Array> =>
    buildTimeStampToken({
      imprint: createHash('sha256')
        .update('imprint' in stamp ? 'something else' : data)
        .digest(),
      time: day(STAMP_DAYS[stamp.at]),
      signer: stamp.by === 'listed' ? listed : unlisted,
      ...('signed' in stamp && { signingTime: day(STAMP_DAYS[stamp.signed]) }),
    });

  const signerOf = ({ name, signer, identity, validity = 'now' }: MatrixCase): Promise<Authority> => {
    const [from, to] = VALIDITY_DAYS[validity].map(day);
    const ownIssuer = signer?.intermediates !== undefined || signer?.selfSigned === true;
    const period: Partial<{ validity: Validity }> = from && to ? { validity: { notBefore: from, notAfter: to } } : {};
    return createAuthority({
      algorithm: identity === undefined ? chosen(ALGORITHMS, name) : 'ES256',
      ...period,
      ...(!ownIssuer && { issuedBy: issuer }),
      ...signer,
    });
  };

  return {
    timeStampRootPem: listed.rootPem,
    strangerPem: stranger.rootPem,
    make: async (matrixCase) => {
      const { name, stamp, ocsp, ingredient, identity, claimVersion = 2, isChanged = false } = matrixCase;
      const signer = await signerOf(matrixCase);
      const stampedAt = stamp === undefined ? null : day(STAMP_DAYS[stamp.at]);
      const kind = identity === undefined && !isChanged ? chosen(KINDS, name) : mediaKinds.jpeg;
      const action = { action: 'c2pa.created', digitalSourceType: chosen(SOURCE_TYPES, name) };
      const options: SignOptions = {
        authority: signer,
        claimVersion,
        evidence: {
          ...(stamp && {
            stamp: async (data) => {
              const token = await stampOver(data, stamp);
              return claimVersion === 1 ? grantedTimeStamp(token) : token;
            },
          }),
          ...(ocsp && { ocsp: [await stapleOcsp(signer, ocsp, stampedAt ?? now)] }),
        },
        ...(ingredient === undefined
          ? { actions: [action] }
          : { ingredients: [await makeIngredient(ingredient, claimVersion)] }),
      };
      const asset = kind.build();
      if (identity !== undefined) {
        const settings = await identitySettings(signer, identified, identity === 'good' ? identified : signer);
        return { bytes: asset, kind, signer, stampedAt, signing: { settings, manifest: manifestWith(action) } };
      }
      const signed = await signMedia(asset, kind.mediaType, options);
      const bytes = isChanged ? flipByte(signed, signed.length - 3) : signed;
      return { bytes, kind, signer, stampedAt, signing: null };
    },
  };
}

async function makeIngredient({ relationship, state }: MatrixIngredient, claimVersion: 1 | 2): Promise<Ingredient> {
  const { mediaType } = mediaKinds.jpeg;
  const plain = mediaKinds.jpeg.build();
  if (state === 'without_credential') return { bytes: plain, mediaType, relationship };
  const signed = await signMedia(plain, mediaType, { authority: await createAuthority(), claimVersion });
  return { bytes: state === 'valid' ? signed : flipByte(signed, signed.length - 3), mediaType, relationship };
}

/** The same for the same name, and spread over all. */
function chosen<T>(values: readonly T[], name: string): T {
  const value = values[createHash('sha256').update(name).digest().readUInt32BE() % values.length];
  if (value === undefined) throw new RangeError('there is nothing to choose from');
  return value;
}

/** What the native peer writes; the identity comes from its settings. */
function manifestWith(action: Action): object {
  return {
    claim_version: 2,
    claim_generator_info: [{ name: 'Revera Testkit', version: '1.0' }],
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [action] } }],
  };
}

/** Settings of the native peer to sign with an identity: certificates and keys of both. */
async function identitySettings(signer: Authority, identity: Authority, key: Authority): Promise<object> {
  const local = async ({ leaf, between }: Authority, keyOf: Authority): Promise<object> => ({
    local: {
      alg: 'es256',
      sign_cert: [leaf, ...between].map(({ pem }) => pem).join(''),
      private_key: privateKeyPem(keyOf.leaf),
    },
  });
  return {
    signer: await local(signer, signer),
    cawg_x509_signer: await local(identity, key),
    verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
    builder: { thumbnail: { enabled: false } },
  };
}
