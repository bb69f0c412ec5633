import type { ManifestStoreFacts } from '@revera/provenance';
import { settleStore } from '../../shared/validation-codes.ts';
import { ManifestDetails, ManifestGraph } from './manifests/index.ts';
import { MANIFESTS } from './manifests/words.ts';
import { Section } from './parts.tsx';
import type { View } from './view.ts';

/** The manifests of the file: as a picture, and one by one. Nothing where there are none to read. */
export function ManifestSections({ view }: { view: View }) {
  const store = storeOf(view);
  if (store === null) return null;
  const { graph } = MANIFESTS[view.language];
  const props = {
    store,
    trustLists: view.data.report.trust_lists,
    language: view.language,
    thumbnails: view.thumbnails,
    reportUrl: view.addresses.reports.json ?? '#data',
    isFile: view.isFile,
  };
  return (
    <Section id="history" title={view.words.tabs.history}>
      <p class="soft">{graph.intro}</p>
      <div class="stage">
        <ManifestGraph {...props} />
        <ManifestDetails {...props} />
      </div>
    </Section>
  );
}

function storeOf({ data }: View): ManifestStoreFacts | null {
  const { c2pa } = data.report;
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return null;
  // With the codes that the verdict goes by.
  return settleStore(c2pa.facts, data.report.validated_at);
}
