import type { ComponentChildren } from 'preact';
import { StateIcon } from '../kit/components/state-icon.tsx';
import { fill } from '../../shared/fill.ts';
import { TONES, type Tone } from '../../shared/statuses.ts';
import { Facts, Instant, Value, valueOf, type Fact } from './parts.tsx';
import { joinStated, type View } from './view.ts';

/** The verdict in one look: its word, one sentence, who and when; beside it what a reader must not miss. */
export function VerdictCard({ view }: { view: View }) {
  const { statuses, data } = view;
  const status = data.result.provenance_status;
  return (
    <div class={`result-verdict tone-${TONES.provenance[status]}`}>
      <div class="verdict-word">
        <StateIcon tone={TONES.provenance[status]} />
        <h1>{statuses.provenance[status].heading}</h1>
      </div>
      <p class="verdict-text">{statuses.provenance[status].text}</p>
      <Cautions view={view} />
      <Facts rows={whoAndWhen(view)} />
    </div>
  );
}

interface Caution {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
}

function Cautions({ view }: { view: View }) {
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

/** What changes how far the verdict carries, and is not a part of its word. */
function cautionsOf({ words, statuses, data }: View): Caution[] {
  const { result } = data;
  const credential = result.service_credential;
  const { sandbox, sandboxText, serviceTrust, partial, partialText, withdrawn } = words.verdict;
  const list: Caution[] = [];
  if (credential !== null && credential.status !== 'active') {
    const { heading, text } = statuses.credential[credential.status];
    list.push({ tone: TONES.credential[credential.status], label: fill(withdrawn, { state: heading }), text });
  }
  if (result.c2pa.trust.sandbox) list.push({ tone: 'warning', label: sandbox, text: sandboxText });
  else if (result.c2pa.trust_status === 'service_trusted') {
    list.push({ tone: 'partial', label: serviceTrust, text: statuses.trust.service_trusted.text });
  }
  for (const { code, title, text } of result.understand) {
    const tone = BESIDE_VERDICT.get(code);
    if (tone !== undefined) list.push({ tone, label: title, text });
  }
  if (result.status === 'partial') list.push({ tone: 'warning', label: partial, text: partialText });
  return list;
}

function whoAndWhen(view: View): Fact[] {
  const { words, terms, data } = view;
  const { c2pa, credential_integrity_status: integrity } = data.result;
  const isProven = integrity === 'valid_and_bound' && !c2pa.trust.sandbox;
  return [
    ...madeAs(view),
    { name: isProven ? terms.credential.signer : words.verdict.signerUnproven, value: signerOf(view) },
    { name: terms.credential.signedAt, value: c2pa.present ? signedAt(view) : null },
    { name: terms.file.validatedAt, value: <Instant view={view} at={data.report.validated_at} /> },
  ];
}

/** Where the evidence contradicts itself, no side of it is repeated here. */
function madeAs(view: View): Fact[] {
  const { words, terms, statuses, data } = view;
  const { provenance_status, summary } = data.result;
  if (provenance_status === 'conflicting') {
    return [{ name: words.verdict.madeAs, value: <a href="#contradictions">{words.verdict.contradictory}</a> }];
  }
  return [
    { name: words.verdict.madeAs, value: statuses.declaration[summary.content_declaration].heading },
    { name: terms.evidence.maker, value: valueOf(view, joinStated([summary.source, summary.source_model])) },
  ];
}

function signedAt(view: View): ComponentChildren {
  const { signed_at } = view.data.result.c2pa;
  return signed_at === null ? view.terms.credential.signedAtUnknown : <Instant view={view} at={signed_at} />;
}

/** Who signed, and whether a list knows the name: a question of its own, whatever the verdict is. */
function signerOf(view: View): ComponentChildren {
  const { signer, trust_status } = view.data.result.c2pa;
  if (signer === null) return null;
  return (
    <>
      <Value view={view} text={signer} /> <span class="soft">– {view.statuses.trust[trust_status].heading}</span>
    </>
  );
}
