import { decodeActions } from './decode-actions.ts';
import { decodeGenerators, decodeNamingAssertions } from './decode-naming.ts';
import type {
  CertificateFacts,
  IngredientDelta,
  IngredientFacts,
  ManifestFacts,
  SignatureFacts,
  StatusCode,
  StatusCodes,
} from './facts.ts';
import { decodeList, decodeRecord, decodeText, decodeTime, type LooseRecord } from './loose-json.ts';
import { decodeSignals } from './signals.ts';

/** The manifests of a crJSON document, active manifest first as the engine writes them. Never throws on odd content. */
export function decodeManifests(crjson: unknown): ManifestFacts[] {
  return decodeList(decodeRecord(crjson)['manifests']).map((manifest) => decodeManifest(decodeRecord(manifest)));
}

/** The engine's own statement of its version. */
export function decodeGenerator(crjson: unknown): { name: string; version: string } {
  const generator = decodeRecord(decodeRecord(crjson)['jsonGenerator']);
  return { name: decodeText(generator['name']) ?? 'unknown', version: decodeText(generator['version']) ?? 'unknown' };
}

function decodeManifest(manifest: LooseRecord): ManifestFacts {
  const isVersion2 = manifest['claim.v2'] !== undefined;
  const claim = decodeRecord(isVersion2 ? manifest['claim.v2'] : manifest['claim']);
  const assertions = decodeRecord(manifest['assertions']);
  const info = claim['claim_generator_info'];
  const generator = decodeRecord(Array.isArray(info) ? info[0] : info);
  return {
    label: decodeText(manifest['label']) ?? '',
    claim_version: isVersion2 ? 2 : manifest['claim'] === undefined ? null : 1,
    title: decodeText(claim['dc:title']),
    format: decodeText(claim['dc:format']),
    instance_id: decodeText(claim['instanceID']),
    generator: decodeText(generator['name']) ?? decodeText(claim['claim_generator']),
    generator_version: decodeText(generator['version']),
    claim_generator: decodeText(claim['claim_generator']),
    generators: decodeGenerators(info),
    is_update_manifest: manifest['isUpdateManifest'] === true,
    signature: decodeSignature(manifest['signature']),
    actions: decodeActions(assertions),
    ingredients: decodeIngredients(assertions),
    naming_assertions: decodeNamingAssertions(assertions),
    assertion_labels: decodeList(Object.keys(assertions)).map((label) => decodeText(label) ?? ''),
    signals: decodeSignals(manifest),
    codes: decodeStatusCodes(manifest['validationResults']),
  };
}

function decodeSignature(value: unknown): SignatureFacts | null {
  if (value === undefined || value === null) return null;
  const signature = decodeRecord(value);
  const certificate = decodeRecord(signature['certificateInfo']);
  const subject = decodeRecord(certificate['subject']);
  const stamp = signature['timeStampInfo'];
  const stampRecord = decodeRecord(stamp);
  return {
    algorithm: decodeText(signature['algorithm']),
    signer: decodeText(subject['CN']),
    signer_organization: decodeText(subject['O']),
    signer_unit: decodeText(subject['OU']),
    certificate: signature['certificateInfo'] === undefined ? null : decodeCertificate(certificate),
    time_stamp:
      stamp === undefined
        ? null
        : {
            time: decodeTime(stampRecord['timestamp']),
            authority: distinguishedName(decodeRecord(stampRecord['certificateInfo'])['subject']),
          },
  };
}

function decodeCertificate(certificate: LooseRecord): CertificateFacts {
  const validity = decodeRecord(certificate['validity']);
  return {
    subject: distinguishedName(certificate['subject']),
    issuer: distinguishedName(certificate['issuer']),
    serial_number: decodeText(certificate['serialNumber']),
    not_before: decodeTime(validity['notBefore']),
    not_after: decodeTime(validity['notAfter']),
  };
}

/** One line in the order people read a name: most specific first. */
function distinguishedName(value: unknown): string | null {
  const parts = Object.entries(decodeRecord(value)).flatMap(([key, part]) => {
    const text = decodeText(part);
    return text === null ? [] : [`${key}=${text}`];
  });
  return parts.length === 0 ? null : parts.toReversed().join(', ');
}

function decodeIngredients(assertions: LooseRecord): IngredientFacts[] {
  return ingredientEntries(assertions).map(([label, ingredient]) => {
    const reference = decodeRecord(ingredient['activeManifest'] ?? ingredient['c2pa_manifest']);
    return {
      label,
      title: decodeText(ingredient['dc:title']),
      format: decodeText(ingredient['dc:format']),
      relationship: decodeText(ingredient['relationship']),
      active_manifest: manifestLabel(decodeText(reference['url'])),
    };
  });
}

/** The ingredient assertions of a manifest, by label. */
export function ingredientEntries(assertions: LooseRecord): [string, LooseRecord][] {
  return Object.entries(assertions)
    .filter(([label]) => label.startsWith('c2pa.ingredient'))
    .map(([label, data]) => [label, decodeRecord(data)]);
}

/** `self#jumbf=/c2pa/<label>` or `self#jumbf=/c2pa/<label>/…` (C2PA 2.x §8.4). */
function manifestLabel(uri: string | null): string | null {
  return /^self#jumbf=\/c2pa\/([^/]+)/.exec(uri ?? '')?.[1] ?? null;
}

export function decodeStatusCodes(value: unknown): StatusCodes {
  const results = decodeRecord(value);
  return {
    success: decodeCodeList(results['success']),
    informational: decodeCodeList(results['informational']),
    failure: decodeCodeList(results['failure']),
  };
}

function decodeCodeList(value: unknown): StatusCode[] {
  return decodeList(value).flatMap((item) => {
    const entry = decodeRecord(item);
    const code = decodeText(entry['code']);
    return code === null
      ? []
      : [{ code, url: decodeText(entry['url']), explanation: decodeText(entry['explanation']) }];
  });
}

/** Codes that validating ingredients added to what was recorded about them when the active manifest was made. */
export function decodeIngredientDeltas(value: unknown): IngredientDelta[] {
  return decodeList(value).map((item) => {
    const delta = decodeRecord(item);
    return {
      ingredient_uri: decodeText(delta['ingredientAssertionURI']),
      codes: decodeStatusCodes(delta['validationDeltas']),
    };
  });
}
