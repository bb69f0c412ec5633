import type { VNode } from 'preact';
import { fill } from '../../shared/fill.ts';
import { TONES } from '../../shared/statuses.ts';
import { cellsOf, partsOf, type CellName } from './found.ts';
import { labelTone } from './label-tone.ts';
import { StateWord, Value } from './parts.tsx';
import { joinStated, wordCount, type View } from './view.ts';

/** The kinds of evidence that were found, side by side; of the credential, integrity and trust are two states. */
export function EvidenceStrip({ view }: { view: View }) {
  const { terms } = view;
  const cells = cellsOf(view);
  if (cells.length === 0) return null;
  return (
    <section class="strip" aria-labelledby="strip-title">
      <h2 id="strip-title" class="visually-hidden">
        {terms.evidence.heading}
      </h2>
      {cells.map((name) => (
        <Cell view={view} name={name} key={name} />
      ))}
    </section>
  );
}

const STATES: Readonly<Record<CellName, (props: { view: View }) => VNode>> = {
  credential: CredentialStates,
  label: LabelState,
  metadata: MetadataState,
  resolution: ResolutionState,
};
const PART_OF = { credential: 'signature', label: 'label', metadata: 'metadata', resolution: null } as const;

function Cell({ view, name }: { view: View; name: CellName }) {
  const title = view.terms.evidence[name];
  const State = STATES[name];
  const part = PART_OF[name];
  return (
    <div class="tile" id={part === null ? name : undefined}>
      <div class="tile-head">
        <h3>{title}</h3>
        {part !== null && partsOf(view).includes(part) ? (
          <a class="tile-link" href={`#${name}`}>
            {view.words.see}
            <span class="visually-hidden"> – {title}</span>
          </a>
        ) : null}
      </div>
      <State view={view} />
    </div>
  );
}

function CredentialStates({ view }: { view: View }) {
  const { terms, statuses, data } = view;
  const { c2pa, credential_integrity_status: integrity } = data.result;
  if (data.report.c2pa.state !== 'examined') return <NotKnown view={view} state={data.report.c2pa.state} />;
  if (integrity === 'no_credential') {
    return <StateWord tone={TONES.integrity[integrity]}>{statuses.integrity[integrity].heading}</StateWord>;
  }
  return (
    <dl class="tile-states">
      <dt>{terms.evidence.integrity}</dt>
      <dd>
        <StateWord tone={TONES.integrity[integrity]}>{statuses.integrity[integrity].heading}</StateWord>
      </dd>
      <dt>{terms.evidence.trust}</dt>
      <dd>
        <StateWord tone={TONES.trust[c2pa.trust_status]}>{statuses.trust[c2pa.trust_status].heading}</StateWord>
      </dd>
    </dl>
  );
}

const LABEL_CONTRADICTIONS: ReadonlySet<string> = new Set(['label_contradicts_credential', 'labels_contradict']);

function LabelState({ view }: { view: View }) {
  const { words, terms, data, language } = view;
  const { china_aigc: labels } = data.result;
  if (data.report.china_aigc.state !== 'examined') {
    return <NotKnown view={view} state={data.report.china_aigc.state} />;
  }
  const isContradicted = data.verdict.notes.some(({ code }) => LABEL_CONTRADICTIONS.has(code));
  const found = wordCount(terms.evidence.labelsFound, labels.items.length, language);
  const [first] = labels.items;
  const meaning = Object.entries(terms.label.values).find(([value]) => value === first?.label)?.[1];
  // A code that cannot be right names nobody, here as little as in the summary.
  const isWrong = first?.producer?.check_digit_valid === false;
  const provider = isWrong ? null : (first?.producer?.company ?? first?.content_producer ?? null);
  return (
    <>
      <StateWord tone={labelTone(labels, isContradicted)}>
        {labels.items.length === 0 ? terms.evidence.labelAbsent : found}
      </StateWord>
      {labels.complete ? null : <p class="soft">{terms.label.incomplete}</p>}
      {meaning === undefined ? null : <p>{fill(words.labelSays, { value: meaning })}</p>}
      {provider === null || provider === '' ? null : (
        <div>
          <Value view={view} text={fill(words.labelProvider, { name: provider })} />
        </div>
      )}
    </>
  );
}

function MetadataState({ view }: { view: View }) {
  const { terms, statuses, data } = view;
  const { status, vendor, model, complete } = data.result.metadata;
  if (data.report.metadata.state !== 'examined') {
    return <NotKnown view={view} state={data.report.metadata.state} />;
  }
  const names = joinStated([vendor, model]);
  return (
    <>
      <StateWord tone={TONES.metadata[status]}>{statuses.metadata[status].heading}</StateWord>
      {complete ? null : <p class="soft">{terms.metadata.incomplete}</p>}
      {names === null ? null : (
        <div>
          <Value view={view} text={names} />
        </div>
      )}
    </>
  );
}

function ResolutionState({ view }: { view: View }) {
  const { status, reasons } = view.data.result.resolution_integrity;
  const { state } = view.data.report.resolution_integrity;
  return (
    <>
      {state === 'examined' ? (
        <StateWord tone={TONES.resolution[status]}>{view.statuses.resolution[status].heading}</StateWord>
      ) : (
        <NotKnown view={view} state={state} />
      )}
      {reasons.map((reason) => (
        <p class="soft" key={reason}>
          {reason}
        </p>
      ))}
    </>
  );
}

/** Nobody looked, or the reader failed: nothing is known, which is not the same as nothing found. */
function NotKnown({ view, state }: { view: View; state: 'failed' | 'not_examined' }) {
  return <StateWord tone={TONES.unexamined[state]}>{view.statuses.unexamined[state].heading}</StateWord>;
}
