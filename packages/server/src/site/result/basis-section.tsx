import type { TrustListUse } from '@revera/provenance';
import { ScrollTable } from '../kit/components/scroll-table.tsx';
import { Codes, Facts, Instant, instantOf, Section, Value, valueOf } from './parts.tsx';
import { wordCount, type View } from './view.ts';
import { formatNumber } from '../kit/format-number.ts';

/** What the result was made with and when, and how to check it again. */
export function BasisSection({ view }: { view: View }) {
  const names = view.terms.basis;
  const lists = view.data.report.trust_lists;
  return (
    <Section id="basis" title={view.words.basis.heading}>
      <h3>{names.lists}</h3>
      {lists.length === 0 ? <p>{names.noLists}</p> : <Lists view={view} lists={lists} />}
      <h3>{names.versions}</h3>
      <Versions view={view} />
      <Signals view={view} />
      <h3>{names.recheck}</h3>
      <p>{view.words.basis.recheck}</p>
    </Section>
  );
}

function Lists({ view, lists }: { view: View; lists: readonly TrustListUse[] }) {
  const names = view.terms.basis;
  return (
    <ScrollTable label={names.lists}>
      <thead>
        <tr>
          {[names.list, names.certificates, names.fetched, names.hash].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr key={list.name}>
            <th scope="row">{names.names[list.name]}</th>
            <td>{list.available ? sizeOf(view, list) : names.unavailable}</td>
            <td>
              {instantOf(view, list.fetched_at)}
              {list.using_cached_version ? <div>{names.cached}</div> : null}
            </td>
            <td>{valueOf(view, list.sha256, true)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function sizeOf({ terms, language }: View, { products, certificates }: TrustListUse): string {
  return products === undefined
    ? formatNumber(certificates, language)
    : wordCount(terms.basis.products, products, language);
}

function Versions({ view }: { view: View }) {
  const { terms, data } = view;
  const { tool, validated_at, china_aigc, metadata } = data.report;
  const names = terms.basis;
  return (
    <Facts
      rows={[
        { name: names.tool, value: tool.version },
        { name: names.engine, value: `${tool.c2pa_engine.name} ${tool.c2pa_engine.version}` },
        { name: names.labelParser, value: china_aigc.state === 'examined' ? china_aigc.facts.parser_version : null },
        { name: names.metadataRules, value: metadata.state === 'examined' ? metadata.facts.rules_version : null },
        { name: terms.file.validatedAt, value: <Instant view={view} at={validated_at} /> },
        { name: names.job, value: <Value view={view} text={data.job.id} isCode /> },
        { name: names.jobKind, value: names.kinds[data.job.kind] },
      ]}
    />
  );
}

/** What the active manifest says of its origin, in the words of the conformance programme. */
function Signals({ view }: { view: View }) {
  const { c2pa } = view.data.report;
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return null;
  const signals = c2pa.facts.manifests[0]?.signals ?? [];
  const names = view.words.signals;
  return (
    <>
      <h3>{names.heading}</h3>
      {signals.length === 0 ? (
        <p>{names.none}</p>
      ) : (
        <>
          <p class="soft">{names.note}</p>
          <Codes view={view} codes={signals} />
        </>
      )}
    </>
  );
}
