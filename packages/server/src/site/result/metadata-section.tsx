import type { MetadataEvidenceItem } from '@revera/provenance';
import { TONES } from '../../shared/statuses.ts';
import { ScrollTable } from '../kit/components/scroll-table.tsx';
import { codesOf, Facts, firstOf, More, Section, Sentence, StateWord, Value, valueOf } from './parts.tsx';
import { joinStated, type View } from './view.ts';

/** What ordinary metadata say of who made the file, field by field. */
export function MetadataSection({ view }: { view: View }) {
  const { terms, statuses, data } = view;
  const { metadata } = data.result;
  const names = terms.metadata;
  const hasGap = data.report.metadata.state === 'examined' && !metadata.complete;
  return (
    <Section id="metadata" title={names.heading}>
      <div>
        <Sentence view={view} text={metadata.summary ?? statuses.metadata[metadata.status].text} />
      </div>
      {hasGap ? <p>{names.incomplete}</p> : null}
      <Facts
        rows={[
          {
            name: names.status,
            value: (
              <StateWord tone={TONES.metadata[metadata.status]}>{statuses.metadata[metadata.status].heading}</StateWord>
            ),
          },
          { name: names.vendor, value: valueOf(view, metadata.vendor) },
          { name: names.model, value: valueOf(view, metadata.model) },
          { name: names.sourceTypes, value: codesOf(view, metadata.digital_source_types) },
        ]}
      />
      <Evidence view={view} evidence={metadata.evidence} />
    </Section>
  );
}

function Evidence({ view, evidence }: { view: View; evidence: readonly MetadataEvidenceItem[] }) {
  if (evidence.length === 0) return null;
  const names = view.terms.metadata;
  const own = view.words.metadata;
  const { shown, more } = firstOf(evidence);
  return (
    <>
      <ScrollTable label={`${names.heading}: ${names.evidence}`}>
        <thead>
          <tr>
            {[names.kind, names.strength, names.names, own.field, own.location, own.rule].map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((item, at) => (
            <EvidenceRow key={at} view={view} item={item} />
          ))}
        </tbody>
      </ScrollTable>
      <More view={view} count={more} />
    </>
  );
}

function EvidenceRow({ view, item }: { view: View; item: MetadataEvidenceItem }) {
  const names = view.terms.metadata;
  const { kind, strength, vendor, model, field, location, rule, attested } = item;
  return (
    <tr>
      <td>{view.statuses.evidence[kind].heading}</td>
      <td>{names.strengths[strength]}</td>
      <td>
        <Value view={view} text={joinStated([vendor, model])} />
        {attested === null ? null : <div>{names.attested[attested]}</div>}
      </td>
      <td>
        <Value view={view} text={field} />
      </td>
      <td>
        <Value view={view} text={location} isCode />
      </td>
      <td>
        <code>{rule}</code>
      </td>
    </tr>
  );
}
