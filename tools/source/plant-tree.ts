import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes a small tree for a checker to look at, runs `use` on its root and removes it. */
export function withPlantedTree<T>(files: Record<string, string>, use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'revera-planted-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
