import { BasisSection } from './basis-section.tsx';
import { contradictionsOf } from './contradictions.ts';
import { ContradictionSection } from './contradiction-section.tsx';
import { CredentialSection } from './credential-section.tsx';
import { DataSection } from './data-section.tsx';
import { EvidenceStrip } from './evidence-strip.tsx';
import { FileLine, FileSection } from './file-facts.tsx';
import { LabelSection } from './label-section.tsx';
import { hasManifests, ManifestSections } from './manifest-sections.tsx';
import { MeaningSection } from './meaning-section.tsx';
import { MetadataSection } from './metadata-section.tsx';
import { ResolutionSection } from './resolution-section.tsx';
import { SigningNote } from './signing-note.tsx';
import { VerdictCard } from './verdict-card.tsx';
import type { View } from './view.ts';

/** A result in four levels: the verdict, why, what each piece of evidence says, the raw data. */
export function ResultBody({ view }: { view: View }) {
  return (
    <div class="result">
      <FileLine view={view} />
      <SigningNote view={view} />
      <VerdictCard view={view} />
      <EvidenceStrip view={view} />
      <JumpList view={view} />
      <ContradictionSection view={view} />
      <MeaningSection view={view} />
      <ManifestSections view={view} />
      <CredentialSection view={view} />
      <LabelSection view={view} />
      <MetadataSection view={view} />
      <ResolutionSection view={view} />
      <FileSection view={view} />
      <BasisSection view={view} />
      <DataSection view={view} />
    </div>
  );
}

/** The way through a long page, on one line that scrolls where it is too narrow. */
function JumpList({ view }: { view: View }) {
  const { words, terms } = view;
  const entries: readonly (readonly [string, string])[] = [
    ...(contradictionsOf(view).length > 0 ? [['contradictions', words.jump.contradictions] as const] : []),
    ['meaning', words.meaning.heading],
    ...(hasManifests(view) ? [['manifests', terms.manifests.heading] as const] : []),
    ['credential', words.jump.credential],
    ['label', terms.evidence.label],
    ['metadata', terms.evidence.metadata],
    ['resolution', terms.evidence.resolution],
    ['file', words.file.heading],
    ['basis', words.basis.jump],
    ['data', words.data.jump],
  ];
  return (
    <nav class="jump" aria-label={words.jump.label}>
      <ul>
        {entries.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
