import { createAuthority } from '@revera/testkit/authorities';
import { mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openEngineBench } from './testing/engine-bench.ts';
import { NO_LISTS } from './testing/trust-snapshots.ts';
import { ENGINE_VERSION, TOOL_VERSION } from './version.ts';

it('the version of this package is the one in package.json', () => {
  expect(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).toMatchObject({
    version: TOOL_VERSION,
  });
});

it('the version of the engine is the one it states', async () => {
  const bench = await openEngineBench({ size: 1 });
  const authority = await createAuthority();
  const signed = await signMedia(mediaKinds.jpeg.build(), 'image/jpeg', { authority });
  const { report } = await bench.analyzeBytes(signed, NO_LISTS);
  expect(report.tool).toEqual({ name: 'revera', version: TOOL_VERSION, c2pa_engine: ENGINE_VERSION });
  await bench.close();
});
