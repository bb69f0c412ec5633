import { LIMITS } from '../limits.ts';
import type { TrustList, TrustSnapshot } from '../trust/trust-list.ts';
import { parsePemCertificate } from '../trust/certificate.ts';
import { decodedOrNull } from './decoded-or-null.ts';
import { engineSettings } from './engine-settings.ts';
import { attributesIn, namesInStore } from './names-in-store.ts';
import { readPkiCertificate } from './sign/pki-certificate.ts';

/** The engine's settings for one snapshot: with all of its anchors, or with those that can matter to one manifest store. */
export interface AnchorChoice {
  all: string;
  /** For the store with these bytes; `all` when it cannot be told which anchors matter. */
  forStore(store: Uint8Array): string;
}

/**
 * The engine parses every anchor again for each certificate chain that it checks, which takes it 0.04 ms each time, so it gets
 * as few as possible.
 *
 * How it matches them (c2pa-rs 0.91, `rust_native/check_certificate_trust.rs`, for claims, identities and time stamps alike):
 * from the last certificate of the chain to the first, an anchor matches when its subject is the issuer, byte for byte in DER,
 * and its key made the signature. Key identifiers and other forms of a name make no difference. So an anchor can matter only
 * if its subject stands in the store, and the others can be left out without a change in any answer. Their order stays, because
 * the first that matches names the list. Each list keeps one, because the engine says other things when there is none at all.
 * Allowed certificates are digests in a set, which costs nothing.
 */
export function chooseAnchors(snapshot: TrustSnapshot): AnchorChoice {
  const all = engineSettings(snapshot);
  const named = snapshot.lists.map((list) => ({ list, names: list.anchors.map(nameOf) }));
  const known = new Map<string, string>();
  return {
    all,
    forStore: (store) => {
      const found = namesInStore(store);
      if (found === null) return all;
      const chosen = named.map(({ list, names }) => ({
        list,
        places: [...names.keys()].filter((place) => isFound(names[place] ?? null, found)),
      }));
      const key = chosen.map(({ places }) => places.join()).join(';');
      const settings = known.get(key) ?? engineSettings({ ...snapshot, lists: chosen.map(listOf) });
      if (known.size >= LIMITS.keptSettings) known.clear();
      known.set(key, settings);
      return settings;
    },
  };
}

function listOf({ list, places }: { list: TrustList; places: readonly number[] }): TrustList {
  const anchors = list.anchors.filter((_, place) => places.includes(place));
  return { ...list, anchors: anchors.length > 0 ? anchors : list.anchors.slice(0, 1) };
}

/** All parts of an anchor's name; null when it has none by which it could be found. */
function nameOf(pem: string): readonly string[] | null {
  const der = parsePemCertificate(pem)?.raw;
  const certificate = der && decodedOrNull(() => readPkiCertificate(der, 'anchor'));
  const parts = certificate && attributesIn(certificate.subject);
  return parts && parts.size > 0 ? [...parts] : null;
}

function isFound(name: readonly string[] | null, found: ReadonlySet<string>): boolean {
  return name === null || name.every((part) => found.has(part));
}
