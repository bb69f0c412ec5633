import type { ChinaAigcFinding, ChinaAigcItem, ChinaAigcProvider, ChinaAigcReservedCode } from '@revera/provenance';
import type { ComponentChildren } from 'preact';
import { fill } from '../../shared/fill.ts';
import { TONES } from '../../shared/statuses.ts';
import { ScrollTable } from '../kit/components/scroll-table.tsx';
import { Codes, codesOf, Facts, firstOf, More, Section, Sentence, Value, type Fact } from './parts.tsx';
import { joinStated, type View } from './view.ts';
import { formatNumber } from '../kit/format-number.ts';

const LABELS = 20;

/** Every China AIGC label as it stands in the file, whom it names, and which rules it breaks. */
export function LabelSection({ view }: { view: View }) {
  const { terms, data } = view;
  const { china_aigc: labels } = data.result;
  const { shown, more } = firstOf(labels.items, LABELS);
  const hasGap = data.report.china_aigc.state === 'examined' && !labels.complete;
  return (
    <Section id="label" title={terms.label.heading}>
      <div>
        <Sentence view={view} text={labels.note} />
      </div>
      {hasGap ? <p>{terms.label.incomplete}</p> : null}
      {shown.map((item, at) => (
        <article class="card label-item" key={at}>
          <LabelItem view={view} item={item} name={fill(terms.label.item, { number: at + 1 })} />
        </article>
      ))}
      <More view={view} count={more} />
      {labels.findings.length === 0 ? null : <h3>{terms.label.allFindings}</h3>}
      <Findings view={view} findings={labels.findings} title={terms.label.allFindings} />
      <Facts rows={[{ name: terms.label.lookAlikes, value: lookAlikes(view) }]} />
    </Section>
  );
}

function LabelItem({ view, item, name }: { view: View; item: ChinaAigcItem; name: string }) {
  const names = view.terms.label;
  return (
    <>
      <h3>{name}</h3>
      {item.state === 'decoded' ? <Elements view={view} item={item} name={name} /> : null}
      <Facts
        rows={[
          { name: names.state, value: view.statuses.label[item.state].heading },
          { name: names.location, value: placeOf(view, item) },
          { name: names.placement, value: names.placements[item.placement] },
          { name: names.form, value: item.form === null ? null : names.forms[item.form] },
          { name: names.deviations, value: codesOf(view, item.deviations) },
          { name: names.extra, value: codesOf(view, item.extra) },
        ]}
      />
      <Provider view={view} title={names.producer} named={item.producer} />
      <Provider view={view} title={names.propagator} named={item.propagator} />
      {item.findings.length === 0 ? null : <h4>{names.findings}</h4>}
      <Findings view={view} findings={item.findings} title={`${name}: ${names.findings}`} />
    </>
  );
}

function placeOf(view: View, { carrier, location, offset, length }: ChinaAigcItem): ComponentChildren {
  const numbers = { offset: formatNumber(offset, view.language), length: formatNumber(length, view.language) };
  return <Value view={view} text={fill(view.terms.label.place, { carrier, location, ...numbers })} />;
}

/** The seven elements by the names that the standard gives them, with what their values mean. */
function Elements({ view, item, name }: { view: View; item: ChinaAigcItem; name: string }) {
  const { words, terms } = view;
  const meaning = Object.entries(terms.label.values).find(([value]) => value === item.label)?.[1];
  const { reserved_code_1: first, reserved_code_2: second } = item.security;
  const rows: readonly (readonly [keyof typeof words.label.names, string | null, string | null])[] = [
    ['Label', item.label, meaning ?? null],
    ['ContentProducer', item.content_producer, item.producer?.company ?? null],
    ['ProduceID', item.produce_id, null],
    ['ReservedCode1', item.reserved_code_1, reservedMeaning(view, first)],
    ['ContentPropagator', item.content_propagator, item.propagator?.company ?? null],
    ['PropagateID', item.propagate_id, null],
    ['ReservedCode2', item.reserved_code_2, reservedMeaning(view, second)],
  ];
  return (
    <ScrollTable label={`${name}: ${words.label.elements}`}>
      <thead>
        <tr>
          <th scope="col">{words.label.element}</th>
          <th scope="col">{words.label.value}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([element, value, means]) => (
          <tr key={element}>
            <th scope="row">
              {words.label.names[element]} <code>{element}</code>
            </th>
            <td>
              <Value view={view} text={value} isCode />
              {means === null ? null : <div>{means}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** What a reserved code holds, when it holds something. */
function reservedMeaning({ terms }: View, code: ChinaAigcReservedCode): string | null {
  const { reservedContents, signatures } = terms.label;
  if (code.content === 'absent' || code.content === 'empty') return null;
  const signature = code.signature === 'none' ? null : signatures[code.signature];
  return joinStated([reservedContents[code.content], signature, code.algorithm, code.signer]);
}

function Provider({ view, title, named }: { view: View; title: string; named: ChinaAigcProvider | null }) {
  if (named === null || named.kind === 'name') return null;
  const names = view.terms.label;
  const isRight = named.check_digit_valid;
  const rows: Fact[] = [
    { name: names.company, value: <Value view={view} text={named.company ?? names.companyUnknown} /> },
    { name: names.uscc, value: named.uscc === null ? null : <Value view={view} text={named.uscc} isCode /> },
    {
      name: names.checkDigit,
      value: isRight === null ? null : isRight ? names.checkDigitValid : names.checkDigitInvalid,
    },
    { name: names.serviceType, value: named.service_type === null ? null : names.serviceTypes[named.service_type] },
    { name: names.basis, value: named.basis },
  ];
  return (
    <>
      <h4>
        {title} · {names.kinds[named.kind]}
      </h4>
      <Facts rows={rows} />
    </>
  );
}

function Findings({ view, findings, title }: { view: View; findings: readonly ChinaAigcFinding[]; title: string }) {
  if (findings.length === 0) return null;
  const { words, statuses } = view;
  const { shown, more } = firstOf(findings);
  return (
    <>
      <ScrollTable label={title}>
        <thead>
          <tr>
            <th scope="col">{words.label.rule}</th>
            <th scope="col">{words.label.message}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ rule, severity, message }, at) => (
            <tr key={at}>
              <th scope="row">
                <span class={`badge tone-${TONES.severity[severity]}`}>{statuses.severity[severity].heading}</span>{' '}
                <code>{rule}</code>
              </th>
              <td>
                <Sentence view={view} text={message} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <More view={view} count={more} />
    </>
  );
}

function lookAlikes(view: View): ComponentChildren {
  const { look_alikes: found } = view.data.result.china_aigc;
  if (found.length === 0) return null;
  const { lookAlike, lookAlikeSilent } = view.terms.label;
  const texts = found.map(({ vendor, location, asserts_ai }) =>
    fill(asserts_ai ? lookAlike : lookAlikeSilent, { vendor, location }),
  );
  return <Codes view={view} codes={texts} />;
}
