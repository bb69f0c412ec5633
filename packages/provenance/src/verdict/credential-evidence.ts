import type { C2paFacts } from '../c2pa/facts.ts';
import type { TrustListUse } from '../trust/trust-list.ts';
import { c2paOrigin } from './c2pa-origin.ts';
import type { Declaration } from './declaration.ts';
import { isDeclaredUnproven } from './declared-unproven.ts';
import { isCreditable } from './integrity-status.ts';
import type { ContentDeclaration, IntegrityStatus } from './verdict.ts';

/** What a credential says, as evidence beside labels and metadata, and how much that counts. */
export interface CredentialEvidence {
  /** A list vouches for the signer, and it is more than an installation's development root, under which anyone can sign. */
  isTrusted: boolean;
  /**
   * `counts`: its signature is valid and it is bound to this content (C2PA 2.x §14.3: show no data of a manifest that is
   * not valid as if it were attributable). `declared`: only the validity of its certificate is not proven, so that it
   * counts like unsigned metadata. `none`: it says nothing that counts.
   */
  weight: 'counts' | 'declared' | 'none';
  /** What it declares, with that weight; `none` without any. */
  declaration: ContentDeclaration;
  /** The maker and the model that it names. */
  source: string | null;
  model: string | null;
}

interface Credential {
  facts: C2paFacts;
  lists: readonly TrustListUse[];
  integrity: IntegrityStatus;
  isSandbox: boolean;
  declared: Declaration;
}

export function credentialEvidence(credential: Credential): CredentialEvidence {
  const { facts, integrity, isSandbox, declared } = credential;
  const weight = isCreditable(integrity) ? 'counts' : isStatement(credential) ? 'declared' : 'none';
  const isTrusted = integrity === 'valid_and_bound' && !isSandbox;
  if (weight === 'none') return { isTrusted, weight, declaration: 'none', source: null, model: null };
  const { source, source_model } = c2paOrigin(facts);
  return { isTrusted, weight, declaration: declared.declaration, source, model: source_model };
}

function isStatement({ facts, lists, declared }: Credential): boolean {
  return declared.declaration !== 'undeclared' && isDeclaredUnproven(facts, lists);
}
