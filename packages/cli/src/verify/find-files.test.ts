import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { findFiles } from './find-files.ts';

describe('findFiles', () => {
  it('walks folders by name and passes over hidden entries and links', () => {
    const folder = temporaryFolder({
      'b.jpg': 'x',
      'a/2.jpg': 'x',
      'a/1.jpg': 'x',
      '.hidden/c.jpg': 'x',
      '.d.jpg': 'x',
    });
    symlinkSync(join(folder, 'b.jpg'), join(folder, 'link.jpg'));
    symlinkSync(folder, join(folder, 'circle'));
    const { files, isSeveral } = findFiles([folder]);
    expect(files.map(({ path }) => relative(folder, path))).toEqual([join('a', '1.jpg'), join('a', '2.jpg'), 'b.jpg']);
    expect(files.every((file) => file.kind === 'file' && file.origin === 'folder')).toBe(true);
    expect(isSeveral).toBe(true);
  });

  it('keeps the order of the arguments, and takes what was named even when it is hidden or a link', () => {
    const folder = temporaryFolder({ '.b.jpg': 'x' });
    symlinkSync(join(folder, '.b.jpg'), join(folder, 'a'));
    const paths = [join(folder, '.b.jpg'), join(folder, 'a')];
    expect(findFiles(paths).files).toEqual(paths.map((path) => ({ kind: 'file', path, origin: 'named' })));
  });

  it('says of a path that is no file why', () => {
    const folder = temporaryFolder({});
    const missing = join(folder, 'missing.jpg');
    expect(findFiles([missing, '/dev/null']).files).toEqual([
      { kind: 'unreadable', path: missing, reason: 'no such file' },
      { kind: 'unreadable', path: '/dev/null', reason: 'not a regular file' },
    ]);
  });

  it('takes one named file for one, and a folder with one file for several', () => {
    const folder = temporaryFolder({ 'a.jpg': 'x' });
    expect(findFiles([join(folder, 'a.jpg')]).isSeveral).toBe(false);
    expect(findFiles([folder]).isSeveral).toBe(true);
  });

  it('says of a folder that is too deep that it is', () => {
    const folder = temporaryFolder({ [`${'d/'.repeat(70)}a.jpg`]: 'x' });
    expect(findFiles([folder]).files).toMatchObject([{ kind: 'unreadable', reason: 'deeper than 64 folders' }]);
  });
});
