import type { EpayParameters } from './parameters.ts';

/** Fields that no signature covers, as they carry it. */
const UNSIGNED: ReadonlySet<string> = new Set(['sign', 'sign_type']);

/** What PHP's `trim` takes away. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0x0b]);

/** What is done with a value of spaces only: V1 gateways sign it, V2 gateways leave it out. */
export type BlankRule = 'keep' | 'drop';

/**
 * The bytes that are signed: all parameters with a value, in the order of their names, as `name=value` joined with `&`, not
 * percent-encoded.
 */
export function canonicalBytes(parameters: EpayParameters, blank: BlankRule): Uint8Array {
  const pairs = [...parameters]
    .filter(([name, value]) => !UNSIGNED.has(name) && value.length > 0 && (blank === 'keep' || !isBlank(value)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => Buffer.concat([Buffer.from(`${name}=`), value]));
  const separator = Buffer.from('&');
  return Buffer.concat(pairs.flatMap((pair, index) => (index === 0 ? [pair] : [separator, pair])));
}

/** Whether a value would be kept by one rule and dropped by the other. */
export function hasBlankValue(parameters: EpayParameters): boolean {
  return [...parameters].some(([name, value]) => !UNSIGNED.has(name) && value.length > 0 && isBlank(value));
}

/** Parameters of ours, in UTF-8. */
export function parametersOf(fields: Readonly<Record<string, string>>): EpayParameters {
  return new Map(Object.entries(fields).map(([name, value]) => [name, Buffer.from(value, 'utf8')]));
}

function isBlank(value: Uint8Array): boolean {
  return value.every((byte) => BLANK.has(byte));
}
