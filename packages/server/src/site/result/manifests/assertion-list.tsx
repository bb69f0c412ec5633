import type { ManifestFacts } from '@revera/provenance';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { MANIFESTS } from './words.ts';
import { Mark } from './mark.tsx';
import { SHOWN, type ManifestsProps } from './props.ts';
import { formatNumber } from '../../kit/format-number.ts';

type HashState = 'match' | 'mismatch' | 'unsaid';

const HASH_TONE = { match: 'good', mismatch: 'bad', unsaid: 'neutral' } as const;
const ASSERTION_ADDRESS = /c2pa\.assertions\/([^/]+)$/;

interface Props extends Pick<ManifestsProps, 'language' | 'reportUrl' | 'isFile'> {
  manifest: ManifestFacts;
}

/** Every assertion of the claim, and whether it is still the one that was signed. */
export function AssertionList({ manifest, language, reportUrl, isFile }: Props) {
  const words = MANIFESTS[language];
  const { assertion_labels: labels } = manifest;
  if (labels.length === 0) return null;
  const states = hashStates(manifest);
  const left = labels.length - SHOWN.assertions;
  const number = (value: number) => formatNumber(value, language);
  return (
    <details open={isFile}>
      <summary>
        {words.details.assertions} <span class="soft">{number(labels.length)}</span>
      </summary>
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.details.assertion}</th>
              <th scope="col">{words.details.hash}</th>
            </tr>
          </thead>
          <tbody>
            {labels.slice(0, SHOWN.assertions).map((label, at) => {
              const state = states.get(label) ?? 'unsaid';
              return (
                <tr key={at}>
                  <td>
                    <code>
                      <ShownText text={label.slice(0, 200)} />
                    </code>
                  </td>
                  <td>
                    <Mark tone={HASH_TONE[state]} label={words.details.hashes[state]} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {left <= 0 ? null : (
        <p class="soft">
          {words.moreInReport(number(left))} <a href={reportUrl}>{words.rawReport}</a>
        </p>
      )}
    </details>
  );
}

/** By label: a mismatch outweighs a match. */
function hashStates({ codes }: Pick<ManifestFacts, 'codes'>): Map<string, HashState> {
  const states = new Map<string, HashState>();
  const note = (list: readonly { code: string; url: string | null }[], code: string, state: HashState) => {
    for (const entry of list) {
      const label = entry.code === code ? ASSERTION_ADDRESS.exec(entry.url ?? '')?.[1] : undefined;
      if (label !== undefined) states.set(label, state);
    }
  };
  note(codes.success, 'assertion.hashedURI.match', 'match');
  note(codes.failure, 'assertion.hashedURI.mismatch', 'mismatch');
  return states;
}
