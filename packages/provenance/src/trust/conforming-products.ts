import { isObject, type JsonObject } from '../bytes/json.ts';
import { LIMITS } from '../limits.ts';
import type { ConformingProduct } from './conforming-product.ts';
import { itemsAt, malformed, objectAt, parseStrictJson, stringAt } from './strict-json.ts';
import { TrustListError } from './trust-list-error.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The programme has levels 1 and 2; more may come, and a level is one digit. */
const HIGHEST_LEVEL = 9;

/**
 * Parses the list of conforming products as the C2PA publishes it (JSON). Members that we use must have the right type;
 * unknown members, product types and states never match and do not refuse the list. Anything malformed refuses the whole
 * list, so that a damaged download never replaces a good copy.
 *
 * @throws {TrustListError}
 */
export function parseConformingProducts(text: string): ConformingProduct[] {
  if (Buffer.byteLength(text) > LIMITS.trustListBytes) {
    throw new TrustListError('TOO_LARGE', `a list of products may have ${LIMITS.trustListBytes} bytes`);
  }
  const list = parseStrictJson(text.replace(/^\uFEFF/, ''));
  if (isObject(list) && 'LoTE' in list) {
    throw new TrustListError('WRONG_LIST', 'a list of trusted entities is no list of products');
  }
  const records = itemsAt(list, 'list');
  if (records.length > LIMITS.conformingProducts) {
    throw new TrustListError('TOO_MANY_PRODUCTS', `a list may have ${LIMITS.conformingProducts} products`);
  }
  if (records.length === 0) throw new TrustListError('NO_PRODUCTS', 'the list is empty');
  const products = records.map(([record, where]) => decodeRecord(objectAt(record, where), where));
  if (new Set(products.map(({ record_id }) => record_id)).size !== products.length) {
    throw malformed('two records have one recordId');
  }
  return products;
}

function decodeRecord(record: JsonObject, where: string): ConformingProduct {
  const product = objectAt(record['product'], `${where}.product`);
  const subject = objectAt(product['DN'], `${where}.product.DN`);
  const assurance = optionalObject(product['assurance'], `${where}.product.assurance`);
  const disallowed = optionalObject(product['disallowedSignals'], `${where}.product.disallowedSignals`);
  return {
    record_id: recordIdAt(record['recordId'], `${where}.recordId`),
    applicant: textAt(record['applicant'], `${where}.applicant`),
    name: textAt(subject['CN'], `${where}.product.DN.CN`),
    organization: textAt(subject['O'], `${where}.product.DN.O`),
    organizational_unit: optionalText(subject['OU'], `${where}.product.DN.OU`),
    product_type: textAt(product['productType'], `${where}.product.productType`),
    status: textAt(record['status'], `${where}.status`),
    min_version: optionalText(product['minVersion'], `${where}.product.minVersion`),
    max_assurance_level: levelAt(assurance['maxAssuranceLevel'], `${where}.product.assurance.maxAssuranceLevel`),
    disallowed_inception: signalsAt(disallowed['inception'], `${where}.product.disallowedSignals.inception`),
    disallowed_transformation: signalsAt(
      disallowed['transformation'],
      `${where}.product.disallowedSignals.transformation`,
    ),
  };
}

function recordIdAt(value: unknown, where: string): string {
  const id = stringAt(value, where).toLowerCase();
  if (!UUID.test(id)) throw malformed(`${where} is not a UUID`);
  return id;
}

function textAt(value: unknown, where: string): string {
  const text = optionalText(stringAt(value, where), where);
  if (text === null) throw malformed(`${where} is empty`);
  return text;
}

/** Null when absent or blank, as units are in published records. */
function optionalText(value: unknown, where: string): string | null {
  if (value === undefined) return null;
  const text = stringAt(value, where);
  if (text.length > LIMITS.conformingProductChars) throw malformed(`${where} is too long`);
  return text.trim().normalize('NFC') || null;
}

function levelAt(value: unknown, where: string): number | null {
  if (value === undefined) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > HIGHEST_LEVEL) {
    throw malformed(`${where} is not a level`);
  }
  return value;
}

function signalsAt(value: unknown, where: string): string[] {
  if (value === undefined) return [];
  const items = itemsAt(value, where);
  if (items.length > LIMITS.conformingProductSignals) throw malformed(`${where} is too long`);
  return items.map(([item, place]) => textAt(item, place));
}

function optionalObject(value: unknown, where: string): JsonObject {
  return value === undefined ? {} : objectAt(value, where);
}
