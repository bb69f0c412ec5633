import { aigcFields, aigcText, mirrored, type AigcFields } from './payloads.ts';

const POINT =
  '5728F08C58D9C72150A705693EF7337859F8FF216E802630041AFAE5C036F0A67CB1FDF8C57F5F8B623284AE09E4E545464B7140B26BBDA51BAE965F854C57AA';
/** SubjectPublicKeyInfo of an uncompressed SM2 point (GB/T 32918, curve 1.2.156.10197.1.301). */
const SPKI_HEAD = '3059301306072A8648CE3D020106082A811CCF5501822D03420004';
const SM2_WITH_SM3 = '1.2.156.10197.1.501';

/** Case 41: a real SM2 signature. It holds over the SM3 hash of the message, not over the message itself. */
export const SM2_VECTOR = {
  message: '"Label":"1","ContentProducer":"001191310104MACE0YX63918020","ProduceID":"142569260085903360"',
  tamperedMessage: '"Label":"1","ContentProducer":"001191310104MACE0YX63918020","ProduceID":"142569260085903361"',
  pointHex: POINT,
  spkiHex: SPKI_HEAD + POINT,
  userId: '1234567812345678',
  signatureHex:
    '3046022100AE6B84B3342128AE301A597596FCD9EECF3EA0FC2DB6C250BAF234E167298E9002210097223ABB647B786A90D0A1B93CB9382EA879563B2C7F025FA006BE16AE926C14',
  holdsOverMessage: false,
  holdsOverHashOfMessage: true,
} as const;

/** The label of the vector with its signature in `ReservedCode1`, as StepFun writes it. */
export function signedLabel(changes: Partial<AigcFields> = {}): AigcFields {
  const label = mirrored(
    aigcFields({ ContentProducer: '001191310104MACE0YX63918020', ProduceID: '142569260085903360' }),
  );
  const signature = {
    Type: 'DS',
    AlgID: SM2_WITH_SM3,
    TBSData: { Type: 'LabelMataData' },
    Signature: SM2_VECTOR.signatureHex,
  };
  const key = { Type: 'PubKey', AlgID: SM2_WITH_SM3, KeyValue: SM2_VECTOR.spkiHex };
  const data = { SecurityData: { Type: 'TC260PG', Version: 1, PubSD: [signature, key] } };
  return { ...label, ReservedCode1: JSON.stringify(data), ...changes };
}

/** {@link signedLabel} as text. */
export function signedLabelText(changes: Partial<AigcFields> = {}): string {
  return aigcText(signedLabel(changes));
}
