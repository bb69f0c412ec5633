import type { Language } from '../../../shared/language.ts';
import { StateIcon } from '../../kit/components/state-icon.tsx';
import type { Tone } from '../../../shared/statuses.ts';
import { MANIFESTS } from './words.ts';
import {
  OWN_INTEGRITY_TONE,
  ownIntegrity,
  ownSigner,
  OWN_SIGNER_TONE,
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
export function Mark({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span class={`mark tone-${tone}`}>
      <StateIcon tone={tone} />
      {label}
    </span>
  );
}

export function MarkPair({ marks, language }: { marks: Marks; language: Language }) {
  const words = MANIFESTS[language];
  return (
    <span class="mark-pair">
      <Mark tone={OWN_INTEGRITY_TONE[marks.integrity]} label={words.integrity[marks.integrity].label} />{' '}
      <Mark tone={OWN_SIGNER_TONE[marks.signer]} label={words.signer[marks.signer].label} />
    </span>
  );
}
