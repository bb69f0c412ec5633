import { Actions } from './actions.tsx';
import { BasisSection } from './basis-section.tsx';
import { ResultCard } from './card/index.ts';
import { ContradictionSection } from './contradiction-section.tsx';
import { CredentialSection } from './credential-section.tsx';
import { DataSection } from './data-section.tsx';
import { EvidenceStrip } from './evidence-strip.tsx';
import { FileSection } from './file-facts.tsx';
import { LabelSection } from './label-section.tsx';
import { ManifestSections } from './manifest-sections.tsx';
import { MeaningSection } from './meaning-section.tsx';
import { MetadataSection } from './metadata-section.tsx';
import { Preview } from './preview/preview.tsx';
import { ResolutionSection } from './resolution-section.tsx';
import { SigningNote } from './signing-note.tsx';
import { Panel, Tabs } from './tabs.tsx';
import type { View } from './view.ts';

/** A result: the statement with what can be done next, and below it the evidence in parts. */
export function ResultBody({ view }: { view: View }) {
  return (
    <div class="result">
      <SigningNote view={view} />
      <ResultCard
        view={view}
        picture={<Preview view={view} />}
        actions={view.isFile ? undefined : <Actions view={view} />}
      />
      <Tabs view={view} />
      <Panel view={view} name="summary">
        <ContradictionSection view={view} />
        <EvidenceStrip view={view} />
        <ResolutionSection view={view} />
        <MeaningSection view={view} />
      </Panel>
      <Panel view={view} name="history">
        <ManifestSections view={view} />
      </Panel>
      <Panel view={view} name="signature">
        <CredentialSection view={view} />
      </Panel>
      <Panel view={view} name="label">
        <LabelSection view={view} />
      </Panel>
      <Panel view={view} name="metadata">
        <MetadataSection view={view} />
      </Panel>
      <Panel view={view} name="raw">
        <DataSection view={view} />
        <FileSection view={view} />
        <BasisSection view={view} />
      </Panel>
    </div>
  );
}
