import type { TimeStampFacts } from '@revera/provenance';
import { CutText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import type { Language } from '../../../shared/language.ts';
import type { State } from '../../kit/provenance-look.ts';
import { MANIFESTS } from './words.ts';
import { Mark } from './mark.tsx';
import type { StampStanding } from './own-validation.ts';

const LOOK: Readonly<Record<StampStanding, State>> = {
  listed: 'verified',
  unconfirmed: 'partial',
  broken: 'failed',
  none: 'unknown',
};

interface Props {
  standing: StampStanding;
  stamp: TimeStampFacts | null;
  language: Language;
}

/** When it was signed, and whether anybody but the signer says so. */
export function StampMark({ standing, stamp, language }: Props) {
  const words = MANIFESTS[language];
  return (
    <div class="stamp">
      <p>
        <Mark state={LOOK[standing]} label={words.stamp[standing].label} />{' '}
        {stamp?.time == null ? null : <When at={stamp.time} language={language} />}
      </p>
      <p class="soft">{words.stamp[standing].text}</p>
      {stamp?.authority == null ? null : (
        <div class="soft">
          {words.stampBy} <CutText text={stamp.authority} language={language} />
        </div>
      )}
    </div>
  );
}
