import { CLAIMABLES, nameOfFamily } from '../../shared/lab-vocabulary.ts';
import type { Language } from '../../shared/language.ts';
import { LAB } from './words.ts';

/** In the order in which people ask. */
const STAGES = ['origin', 'capture', 'editor', 'delivery', 'muxer', 'videoEncoder', 'audioEncoder'] as const;

/** What can be claimed, by stage, as the tables of the lab have it. */
export function ClaimList({ language, chosen }: { language: Language; chosen: string }) {
  const words = LAB[language].tool;
  return (
    <p class="lab-claim">
      <label for="lab-claim">{words.claim}</label>
      <select id="lab-claim" name="claim" aria-describedby="lab-claim-hint">
        <option value="unknown" selected={chosen === 'unknown'}>
          {words.noClaim}
        </option>
        {STAGES.map((stage) => {
          const ofStage = CLAIMABLES.filter((one) => one.stage === stage);
          return ofStage.length === 0 ? null : (
            <optgroup label={words.stages[stage]} key={stage}>
              {ofStage.map((one) => (
                <option value={one.family} selected={chosen === one.family} key={one.family}>
                  {nameOfFamily(one, language)}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
      <span class="soft" id="lab-claim-hint">
        {words.claimHint}
      </span>
    </p>
  );
}
