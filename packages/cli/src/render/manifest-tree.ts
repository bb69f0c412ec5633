import { fill, type ManifestFacts, type ManifestStoreFacts } from '@revera/provenance';
import { LIMITS } from '../limits.ts';
import { safeValue } from './safe-text.ts';
import type { Words } from './words.ts';

interface Walk {
  byLabel: ReadonlyMap<string, ManifestFacts>;
  /** Each manifest is drawn once: ingredients may share one, and a hostile store may form a circle. */
  drawn: Set<string>;
  lines: string[];
  words: Words;
}

/** The active manifest and its ingredients below it, each with the state of its own manifest. */
export function manifestTree(facts: ManifestStoreFacts, words: Words): string[] {
  const [active] = facts.manifests;
  if (active === undefined) return [];
  const byLabel = new Map(facts.manifests.map((manifest) => [manifest.label, manifest]));
  const walk: Walk = { byLabel, drawn: new Set([active.label]), lines: [], words };
  walk.lines.push(`  ${line([active.title ?? words.phrases.active_manifest, active.label, state(active, words)])}`);
  drawIngredients(active, 2, walk);
  return walk.lines;
}

function drawIngredients(manifest: ManifestFacts, depth: number, walk: Walk): void {
  const { phrases } = walk.words;
  for (const ingredient of manifest.ingredients) {
    const label = ingredient.active_manifest;
    const own = label === null ? undefined : walk.byLabel.get(label);
    const isAgain = label !== null && walk.drawn.has(label);
    const condition = own === undefined ? phrases.no_manifest : state(own, walk.words);
    const parts = [ingredient.relationship, ingredient.title, label, condition, isAgain ? phrases.shown_above : null];
    walk.lines.push(`${'  '.repeat(depth)}└ ${line(parts)}`);
    if (own === undefined || isAgain) continue;
    walk.drawn.add(own.label);
    drawIngredients(own, depth + 1, walk);
  }
}

function line(parts: readonly (string | null)[]): string {
  return safeValue(parts.filter((part) => part !== null).join(' · '), LIMITS.valueColumns);
}

const UNTRUSTED = 'signingCredential.untrusted';

function state({ codes }: ManifestFacts, { phrases }: Words): string {
  const failures = [...new Set(codes.failure.map((entry) => entry.code))];
  const broken = failures.filter((code) => code !== UNTRUSTED);
  if (broken.length > 0) return fill(phrases.manifest_broken, { codes: broken.join(', ') });
  if (failures.length > 0) return phrases.manifest_unlisted;
  if (codes.success.length === 0) return phrases.manifest_not_validated;
  const isTrusted = codes.success.some((entry) => entry.code === 'signingCredential.trusted');
  return isTrusted ? phrases.manifest_trusted : phrases.manifest_intact;
}
