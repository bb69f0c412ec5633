import type { ComponentChildren } from 'preact';
import { formatNumber } from '../kit/format-number.ts';
import { partsOf, type PartName } from './found.ts';
import type { View } from './view.ts';

/** What the link of each part leads to: the first section in it. */
const ANCHORS: Readonly<Record<PartName, string>> = {
  summary: 'summary',
  history: 'history',
  signature: 'credential',
  label: 'label',
  metadata: 'metadata',
  raw: 'data',
};

/** Links to the parts of the page, on one line that scrolls where it is too narrow; its script makes tabs of them. */
export function Tabs({ view }: { view: View }) {
  const { words } = view;
  return (
    <nav class="jump" aria-label={words.tabs.parts}>
      <ul>
        {partsOf(view).map((name) => (
          <li key={name}>
            <a href={`#${ANCHORS[name]}`} id={`tab-${name}`}>
              {words.tabs[name]}
              {name === 'history' ? <Count view={view} /> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many manifests there are to look into. */
function Count({ view }: { view: View }) {
  const { c2pa } = view.data.report;
  if (c2pa.state !== 'examined' || c2pa.facts.kind !== 'present') return null;
  return <> ({formatNumber(c2pa.facts.manifests.length, view.language)})</>;
}

interface PanelProps {
  view: View;
  name: PartName;
  children: ComponentChildren;
}

/** One part of the page; nothing where it would be empty. */
export function Panel({ view, name, children }: PanelProps) {
  if (!partsOf(view).includes(name)) return null;
  return (
    <div class="panel" id={name === 'summary' ? ANCHORS.summary : `part-${name}`}>
      {children}
    </div>
  );
}
