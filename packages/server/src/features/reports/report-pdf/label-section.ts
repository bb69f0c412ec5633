import type { ChinaAigcFinding, ChinaAigcItem, ChinaAigcProvider, ChinaAigcReservedCode } from '@revera/provenance';
import { facts, paragraph, section, subsection, type Fact } from './blocks.ts';
import { FACES } from './faces.ts';
import type { Sheet } from './sheet.ts';
import { fill, type Source } from './source.ts';

const BEFORE_PROVIDER = 6;

/** Every China AIGC label as written in the file, whom it names, and which rules it breaks. */
export function labelSection(sheet: Sheet, source: Source): void {
  const { words } = source;
  const { china_aigc: labels } = source.full.result;
  section(sheet, words.label.heading, () => {
    paragraph(sheet, source.sentence(labels.note));
    if (source.full.report.china_aigc.state === 'examined' && !labels.complete) {
      paragraph(sheet, words.label.incomplete);
    }
    for (const [i, item] of labels.items.entries()) labelItem(sheet, source, item, i + 1);
    if (labels.findings.length > 0) subsection(sheet, words.label.allFindings);
    findings(sheet, source, labels.findings);
    facts(sheet, [{ name: words.label.lookAlikes, value: lookAlikes(source) }]);
  });
}

function labelItem(sheet: Sheet, source: Source, item: ChinaAigcItem, number: number): void {
  const names = source.words.label;
  subsection(sheet, fill(names.item, { number: source.number(number) }));
  facts(sheet, [
    { name: names.location, value: placeOf(source, item) },
    { name: names.placement, value: names.placements[item.placement] },
    { name: names.state, value: source.statuses.label[item.state].heading },
    { name: names.form, value: item.form === null ? null : names.forms[item.form] },
    ...(item.state === 'decoded' ? elements(source, item) : []),
    { name: names.deviations, value: source.list(item.deviations), face: FACES.code },
    { name: names.extra, value: source.list(item.extra), face: FACES.code },
  ]);
  provider(sheet, source, names.producer, item.producer);
  provider(sheet, source, names.propagator, item.propagator);
  if (item.findings.length > 0) subsection(sheet, names.findings);
  findings(sheet, source, item.findings);
}

function placeOf(source: Source, { carrier, location, offset, length }: ChinaAigcItem): string {
  const numbers = { offset: source.number(offset), length: source.number(length) };
  return fill(source.words.label.place, { carrier, location: source.value(location), ...numbers });
}

/** The seven elements by the names that the standard gives them. */
function elements(source: Source, item: ChinaAigcItem): Fact[] {
  const { reserved, reservedContents, signatures, values } = source.words.label;
  const meaning = Object.entries(values).find(([value]) => value === item.label)?.[1];
  const stated = (text: string | null): string => (text === '' ? reservedContents.empty : source.stated(text));
  const label = fill(source.words.brackets, { text: stated(item.label), inside: meaning ?? '' });
  const security = (field: string, code: ChinaAigcReservedCode): Fact => ({
    name: fill(reserved, { field }),
    value: isHeld(code)
      ? [reservedContents[code.content], signatures[code.signature], source.value(code.signer)]
          .filter((part, i) => part !== null && (i === 0 || code.signature !== 'none'))
          .join(source.language === 'en' ? ', ' : '，')
      : null,
  });
  return [
    { name: 'Label', value: meaning === undefined ? stated(item.label) : label, face: FACES.strong },
    { name: 'ContentProducer', value: stated(item.content_producer) },
    { name: 'ProduceID', value: stated(item.produce_id), face: FACES.code },
    { name: 'ReservedCode1', value: stated(item.reserved_code_1), face: FACES.code },
    { name: 'ContentPropagator', value: stated(item.content_propagator) },
    { name: 'PropagateID', value: stated(item.propagate_id), face: FACES.code },
    { name: 'ReservedCode2', value: stated(item.reserved_code_2), face: FACES.code },
    security('ReservedCode1', item.security.reserved_code_1),
    security('ReservedCode2', item.security.reserved_code_2),
  ];
}

/** Absent or empty values show in the element itself. */
function isHeld({ content }: ChinaAigcReservedCode): boolean {
  return content !== 'absent' && content !== 'empty';
}

function provider(sheet: Sheet, source: Source, title: string, named: ChinaAigcProvider | null): void {
  if (named === null || named.kind === 'name') return;
  const names = source.words.label;
  const isRight = named.check_digit_valid;
  sheet.space(BEFORE_PROVIDER);
  facts(sheet, [
    { name: title, value: names.kinds[named.kind], face: FACES.strong },
    { name: names.company, value: source.value(named.company) ?? names.companyUnknown },
    { name: names.uscc, value: source.value(named.uscc), face: FACES.code },
    {
      name: names.checkDigit,
      value: isRight === null ? null : isRight ? names.checkDigitValid : names.checkDigitInvalid,
    },
    { name: names.serviceType, value: named.service_type === null ? null : names.serviceTypes[named.service_type] },
    { name: names.basis, value: named.basis },
  ]);
}

function findings(sheet: Sheet, source: Source, list: readonly ChinaAigcFinding[]): void {
  facts(
    sheet,
    list.map(({ rule, severity, message }) => ({
      name: `${rule} · ${source.statuses.severity[severity].heading}`,
      value: source.sentence(message),
    })),
  );
}

function lookAlikes(source: Source): string[] {
  const { look_alikes } = source.full.result.china_aigc;
  const { lookAlike, lookAlikeSilent } = source.words.label;
  return source.list(
    look_alikes.map(({ vendor, location, asserts_ai }) =>
      fill(asserts_ai ? lookAlike : lookAlikeSilent, { vendor, location }),
    ),
  );
}
