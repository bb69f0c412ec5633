import type { Language } from '../../../shared/language.ts';
import { StateIcon } from '../../kit/components/state-icon.tsx';
import type { State } from '../../kit/provenance-look.ts';
import { MANIFESTS } from './words.ts';
import {
  INTEGRITY_LOOK,
  ownIntegrity,
  ownSigner,
  SIGNER_LOOK,
  type OwnIntegrity,
  type OwnSigner,
} from './own-validation.ts';
import type { ManifestNode } from './history.ts';
import type { ManifestsProps } from './props.ts';

/** What one mark says: integrity and trust are never one mark. */
export interface Marks {
  readonly integrity: OwnIntegrity;
  readonly signer: OwnSigner;
}

export function marksOf(
  { manifest }: Pick<ManifestNode, 'manifest'>,
  { store, trustLists }: Pick<ManifestsProps, 'store' | 'trustLists'>,
): Marks {
  return { integrity: ownIntegrity(manifest, trustLists), signer: ownSigner(manifest, store, trustLists) };
}

/** Icon and word. */
export function Mark({ state, label }: { state: State; label: string }) {
  return (
    <span class={`mark state-${state}`}>
      <StateIcon state={state} />
      {label}
    </span>
  );
}

export function MarkPair({ marks, language }: { marks: Marks; language: Language }) {
  const words = MANIFESTS[language];
  return (
    <span class="mark-pair">
      <Mark state={INTEGRITY_LOOK[marks.integrity]} label={words.integrity[marks.integrity].label} />{' '}
      <Mark state={SIGNER_LOOK[marks.signer]} label={words.signer[marks.signer].label} />
    </span>
  );
}
