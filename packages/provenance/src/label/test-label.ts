import type { LabelFields } from './facts.ts';
import type { LocatedLabel } from './locate.ts';

/** The values of a real label whose propagation elements were left empty. */
export const DOUBAO: LabelFields = {
  Label: '1',
  ContentProducer: '001191110102MACQD9K64010000',
  ProduceID: 'cc75f5e99aae4210960acb722f10974e',
  ReservedCode1: '',
  ContentPropagator: '',
  PropagateID: '',
  ReservedCode2: '',
};

/** As the standard requires at the first writing: propagation repeats production. */
export const MIRRORED: LabelFields = {
  ...DOUBAO,
  ContentPropagator: DOUBAO.ContentProducer,
  PropagateID: DOUBAO.ProduceID,
};

/** A real pair of generator and distributor: the only findings are who they are. */
export const JIMENG: LabelFields = {
  ...DOUBAO,
  ContentProducer: '00119144030008867405X210001',
  ProduceID: 'tos-cn-i-tb4s082cfz/c7fe',
  ContentPropagator: '00119144030008867405X220001',
  PropagateID: 'tos-cn-i-tb4s082cfz/c7fe',
};

/** A label in its standard place, with changes. */
export function labelOf(fields: Partial<LabelFields> = {}, changes: Partial<LocatedLabel> = {}): LocatedLabel {
  return {
    carrier: 'xmp',
    location: 'iTXt',
    placement: 'standard',
    offset: 33,
    length: 400,
    state: 'decoded',
    form: 'bare',
    deviations: [],
    fields: { ...JIMENG, ...fields },
    extra: [],
    raw: '',
    expectedForm: 'bare',
    isNamespaced: true,
    xmpName: { uri: 'http://www.tc260.org.cn/ns/AIGC/1.0/', prefix: 'TC260', local: 'AIGC' },
    hasDuplicateKeys: false,
    intact: true,
    ...changes,
  };
}

/** The published signature of a real document by StepFun; it signs the SM3 hash of the label's message. */
export const STEPFUN = {
  fields: {
    ...MIRRORED,
    ContentProducer: '001191310104MACE0YX63918020',
    ProduceID: '142569260085903360',
  },
  point:
    '5728F08C58D9C72150A705693EF7337859F8FF216E802630041AFAE5C036F0A6' +
    '7CB1FDF8C57F5F8B623284AE09E4E545464B7140B26BBDA51BAE965F854C57AA',
  signature:
    '3046022100AE6B84B3342128AE301A597596FCD9EECF3EA0FC2DB6C250BAF234E167298E90' +
    '02210097223ABB647B786A90D0A1B93CB9382EA879563B2C7F025FA006BE16AE926C14',
} as const;

/** Made by OpenSSL 3.0 with a key that was thrown away; y of its point is even, so its x alone names it. */
export const OPENSSL = {
  fields: { ...MIRRORED, ContentProducer: 'MiniMax', ProduceID: '395712028839938' },
  x: 'f879fdcf86e7b6de2eb89eb1921ac12aa365eb30f8f4ecdfd971d7167830e797',
  y: '2f322607cbd3dd45633a8b746fcfc711fe5151c52e3b37a4a06794c695734008',
  signature:
    '304502200b838e97b90f10ab3370230f06c034a23b1eb59f659ecf593e8cce38f139dd0d' +
    '0221009456c4f8a6ab84008846be0a5082492664543e4cbcef1a4e647f3d3026f4e946',
} as const;

export const SPKI_START = '3059301306072A8648CE3D020106082A811CCF5501822D03420004';

/** A signature of the label and its key, as vendors write them. */
export function securityItems(
  signature: string,
  key: string | null,
  changes: Record<string, unknown> = {},
): Record<string, unknown>[] {
  const algorithm = '1.2.156.10197.1.501';
  const item = { Type: 'DS', AlgID: algorithm, TBSData: { Type: 'LabelMataData' }, Signature: signature, ...changes };
  return key === null ? [item] : [item, { Type: 'PubKey', AlgID: algorithm, KeyValue: key }];
}

/** A reserved code with such items. */
export function securityData(...items: Parameters<typeof securityItems>): string {
  return JSON.stringify({ SecurityData: { Type: 'TC260PG', Version: 1, PubSD: securityItems(...items) } });
}
