import { AIGC_KEYS, aigcText, readFields, type AigcFields, type AigcKey, type AigcReadFields } from './payloads.ts';

/** One way in which real writers depart from the plain text, and what a reader makes of it. */
export interface AigcDeviation {
  id: string;
  /** The departing text of a label. */
  apply(label: AigcFields): string;
  expected(label: AigcFields): AigcDeviationExpectation;
}

export interface AigcDeviationExpectation {
  fields: AigcReadFields;
  form: 'bare' | 'wrapped';
  /** Stable words; a reader may record more. */
  deviations: readonly string[];
  /** Rules that must be raised; others may. */
  raised: readonly string[];
}

const FIRST_FOUR_MISSING: readonly AigcKey[] = ['ReservedCode1', 'ContentPropagator', 'PropagateID', 'ReservedCode2'];

/** Every spelling and typing deviation that was seen in files. */
export const DEVIATIONS: readonly AigcDeviation[] = [
  row('wrap', (label) => `{"AIGC":${aigcText(label)}}`, { form: 'wrapped' }),
  row('wrap-string', (label) => `{"AIGC":${JSON.stringify(aigcText(label))}}`, {
    form: 'wrapped',
    raised: ['AIGC-003'],
  }),
  row('wrap-lower-case', (label) => `{"aigc":${aigcText(label)}}`, { form: 'wrapped' }),
  row('space', (label) => `{"AIGC": ${JSON.stringify(label, null, 1)}}`, { form: 'wrapped' }),
  row('blanks', (label) => aigcText(label).replaceAll('":', '": ').replaceAll(',"', ', "')),
  row('num', (label) => aigcText(label).replace(`"Label":"${label.Label}"`, `"Label":${label.Label}`), {
    deviations: ['non-string:Label'],
    raised: ['AIGC-012'],
  }),
  row('null', (label) => withJson(label, 'ReservedCode1', 'null'), {
    fields: { ReservedCode1: '' },
    deviations: ['null:ReservedCode1'],
    raised: ['AIGC-012'],
  }),
  row('obj', (label) => withJson(label, 'ReservedCode1', '{"a":"b"}'), {
    fields: { ReservedCode1: '{"a":"b"}' },
    deviations: ['object:ReservedCode1'],
    raised: ['AIGC-012'],
  }),
  row('short', (label) => aigcText(without(label, FIRST_FOUR_MISSING)), {
    fields: { ReservedCode1: null, ContentPropagator: null, PropagateID: null, ReservedCode2: null },
    raised: ['AIGC-022', 'AIGC-025'],
  }),
  row(
    'noprod',
    ({ Label, ProduceID, ContentProducer }) => JSON.stringify({ ContentPropagator: ContentProducer, Label, ProduceID }),
    {
      fields: { ContentProducer: null, ReservedCode1: null, PropagateID: null, ReservedCode2: null },
      propagatorIsProducer: true,
      raised: ['AIGC-020', 'AIGC-022', 'AIGC-025'],
    },
  ),
  row('order', (label) =>
    JSON.stringify(Object.fromEntries(Object.entries(label).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  ),
  row('typo', (label) => aigcText(label).replaceAll('"ReservedCode', '"ReserveCode'), {
    deviations: ['key-spelling:ReserveCode1', 'key-spelling:ReserveCode2'],
    raised: ['AIGC-007'],
  }),
  row('typo-colon', (label) => aigcText(label).replace('"ReservedCode2"', '"ReservedCode2: "'), {
    deviations: ['key-spelling:ReservedCode2: '],
    raised: ['AIGC-007'],
  }),
  row('labelword', (label) => aigcText({ ...label, Label: 'AIGC' }), {
    fields: { Label: 'AIGC' },
    raised: ['AIGC-011'],
  }),
  row('label2', (label) => aigcText({ ...label, Label: '2' }), { fields: { Label: '2' } }),
  row('fmt', (label) => aigcText({ ...label, PropagateID: '%!s(MISSING)' }), {
    fields: { PropagateID: '%!s(MISSING)' },
    raised: ['AIGC-026'],
  }),
  row('zeros', (label) => aigcText({ ...label, ProduceID: '0'.repeat(32) }), {
    fields: { ProduceID: '0'.repeat(32) },
    raised: ['AIGC-026'],
  }),
  row('path', (label) => aigcText({ ...label, ProduceID: 'u:1008/task:e511#2' }), {
    fields: { ProduceID: 'u:1008/task:e511#2' },
  }),
  row('path-chinese', (label) => aigcText({ ...label, ProduceID: '/工作区/报告.docx' }), {
    fields: { ProduceID: '/工作区/报告.docx' },
    raised: ['AIGC-030'],
  }),
  row('double', (label) => JSON.stringify(aigcText(label)), { deviations: ['double-encoded'], raised: ['AIGC-003'] }),
  row('double-twice', (label) => JSON.stringify(JSON.stringify(aigcText(label))), {
    deviations: ['double-encoded'],
    raised: ['AIGC-003'],
  }),
  row('entities', (label) => aigcText(label).replaceAll('"', '&quot;'), {
    deviations: ['extra-entity-escape'],
    raised: ['AIGC-003'],
  }),
  row('entities-twice', (label) => aigcText(label).replaceAll('"', '&amp;quot;'), {
    deviations: ['extra-entity-escape'],
    raised: ['AIGC-003'],
  }),
  row('over-escaped', (label) => aigcText(label).replaceAll('"', '\\"'), {
    deviations: ['over-escaped'],
    raised: ['AIGC-003'],
  }),
  row('bareprefix', (label) => `AIGC${aigcText(label)}`, { deviations: ['bare-prefix'] }),
  row('bareprefix-colon', (label) => `AIGC:${aigcText(label)}`, { deviations: ['bare-prefix'] }),
  row('bareprefix-equals', (label) => `AIGC=${aigcText(label)}`, { deviations: ['bare-prefix'] }),
  row('trailing', (label) => `${aigcText(label)};;end`, { deviations: ['trailing-bytes'], raised: ['AIGC-003'] }),
  row('trailing-zeros', (label) => `${aigcText(label)}\0\0`),
  row('bom', (label) => `\u{feff}${aigcText(label)}`),
  row(
    'lower',
    (label) =>
      JSON.stringify({
        label: label.Label,
        content_producer: label.ContentProducer,
        producer_id: label.ProduceID,
        reserved_code1: label.ReservedCode1,
        content_propagator: label.ContentPropagator,
        propagate_id: label.PropagateID,
        reserved_code2: label.ReservedCode2,
      }),
    { deviations: ['key-spelling:content_producer', 'key-spelling:producer_id'], raised: ['AIGC-007'] },
  ),
  row('text', (label) => aigcText({ ...label, ContentProducer: 'Minimax Agent AI' }), {
    fields: { ContentProducer: 'Minimax Agent AI' },
    raised: ['AIGC-030', 'AIGC-046'],
  }),
  row('text-chinese', (label) => aigcText({ ...label, ContentProducer: '腾讯云' }), {
    fields: { ContentProducer: '腾讯云' },
    raised: ['AIGC-030', 'AIGC-046'],
  }),
  row('empty', (label) => aigcText({ ...label, ContentPropagator: '', PropagateID: '' }), {
    fields: { ContentPropagator: '', PropagateID: '' },
    raised: ['AIGC-023'],
  }),
  row('half-empty', (label) => aigcText({ ...label, PropagateID: '' }), {
    fields: { PropagateID: '' },
    raised: ['AIGC-024'],
  }),
  row('duplicate', (label) => aigcText(label).replace('{', '{"Label":"3",'), { raised: ['AIGC-005'] }),
  row('extra', (label) => aigcText(label).replace('}', ',"Vendor":"x"}'), { raised: ['AIGC-006'] }),
];

interface Changes {
  form?: 'wrapped';
  fields?: Partial<AigcReadFields>;
  propagatorIsProducer?: true;
  deviations?: readonly string[];
  raised?: readonly string[];
}

function row(id: string, apply: AigcDeviation['apply'], changes: Changes = {}): AigcDeviation {
  const { form = 'bare', fields = {}, deviations = [], raised = [] } = changes;
  return {
    id,
    apply,
    expected: (label) => {
      const moved = changes.propagatorIsProducer === true ? { ContentPropagator: label.ContentProducer } : {};
      return { fields: readFields({ ...label, ...fields, ...moved }), form, deviations, raised };
    },
  };
}

function without(label: AigcFields, keys: readonly AigcKey[]): Partial<AigcFields> {
  return Object.fromEntries(AIGC_KEYS.filter((key) => !keys.includes(key)).map((key) => [key, label[key]]));
}

function withJson(label: AigcFields, key: AigcKey, json: string): string {
  return aigcText(label).replace(`"${key}":${JSON.stringify(label[key])}`, () => `"${key}":${json}`);
}
