import type { TimeStampFacts } from '@revera/provenance';
import { CutText } from '../../kit/components/shown-text.tsx';
import { When } from '../../kit/components/when.tsx';
import type { Language } from '../../../shared/language.ts';
import type { Tone } from '../../../shared/statuses.ts';
import { MANIFESTS } from './words.ts';
import { Mark } from './mark.tsx';
import type { StampStanding } from './own-validation.ts';

const STAMP_TONE: Readonly<Record<StampStanding, Tone>> = {
  listed: 'good',
  unconfirmed: 'partial',
  broken: 'bad',
  none: 'neutral',
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
        <Mark tone={STAMP_TONE[standing]} label={words.stamp[standing].label} />{' '}
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
