import type { AuthorityOptions } from '../authorities/certificate-authority.ts';
import type { OcspStaple } from '../servers/staple-ocsp.ts';
import type { Ingredient } from '../sign/sign-media.ts';
import type { ExtendedKeyUsage } from '../authorities/signer-profiles.ts';

/** How those who judge a file come to know its signer. */
export type MatrixList =
  /** Its root is an anchor of the C2PA list, which counts for claim signing alone. */
  | 'c2pa'
  /** Its root is an anchor of the interim list, which counts for what that list's own settings name. */
  | 'interim'
  /** The certificate itself is on the interim list's list of allowed ones. */
  | 'allowed'
  | 'none';

/** When the signer's certificate is valid, seen from now. */
export type MatrixValidity = 'now' | 'ended' | 'to_come';

/** The time stamp beside the signature. */
export type MatrixStamp =
  /** By an authority below an anchor of time stamps. */
  | { by: 'listed' | 'unlisted'; at: 'inside' | 'after' }
  /** By a listed authority, over something else. */
  | { by: 'listed'; at: 'inside'; imprint: 'other' }
  /** By a listed authority, whose signature on the stamp names another time than the stamp itself. */
  | { by: 'listed'; at: 'inside' | 'after'; signed: 'inside' | 'after' };

export interface MatrixIngredient {
  relationship: NonNullable<Ingredient['relationship']>;
  /** Whether it has a credential, and whether that was broken when the ingredient was used. */
  state: 'valid' | 'broken' | 'without_credential';
}

/** A CAWG identity (X.509) beside the claim: by whom it says, or made with another's key. */
export type MatrixIdentity = 'good' | 'other_key';

/** One file to make and to judge. What is left out is as in every ordinary file. */
export interface MatrixCase {
  name: string;
  signer?: AuthorityOptions;
  /** Default `c2pa`. */
  list?: MatrixList;
  /** Default `now`. */
  validity?: MatrixValidity;
  stamp?: MatrixStamp;
  /** Default 2. */
  claimVersion?: 1 | 2;
  ocsp?: OcspStaple;
  identity?: MatrixIdentity;
  ingredient?: MatrixIngredient;
  /** The content is changed after signing. */
  isChanged?: boolean;
}

const USAGES: readonly (readonly ExtendedKeyUsage[])[] = [
  ['c2pa'],
  ['emailProtection'],
  ['documentSigning'],
  ['microsoftC2pa'],
  ['timeStamping'],
  ['ocspSigning'],
  ['any'],
  [],
  ['c2pa', 'documentSigning'],
  ['c2pa', 'emailProtection'],
  ['c2pa', 'timeStamping'],
  ['c2pa', 'any'],
  ['emailProtection', 'documentSigning'],
  ['emailProtection', 'clientAuth'],
  ['emailProtection', 'ocspSigning'],
  ['documentSigning', 'microsoftC2pa'],
  ['adobeDocuments', 'documentSigning', 'microsoftDocuments'],
];
const LISTS: readonly MatrixList[] = ['c2pa', 'interim', 'allowed', 'none'];

/** What a certificate may be used for decides whether it may sign claims at all, and which list counts. */
const usageCases = USAGES.flatMap((extendedKeyUsages) =>
  LISTS.slice(0, 3).map((list): MatrixCase => ({
    name: `for ${extendedKeyUsages.join(' and ') || 'no named purpose'}, ${list}`,
    signer: { extendedKeyUsages },
    list,
  })),
);

const KEYS: readonly AuthorityOptions[] = [
  { algorithm: 'ES256' },
  { algorithm: 'ES384' },
  { algorithm: 'ES512' },
  { algorithm: 'Ed25519' },
  { algorithm: 'PS256' },
  { algorithm: 'PS384' },
  { algorithm: 'PS512' },
  { algorithm: 'PS256', rsaBits: 3072 },
  { algorithm: 'PS512', rsaBits: 4096 },
];

const keyCases = KEYS.flatMap((signer) =>
  ([1, 2] as const).map((claimVersion): MatrixCase => ({
    name: `${signer.algorithm} ${signer.rsaBits ?? ''} claim ${claimVersion}`.replace('  ', ' '),
    signer,
    claimVersion,
  })),
);

const CHAINS: Readonly<Record<string, AuthorityOptions>> = {
  'root and leaf': { intermediates: 0 },
  'one intermediate': {},
  'two intermediates': { intermediates: 2 },
  'intermediate missing': { omitIntermediate: true },
  'root presented': { presentRoot: true },
  'self-signed': { selfSigned: true },
  'leaf that is a CA': { leafIsCa: true },
};

const chainCases = Object.entries(CHAINS).flatMap(([chain, signer]) =>
  LISTS.map((list): MatrixCase => ({ name: `${chain}, ${list}`, signer, list })),
);

const TIMES: Readonly<Record<string, Pick<MatrixCase, 'validity' | 'stamp'>>> = {
  'valid, stamped by a listed authority': { stamp: { by: 'listed', at: 'inside' } },
  'valid, stamped by an unlisted authority': { stamp: { by: 'unlisted', at: 'inside' } },
  'valid, stamp over something else': { stamp: { by: 'listed', at: 'inside', imprint: 'other' } },
  'ended, stamped before by a listed authority': { validity: 'ended', stamp: { by: 'listed', at: 'inside' } },
  'ended, stamped before by an unlisted authority': { validity: 'ended', stamp: { by: 'unlisted', at: 'inside' } },
  'ended, stamp over something else': { validity: 'ended', stamp: { by: 'listed', at: 'inside', imprint: 'other' } },
  'ended, stamped afterwards': { validity: 'ended', stamp: { by: 'listed', at: 'after' } },
  'ended, stamped before, signed afterwards': {
    validity: 'ended',
    stamp: { by: 'listed', at: 'inside', signed: 'after' },
  },
  'ended, stamped afterwards, signed before': {
    validity: 'ended',
    stamp: { by: 'listed', at: 'after', signed: 'inside' },
  },
  'ended, without stamp': { validity: 'ended' },
  'not yet valid': { validity: 'to_come' },
};

const timeCases = Object.entries(TIMES).flatMap(([time, chosen]) =>
  (['c2pa', 'none'] as const).flatMap((list) =>
    ([1, 2] as const).map((claimVersion): MatrixCase => ({
      name: `${time}, ${list}, claim ${claimVersion}`,
      list,
      claimVersion,
      ...chosen,
    })),
  ),
);

const STAPLES: readonly OcspStaple[] = ['good', 'good_by_issuer', 'revoked', 'expired', 'badly_signed', 'rubbish'];

const ocspCases = STAPLES.flatMap((ocsp) =>
  [undefined, { by: 'listed', at: 'inside' } as const].flatMap((stamp) =>
    ([1, 2] as const).map((claimVersion): MatrixCase => ({
      name: `OCSP ${ocsp}, ${stamp === undefined ? 'without stamp' : 'stamped'}, claim ${claimVersion}`,
      ocsp,
      claimVersion,
      ...(stamp !== undefined && { stamp }),
    })),
  ),
);

const ingredientCases = (['parentOf', 'componentOf', 'inputTo'] as const).flatMap((relationship) =>
  (['valid', 'broken', 'without_credential'] as const).flatMap((state) =>
    ([1, 2] as const).map((claimVersion): MatrixCase => ({
      name: `${relationship} ${state}, claim ${claimVersion}`,
      ingredient: { relationship, state },
      claimVersion,
    })),
  ),
);

const otherCases: readonly MatrixCase[] = [
  { name: 'identity good', identity: 'good' },
  { name: 'identity with the key of another', identity: 'other_key' },
  { name: 'identity good, signer unlisted', identity: 'good', list: 'none' },
  { name: 'content changed', isChanged: true },
  { name: 'content changed, certificate ended', isChanged: true, validity: 'ended' },
  { name: 'content changed, signer unlisted', isChanged: true, list: 'none' },
  { name: 'content changed, revoked', isChanged: true, ocsp: 'revoked', stamp: { by: 'listed', at: 'inside' } },
];

/**
 * Every value of every trait beside ordinary others, and all pairs of those that decide together: purposes and lists,
 * chains and lists, time stamps and claim versions, revocation and time stamps.
 */
export const matrixCases: readonly MatrixCase[] = [
  ...usageCases,
  ...keyCases,
  ...chainCases,
  ...timeCases,
  ...ocspCases,
  ...ingredientCases,
  ...otherCases,
];
