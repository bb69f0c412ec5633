/** How far a signature that holds is known: by a list, by this service alone, or by nobody. */
export const STANDINGS = ['verified', 'sandbox', 'unlisted', 'unchecked'] as const;

/** What the sentence about a signed file repeats: the credential's declaration, or what unsigned evidence beside it says. */
export const SAYINGS = [
  'generated',
  'edited_ai',
  'captured',
  'created',
  'edited',
  'composite',
  'undeclared',
  'label',
  'metadata',
] as const;

/** Everything else that a result can come to. */
const OTHERS = [
  'credential_unconfirmed',
  'credential_rejected',
  'credential_unreadable',
  'credential_damaged',
  'history_broken',
  'history_certificate',
  'content_differs',
  'certificate_revoked',
  'certificate_unfit',
  'certificate_expired',
  'certificate_not_in_force',
  'credential_against_label',
  'credential_against_metadata',
  'labels_contradict',
  'metadata_conflicting',
  'withdrawn',
  'suspended',
  'label_generated',
  'label_possible',
  'label_suspected',
  'label_unstated',
  'label_nonconformant',
  'label_unreadable',
  'label_empty',
  'metadata_generated',
  'metadata_edited_ai',
  'metadata_captured',
  'metadata_says',
  'metadata_software',
  'not_examined',
  'credential_not_examined',
  'elsewhere',
  'nothing',
] as const;

export type Standing = (typeof STANDINGS)[number];
export type Saying = (typeof SAYINGS)[number];
type Other = (typeof OTHERS)[number];

/** The situation that the first sentence of a result is about. */
export type Situation = `${Standing}_${Saying}` | Other;

const SIGNED = STANDINGS.flatMap((standing) => SAYINGS.map((saying) => `${standing}_${saying}` as const));

export const SITUATIONS: readonly Situation[] = [...SIGNED, ...OTHERS];
