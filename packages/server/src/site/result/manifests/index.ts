export { ManifestDetails } from './manifest-details.tsx';
export { ManifestGraph } from './manifest-graph.tsx';
export type { ManifestsProps } from './props.ts';
