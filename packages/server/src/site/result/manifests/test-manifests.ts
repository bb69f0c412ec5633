import type {
  ActionFacts,
  IngredientFacts,
  ManifestFacts,
  ManifestStoreFacts,
  StatusCode,
  StatusCodes,
} from '@revera/provenance';
import * as facts from '@revera/testkit/report';

/** Builders of facts for the tests of what is drawn from them. */

const GOOD = ['claimSignature.validated', 'claimSignature.insideValidity', 'signingCredential.trusted'];

/** `code` or `code @ address` each. */
export function codes(given: Partial<Record<keyof StatusCodes, readonly string[]>> = {}): StatusCodes {
  const { success = GOOD, informational = [], failure = [] } = given;
  const withAddress = ({ code: text, explanation }: StatusCode): StatusCode => {
    const [code = '', url = null] = text.split(' @ ');
    return { code, url, explanation };
  };
  const plain = facts.codes(failure, success, informational);
  return {
    success: plain.success.map(withAddress),
    informational: plain.informational.map(withAddress),
    failure: plain.failure.map(withAddress),
  };
}

export function manifest(label: string, changes: Partial<ManifestFacts> = {}): ManifestFacts {
  const base = facts.manifest({ label, title: `${label}.jpg`, format: 'image/jpeg', codes: codes() });
  const certificate = {
    subject: 'CN=Signer, O=Example Ltd',
    issuer: 'CN=Issuing CA',
    serial_number: '4711',
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2027-01-01T00:00:00.000Z',
  };
  const signature = base.signature === null ? null : { ...base.signature, certificate };
  return { ...base, instance_id: `xmp:iid:${label}`, signature, ...changes };
}

export function ingredient(label: string | null, changes: Partial<IngredientFacts> = {}): IngredientFacts {
  return facts.ingredient({ label, title: label, relationship: 'componentOf', ...changes });
}

/** An ingredient with a manifest of its own. */
export function used(active_manifest: string, relationship = 'parentOf', label = 'c2pa.ingredient'): IngredientFacts {
  return ingredient(label, { active_manifest, relationship });
}

export function action(name: string, changes: Partial<ActionFacts> = {}): ActionFacts {
  return facts.action({ action: name, ...changes });
}

export function store(manifests: ManifestFacts[], changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  const [active] = manifests;
  const active_codes = active?.codes ?? codes();
  return facts.store({ active_manifest: active?.label ?? '', active_codes, manifests, chain: null, ...changes });
}
