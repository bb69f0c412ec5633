import { fill } from '../../../shared/fill.ts';
import { TONES, type Tone } from '../../../shared/statuses.ts';
import type { View } from '../view.ts';

interface Caution {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
}

/** What changes how far the statement carries, and is not said by it already. */
export function Cautions({ view }: { view: View }) {
  const cautions = cautionsOf(view);
  if (cautions.length === 0) return null;
  return (
    <ul class="cautions">
      {cautions.map(({ tone, label, text }) => (
        <li key={label} class={`tone-${tone}`}>
          <span class="badge">{label}</span>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

/**
 * Notes that must be read beside the verdict: other content than what was signed, which the word for a broken certificate
 * does not say; and that what an intact credential declares counts although its certificate does not.
 */
const BESIDE_VERDICT: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ['content_differs', 'bad'],
  ['declared_not_proven', 'warning'],
]);

function cautionsOf({ words, statuses, statement, data }: View): Caution[] {
  const { result } = data;
  const credential = result.service_credential;
  const { sandbox, sandboxText, serviceTrust, partial, partialText, withdrawn } = words.verdict;
  const { situation } = statement;
  const list: Caution[] = [];
  if (credential !== null && credential.status !== 'active') {
    const { heading, text } = statuses.credential[credential.status];
    list.push({ tone: TONES.credential[credential.status], label: fill(withdrawn, { state: heading }), text });
  }
  if (result.c2pa.trust.sandbox) {
    if (!situation.startsWith('sandbox_')) list.push({ tone: 'neutral', label: sandbox, text: sandboxText });
  } else if (result.c2pa.trust_status === 'service_trusted') {
    list.push({ tone: 'partial', label: serviceTrust, text: statuses.trust.service_trusted.text });
  }
  for (const { code, title, text } of result.understand) {
    const tone = BESIDE_VERDICT.get(code);
    if (tone !== undefined && code !== situation) list.push({ tone, label: title, text });
  }
  if (result.status === 'partial') list.push({ tone: 'warning', label: partial, text: partialText });
  return list;
}
