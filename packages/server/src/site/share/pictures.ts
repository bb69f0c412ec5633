import type { ContentDeclaration, CredentialStatus, ProvenanceStatus } from '@revera/provenance';
import { STATUSES, TONES, type Tone } from '../../shared/statuses.ts';
import { LANGUAGE_PATHS, type Language } from '../../shared/language.ts';
import { SHARE } from './words.ts';

/** What a picture for links is about: a page of the site, a result, or a credential. */
export interface SharePicture {
  readonly state: string;
  readonly kind: ShareKind;
}

export const SHARE_KINDS = ['site', 'image', 'video', 'audio', 'document'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

/** What stands on a picture: nothing of it comes out of a file. */
export interface ShareFace {
  readonly heading: string;
  /** The status as a chip above the heading; null: the heading says it. */
  readonly chip: string | null;
  readonly tone: Tone;
  /** Of the band and the drawing: neutral where the heading is a declaration, which is neither good nor bad. */
  readonly frame: Tone;
  /** A trial signature is striped, and never green. */
  readonly isTrial: boolean;
}

/** Statuses below which evidence counts, so that what it declares is said first. */
const CREDITED = ['verified', 'strong_evidence', 'partial_evidence'] as const satisfies readonly ProvenanceStatus[];
/** A green "verified" over a picture that AI made would mislead whoever sees no more than the picture. */
const LEADING = ['ai_generated', 'ai_edited', 'captured'] as const satisfies readonly ContentDeclaration[];

const CREDENTIAL_STATES = ['active', 'suspended', 'expired', 'revoked'] as const satisfies readonly CredentialStatus[];

type FaceMaker = (language: Language) => ShareFace;

/** Every picture there is, by the name of its state. */
const FACES: ReadonlyMap<string, FaceMaker> = new Map([
  ...Object.keys(TONES.provenance)
    .filter(isProvenance)
    .map((status): [string, FaceMaker] => [
      status,
      (language) => plain(STATUSES[language].provenance[status].heading, TONES.provenance[status]),
    ]),
  ...CREDITED.flatMap((status) =>
    LEADING.map((declares): [string, FaceMaker] => [
      `${status}-${declares}`,
      (language) => ({
        heading: declaredWords(status, STATUSES[language].declaration[declares].heading, language),
        chip: STATUSES[language].provenance[status].heading,
        tone: TONES.provenance[status],
        frame: 'neutral',
        isTrial: false,
      }),
    ]),
  ),
  ...CREDENTIAL_STATES.map((status): [string, FaceMaker] => [
    `credential-${status}`,
    (language) => ({
      heading: SHARE[language].credential,
      chip: STATUSES[language].credential[status].heading,
      tone: TONES.credential[status],
      frame: TONES.credential[status],
      isTrial: false,
    }),
  ]),
  ['trial', (language) => ({ ...plain(SHARE[language].trial, 'neutral'), isTrial: true })],
]);

/** Only of a verified credential does a known signer stand behind the words; of anything else they are what it claims. */
function declaredWords(status: ProvenanceStatus, heading: string, language: Language): string {
  return status === 'verified' ? heading : SHARE[language].claimed(heading);
}

function isProvenance(name: string): name is ProvenanceStatus {
  return Object.hasOwn(TONES.provenance, name);
}

function plain(heading: string, tone: Tone): ShareFace {
  return { heading, chip: null, tone, frame: tone, isTrial: false };
}

/** Of the pages of the site. */
export const SITE_PICTURE: SharePicture = { state: 'site', kind: 'site' };

/** Every picture, so that what is kept of them has an end. */
export const SHARE_PICTURES: readonly SharePicture[] = [
  SITE_PICTURE,
  ...[...FACES.keys()].flatMap((state) =>
    SHARE_KINDS.filter((kind) => kind !== 'site').map((kind): SharePicture => ({ state, kind })),
  ),
];

/** Where a picture is served, below the address of the service. */
export function sharePath({ state, kind }: SharePicture, language: Language): string {
  return `/share/${LANGUAGE_PATHS[language]}/${kind}/${state}.png`;
}

/** What a picture says; undefined: there is no such picture. */
export function faceOf({ state }: SharePicture, language: Language): ShareFace | undefined {
  if (state === SITE_PICTURE.state) return plain(SHARE[language].site, 'neutral');
  return FACES.get(state)?.(language);
}

export interface ShareableResult {
  readonly provenance_status: ProvenanceStatus;
  readonly media_type: string;
  readonly declaration: ContentDeclaration;
  readonly isTrial: boolean;
}

/** The picture of a result. */
export function pictureOfResult({
  provenance_status,
  media_type,
  declaration,
  isTrial,
}: ShareableResult): SharePicture {
  const declared = `${provenance_status}-${declaration}`;
  // Only what a sandbox vouches for is a trial: a damaged credential stays one.
  const trial = isTrial && CREDITED.some((status) => status === provenance_status);
  const state = trial ? 'trial' : FACES.has(declared) ? declared : provenance_status;
  return { state, kind: kindOf(media_type) };
}

/** The picture of a credential of this service. */
export function pictureOfCredential(record: {
  status: CredentialStatus;
  media_type: string;
  sandbox: boolean;
}): SharePicture {
  const isTrial = record.sandbox && record.status === 'active';
  return { state: isTrial ? 'trial' : `credential-${record.status}`, kind: kindOf(record.media_type) };
}

function kindOf(mediaType: string): ShareKind {
  const kind = mediaType.split('/', 1)[0];
  return SHARE_KINDS.find((name) => name === kind && name !== 'site') ?? 'document';
}
