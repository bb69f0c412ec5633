import { describe, expect, it } from 'vitest';
import { describeWithShared, sharedFolder } from './shared-folder.ts';

describe('sharedFolder', () => {
  it('has no folder that does not exist, and fails for it in CI', () => {
    if (process.env['CI'] === 'true') expect(() => sharedFolder('no-such-folder')).toThrow('../shared/no-such-folder');
    else expect(sharedFolder('no-such-folder')).toBeNull();
  });
});

describeWithShared('describeWithShared', 'corpus', (folder) => {
  it('hands the folder to its tests', () => {
    expect(folder).toMatch(/shared[/\\]corpus$/);
  });
});
