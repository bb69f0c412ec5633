import type { ActionFacts, C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { LabelSite } from '../label/facts.ts';
import type { Report } from '../report.ts';
import type { MetadataFacts, VendorEvidence } from '../vendor/facts.ts';
import { judge } from './judge.ts';
import { ABSENT, action, labels, manifest, marker, metadata, report, store } from '@revera/testkit/report';
import type { Verdict } from './verdict.ts';

/** Metadata beside credentials and labels, for the tests of what they amount to together. */

export const software = marker({ kind: 'software', strength: 'medium', vendor: 'GIMP', model: '2.10' });
export const edited = marker({ kind: 'edited', vendor: 'Google AI', model: null, field: 'XMP photoshop:Credit' });
export const editName = marker({ kind: 'edited', strength: 'medium', vendor: 'Adobe Firefly', model: null });
export const sourceType = marker({ vendor: null, model: null, field: 'XMP Iptc4xmpExt:DigitalSourceType' });
export const toolName = marker({ strength: 'medium', vendor: 'Midjourney', model: null });
export const hint = marker({ strength: 'low' });

export interface Judged {
  facts?: C2paFacts;
  metadata?: VendorEvidence[] | MetadataFacts;
  labels?: LabelSite[];
  /** A ByteDance record that is not a label, and whether it says that AI made the content. */
  marking?: boolean;
}

export function judged({ facts = ABSENT, metadata: found = [], labels: sites = [], marking }: Judged): Verdict {
  const section: Report['metadata'] = {
    state: 'examined',
    facts: Array.isArray(found) ? metadata(found) : found,
  };
  const base = report(facts);
  const look_alikes =
    marking === undefined ? [] : [{ schema: 'bytedance', location: 'Exif', offset: 0, asserts_ai: marking } as const];
  return judge({
    ...base,
    china_aigc: { state: 'examined', facts: labels(sites, { look_alikes }) },
    metadata: section,
  });
}

export const created = (type: string, changes: Partial<ActionFacts> = {}): ActionFacts =>
  action({
    action: 'c2pa.created',
    digital_source_type: `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`,
    ...changes,
  });
export const trust = {
  validation_state: 'trusted',
  trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Anchor' },
} as const;
export const declaring = (type: string, changes: Partial<ManifestStoreFacts> = {}): C2paFacts =>
  store({ manifests: [manifest({ actions: [created(type)] })], ...changes });
export const captured = declaring('digitalCapture', trust);
export const unnamed = (type: string | null): C2paFacts =>
  store({
    ...trust,
    manifests: [
      manifest({
        generator: null,
        generators: [],
        actions: type === null ? [action({ action: 'c2pa.created' })] : [created(type)],
      }),
    ],
  });
