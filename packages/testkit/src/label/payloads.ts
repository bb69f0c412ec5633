/** The seven elements in the order of Annex E; repeated here, so that readers are checked against it. */
export const AIGC_KEYS = [
  'Label',
  'ContentProducer',
  'ProduceID',
  'ReservedCode1',
  'ContentPropagator',
  'PropagateID',
  'ReservedCode2',
] as const;

export type AigcKey = (typeof AIGC_KEYS)[number];
export type AigcFields = Record<AigcKey, string>;
/** What a reader should have: null where the key is absent. */
export type AigcReadFields = Record<AigcKey, string | null>;

/** A label text as seen in files or vendor documents, and what it says. */
export interface AigcPayload {
  text: string;
  fields: AigcReadFields;
  /** Part of the English name of the company that the code or name belongs to. */
  company?: string;
  uscc?: string;
}

/** The fields of a real Doubao label (empty propagation elements), with `changes`. */
export function aigcFields(changes: Partial<AigcFields> = {}): AigcFields {
  return {
    Label: '1',
    ContentProducer: '001191110102MACQD9K64010000',
    ProduceID: 'cc75f5e99aae4210960acb722f10974e',
    ReservedCode1: '',
    ContentPropagator: '',
    PropagateID: '',
    ReservedCode2: '',
    ...changes,
  };
}

/** The bare text: compact JSON in the order of Annex E. */
export function aigcText(fields: Partial<AigcFields>): string {
  return JSON.stringify(
    Object.fromEntries(AIGC_KEYS.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]])),
  );
}

/** `{"AIGC":…}` around a label text. */
export function wrapped(text: string): string {
  return `{"AIGC":${text}}`;
}

/** Both propagation elements as the production elements, as Annex E note 1 has it for the first writing. */
export function mirrored(fields: AigcFields): AigcFields {
  return { ...fields, ContentPropagator: fields.ContentProducer, PropagateID: fields.ProduceID };
}

const doubao = aigcFields();
const jimeng = aigcFields({
  ContentProducer: '00119144030008867405X210001',
  ProduceID: 'tos-cn-i-tb4s082cfz/c7fe057c61584857b10c5ad6f5ee96e6',
  ContentPropagator: '00119144030008867405X220001',
  PropagateID: 'tos-cn-i-tb4s082cfz/c7fe057c61584857b10c5ad6f5ee96e6',
});
const baidu = mirrored(
  aigcFields({ Label: '2', ContentProducer: '001191110000802100433B10005', ProduceID: '2f7a90c1e4b84d3d9a5c' }),
);
const zhipu = mirrored(aigcFields({ ContentProducer: '001191110108MA01KP2T5U00000', ProduceID: '202609141212345678' }));
const tencent = mirrored(
  aigcFields({
    ContentProducer: '001191440300708461136T1XGW3',
    ProduceID: 'e1c3f2a07b9d4c65',
    ReservedCode1: 'A'.repeat(187) + '=',
    ReservedCode2: 'A'.repeat(187) + '=',
  }),
);
const klingName = mirrored(aigcFields({ ContentProducer: 'kling', ProduceID: 'SGP_PROD_ai_web_30911' }));
const wan = mirrored(
  aigcFields({
    ContentProducer: '001191330106MA2CFLDG4R10001',
    ProduceID: '5b0c22b1d3fb',
    ReservedCode1: 'L-7f31c2',
    ReservedCode2: 'K-7f31c2',
  }),
);
const apple = mirrored(aigcFields({ ContentProducer: '001191310115MAEA70M85H00000', ProduceID: '9E6F1B0A' }));
const vectoriser = mirrored(
  aigcFields({
    ContentProducer: '001191330110MACRLGPT8B00000',
    ProduceID: '7c1e90',
    ReservedCode1: 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80=',
  }),
);
const workspace = aigcFields({
  ContentProducer: '001191110102MACQD9K64018705',
  ContentPropagator: '001191110102MACQD9K64028705',
  PropagateID: 'cc75f5e99aae4210960acb722f10974e',
});

/** Labels of all seven string members, by who writes them. `doubaoMirrored` breaks no rule above information. */
export const LABELS = {
  doubao: whole(doubao, 'ByteDance', '91110102MACQD9K640'),
  doubaoMirrored: whole(mirrored(doubao), 'ByteDance', '91110102MACQD9K640'),
  doubaoWorkspace: whole(workspace, 'ByteDance', '91110102MACQD9K640'),
  jimeng: whole(jimeng, 'ByteDance', '9144030008867405X2'),
  baidu: whole(baidu, 'Baidu', '91110000802100433B'),
  zhipu: whole(zhipu, 'Zhipu', '91110108MA01KP2T5U'),
  tencent: whole(tencent, 'Tencent', '91440300708461136T'),
  klingName: whole(klingName, 'Kuaishou'),
  wan: whole(wan, 'Alibaba', '91330106MA2CFLDG4R'),
  apple: whole(apple, undefined, '91310115MAEA70M85H'),
  vectoriser: whole(vectoriser, undefined, '91330110MACRLGPT8B'),
} as const satisfies Record<string, AigcPayload>;

/** Texts that are not seven strings, as their writers leave them. */
export const ODD_LABELS = {
  /** PNG text of Qwen: three keys, the propagator only. */
  qwen: part(
    '{"ContentPropagator":"001191440101MA9Y9T4H7A00000","Label":"1","ProduceID":"u:1008/task:e511"}',
    {
      Label: '1',
      ProduceID: 'u:1008/task:e511',
      ContentPropagator: '001191440101MA9Y9T4H7A00000',
    },
    'Alibaba',
  ),
  /** Kling: null for both reserved codes. */
  kling: part(
    '{"Label":"1","ContentProducer":"001191110108335469089C10100","ProduceID":"KLingMuse_3d910c5e","ReservedCode1":null,"ContentPropagator":"001191110108335469089C10100","PropagateID":"KLingMuse_3d910c5e","ReservedCode2":null}',
    {
      ...mirrored(aigcFields({ ContentProducer: '001191110108335469089C10100', ProduceID: 'KLingMuse_3d910c5e' })),
    },
    'Kuaishou',
    '91110108335469089C',
  ),
  /** Volcano Engine: three keys. */
  volcano: part(
    '{"Label":"1","ContentProducer":"001191110108MA01R70K8D10000","ProduceID":"0f89e278-52a1-4c3b-8f0e-7d1b5a90c2e4"}',
    { Label: '1', ContentProducer: '001191110108MA01R70K8D10000', ProduceID: '0f89e278-52a1-4c3b-8f0e-7d1b5a90c2e4' },
    'Volcano',
    '91110108MA01R70K8D',
  ),
  /** iFlytek: wrapped, with a printf accident. */
  iflytek: part(
    '{"AIGC":{"Label":"1","ContentProducer":"001191340000711771143J00000","ProduceID":"iat000c1","ReservedCode1":"","ContentPropagator":"001191340000711771143J00000","PropagateID":"%!s(MISSING)","ReservedCode2":""}}',
    {
      ...aigcFields({
        ContentProducer: '001191340000711771143J00000',
        ProduceID: 'iat000c1',
        ContentPropagator: '001191340000711771143J00000',
        PropagateID: '%!s(MISSING)',
      }),
    },
    'iFlytek',
    '91340000711771143J',
  ),
  /** iFlow: 26 characters, misspelt reserved codes, blanks after colons. */
  iflow: part(
    '{"Label": "1", "ContentProducer": "001191330101MA27WPYJ18xliu", "ProduceID": "u-77/s-12", "ReserveCode1": "iflow", "ContentPropagator": "001191330101MA27WPYJ18xliu", "PropagateID": "u-77/s-12", "ReserveCode2": "iflow"}',
    {
      ...mirrored(aigcFields({ ContentProducer: '001191330101MA27WPYJ18xliu', ProduceID: 'u-77/s-12' })),
      ReservedCode1: 'iflow',
      ReservedCode2: 'iflow',
    },
  ),
  /** Honor: the reserved code is an object with an RSA signature of a form nobody knows. */
  honor: part(
    '{"AIGC":{"Label":"1","ContentProducer":"001191440300MA5G49LC9K1YO01","ProduceID":"h-1","ReservedCode1":{"SecurityData":{"Type":"TC260PG","Version":1,"PubSd":[{"Type":"DS","AlgID":"1.2.840.113549.1.1.11","TBSData":{"Type":"Content"},"Signature":"00A1B2"}]}},"ContentPropagator":"","PropagateID":"","ReservedCode2":""}}',
    {
      ...aigcFields({ ContentProducer: '001191440300MA5G49LC9K1YO01', ProduceID: 'h-1' }),
      ReservedCode1:
        '{"SecurityData":{"Type":"TC260PG","Version":1,"PubSd":[{"Type":"DS","AlgID":"1.2.840.113549.1.1.11","TBSData":{"Type":"Content"},"Signature":"00A1B2"}]}}',
    },
    'Honor',
    '91440300MA5G49LC9K',
  ),
} as const satisfies Record<string, AigcPayload>;

function whole(fields: AigcFields, company?: string, uscc?: string): AigcPayload {
  return payload(aigcText(fields), fields, company, uscc);
}

function part(text: string, fields: Partial<AigcFields>, company?: string, uscc?: string): AigcPayload {
  return payload(text, readFields(fields), company, uscc);
}

function payload(text: string, fields: AigcReadFields, company?: string, uscc?: string): AigcPayload {
  return { text, fields, ...(company === undefined ? {} : { company }), ...(uscc === undefined ? {} : { uscc }) };
}

/** Fields with null for every key that `some` has not. */
export function readFields(some: Partial<Record<AigcKey, string | null>>): AigcReadFields {
  const { Label = null, ContentProducer = null, ProduceID = null, ReservedCode1 = null } = some;
  const { ContentPropagator = null, PropagateID = null, ReservedCode2 = null } = some;
  return { Label, ContentProducer, ProduceID, ReservedCode1, ContentPropagator, PropagateID, ReservedCode2 };
}
