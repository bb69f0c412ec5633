import type { JsonObject } from '../bytes/json.ts';
import { decodeBase64 } from './base64.ts';
import type { ListedCertificate, RejectedEntry } from './listed-certificate.ts';
import { itemsAt, malformed, objectAt, parseStrictJson, stringAt } from './strict-json.ts';
import { TrustListError } from './trust-list-error.ts';
import type { TrustListName } from './trust-list.ts';

/** The only status that makes a service usable. No other status does, known or not. */
const TRUSTED_STATUS = 'http://c2pa.org/conformance/trust-list/trusted';
const SUPPORTED_VERSION = 1;

type Decoded = { certificates: ListedCertificate[]; rejected: RejectedEntry[] };

/**
 * Decodes a list of trusted entities (ETSI TS 119 602, as the C2PA publishes it). Members that are used must have the
 * right type; members that are not known are ignored.
 *
 * Services in C2PA lists carry no type. One that does has a purpose we do not know, so it is rejected rather than
 * trusted. The list's own dates are not used: freshness is judged by when we fetched it.
 */
export function decodeTrustListJson(text: string, name: TrustListName): Decoded {
  const list = objectAt(objectAt(parseStrictJson(text), 'document')['LoTE'], 'LoTE');
  checkScheme(objectAt(list['ListAndSchemeInformation'], 'ListAndSchemeInformation'), name);
  const decoded: Decoded = { certificates: [], rejected: [] };
  for (const [entity, where] of itemsAt(list['TrustedEntitiesList'], 'TrustedEntitiesList')) {
    const services = objectAt(entity, where)['TrustedEntityServices'];
    for (const [service, place] of itemsAt(services, `${where}.TrustedEntityServices`)) {
      decodeService(objectAt(objectAt(service, place)['ServiceInformation'], place), place, decoded);
    }
  }
  return decoded;
}

function decodeService(service: JsonObject, where: string, decoded: Decoded): void {
  const status = stringAt(service['ServiceStatus'], `${where}.ServiceStatus`);
  const identity = objectAt(service['ServiceDigitalIdentity'], `${where}.ServiceDigitalIdentity`);
  const certificates = itemsAt(identity['X509Certificates'] ?? [], `${where}.X509Certificates`);
  const ders = certificates.map(([item, place]) => {
    const der = decodeBase64(stringAt(objectAt(item, place)['val'], `${place}.val`));
    if (der === null) throw malformed(`${place}.val is not Base64`);
    return { where: place, der };
  });
  if (status !== TRUSTED_STATUS) decoded.rejected.push({ where, reason: 'not_trusted' });
  else if (Object.hasOwn(service, 'ServiceTypeIdentifier'))
    decoded.rejected.push({ where, reason: 'other_service_type' });
  else if (ders.length === 0) decoded.rejected.push({ where, reason: 'no_certificate' });
  else decoded.certificates.push(...ders);
}

/** Both C2PA lists have the same form. Confusing them would make time-stamp authorities trusted signers. */
function checkScheme(scheme: JsonObject, name: TrustListName): void {
  if (scheme['LoTEVersionIdentifier'] !== SUPPORTED_VERSION) {
    throw new TrustListError('UNSUPPORTED_VERSION', 'LoTEVersionIdentifier is not 1');
  }
  const names = itemsAt(scheme['SchemeName'], 'SchemeName').map(([item, where]) =>
    stringAt(objectAt(item, where)['value'], `${where}.value`),
  );
  const isTsaList = names.some((value) => /\bTSA\b|time.?stamp/i.test(value));
  if (isTsaList !== (name === 'c2pa_tsa')) {
    throw new TrustListError('WRONG_LIST', `the scheme name does not fit a list used as ${name}`);
  }
}
