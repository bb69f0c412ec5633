import type { ComponentChildren } from 'preact';
import { fill } from '../../shared/fill.ts';
import { TONES } from '../../shared/statuses.ts';
import { labelTone } from './label-tone.ts';
import { StateWord, Value } from './parts.tsx';
import { joinStated, wordCount, type View } from './view.ts';

/** The four kinds of evidence side by side; of the credential, integrity and trust are two states. */
export function EvidenceStrip({ view }: { view: View }) {
  const { terms } = view;
  return (
    <section class="strip" aria-labelledby="strip-title">
      <h2 id="strip-title" class="visually-hidden">
        {terms.evidence.heading}
      </h2>
      <Tile view={view} title={terms.evidence.credential} href="#credential">
        <CredentialStates view={view} />
      </Tile>
      <Tile view={view} title={terms.evidence.label} href="#label">
        <LabelState view={view} />
      </Tile>
      <Tile view={view} title={terms.evidence.metadata} href="#metadata">
        <MetadataState view={view} />
      </Tile>
      <Tile view={view} title={terms.evidence.resolution} href="#resolution">
        <ResolutionState view={view} />
      </Tile>
    </section>
  );
}

interface TileProps {
  view: View;
  title: string;
  href: string;
  children: ComponentChildren;
}

function Tile({ view, title, href, children }: TileProps) {
  return (
    <div class="tile">
      <h3>{title}</h3>
      {children}
      <p class="tile-link">
        <a href={href}>
          {view.words.see}
          <span class="visually-hidden"> – {title}</span>
        </a>
      </p>
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
  const { statuses, data } = view;
  const { status, vendor, model } = data.result.metadata;
  if (data.report.metadata.state !== 'examined') {
    return <NotKnown view={view} state={data.report.metadata.state} />;
  }
  const names = joinStated([vendor, model]);
  return (
    <>
      <StateWord tone={TONES.metadata[status]}>{statuses.metadata[status].heading}</StateWord>
      {names === null ? null : (
        <div>
          <Value view={view} text={names} />
        </div>
      )}
    </>
  );
}

function ResolutionState({ view }: { view: View }) {
  const { statuses, data } = view;
  const { status, reasons } = data.result.resolution_integrity;
  if (data.report.resolution_integrity.state !== 'examined') {
    return (
      <>
        <NotKnown view={view} state={data.report.resolution_integrity.state} />
        {reasons.map((reason) => (
          <p class="soft" key={reason}>
            {reason}
          </p>
        ))}
      </>
    );
  }
  const [first] = reasons;
  return (
    <>
      <StateWord tone={TONES.resolution[status]}>{statuses.resolution[status].heading}</StateWord>
      {first === undefined ? null : <p class="soft">{first}</p>}
    </>
  );
}

/** Nobody looked, or the reader failed: nothing is known, which is not the same as nothing found. */
function NotKnown({ view, state }: { view: View; state: 'failed' | 'not_examined' }) {
  return <StateWord tone={TONES.unexamined[state]}>{view.statuses.unexamined[state].heading}</StateWord>;
}
