import type { PixelWindow } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import { blockSigns } from './block-signs.ts';
import { differencePeriods } from './differences.ts';
import { createFeatureVector, type FeatureVector } from './feature-vector.ts';
import { foldSpectrum } from './fold-bands.ts';
import { foldCombs, foldHarmonics } from './fold-combs.ts';
import { foldLines, type FoldLines } from './fold-lines.ts';
import { foldPeaks, foldRatio } from './fold-peaks.ts';
import { planeOf, type Plane } from './plane.ts';
import { spectrumFeatures } from './spectrum-features.ts';
import { spectrumOf } from './spectrum.ts';

/** All that is measured. The plane and the lines lie in the window and the workspace, and are gone with its next use. */
export interface Measurement {
  features: FeatureVector;
  plane: Plane;
  lines: { x: FoldLines; y: FoldLines };
}

export function measureWindow(window: PixelWindow, workspace: Workspace): Measurement {
  const { codecGrid } = window;
  const features = createFeatureVector();
  const plane = planeOf(window, workspace);
  const lines = { x: foldLines(plane, 'x', workspace), y: foldLines(plane, 'y', workspace) };
  const x = foldRatio(foldSpectrum(lines.x, 'x', workspace), codecGrid, 'x', workspace);
  const y = foldRatio(foldSpectrum(lines.y, 'y', workspace), codecGrid, 'y', workspace);
  const fold = foldPeaks(x, y, features, workspace);
  foldCombs(fold, features);
  foldHarmonics(fold, features);
  spectrumFeatures(spectrumOf(plane, workspace), features);
  differencePeriods(plane, features, workspace);
  blockSigns(plane, features, workspace);
  features.set('grid', codecGrid);
  return { features, plane, lines };
}
