import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = new Set(textOf('.env.example').match(/^[A-Z][A-Z0-9_]+(?==)/gm));
/** Of the images beside ours, and of Node.js. */
const OTHERS = /^(?:POSTGRES_|MINIO_|MC_HOST_|NODE_ENV$)/;

describe('the files in deploy', () => {
  it.each([
    ['compose.yaml', /^ +([A-Z][A-Z0-9_]+):/gm],
    ['kubernetes.yaml', /^ +([A-Z][A-Z0-9_]+):/gm],
    ['Containerfile', /\b([A-Z][A-Z0-9_]+)=/g],
  ])('name settings that the server has: %s', (file, pattern) => {
    const names = [...textOf(`deploy/${file}`).matchAll(pattern)].map(([, name = '']) => name);
    const ours = names.filter((name) => !OTHERS.test(name));
    expect(ours.length).toBeGreaterThan(1);
    expect(ours.filter((name) => !settings.has(name))).toEqual([]);
  });
});
