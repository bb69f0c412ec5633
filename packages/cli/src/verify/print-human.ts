import { fill, PROVENANCE_STATUSES, type ProvenanceStatus } from '@revera/provenance';
import type { CliContext } from '../context.ts';
import { renderDetails } from '../render/details.ts';
import type { Layout } from '../render/layout.ts';
import { renderBriefly, renderResult, verdictWord } from '../render/result.ts';
import { safeText } from '../render/safe-text.ts';
import type { Words } from '../render/words.ts';
import type { Printer } from './printer.ts';
import type { FileOutcome } from './verify-file.ts';

export interface HumanStyle {
  words: Words;
  layout: Layout;
  verbose: boolean;
  isSeveral: boolean;
}

type Counted = ProvenanceStatus | 'failed' | 'skipped';

/** Results on stdout, failures on stderr; a count after several files. */
export function humanPrinter({ stdout, stderr }: CliContext, style: HumanStyle): Printer {
  const counts = new Map<Counted, number>();
  const show = (outcome: FileOutcome): void => {
    const counted = outcome.kind === 'verified' ? outcome.result.provenance_status : outcome.kind;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    if (outcome.kind === 'failed') {
      stderr.write(`revera: ${safeText(outcome.path)}: ${safeText(outcome.message)}\n`);
    }
    if (outcome.kind !== 'verified') return;
    const { words, layout, verbose, isSeveral } = style;
    const lines = isSeveral && !verbose ? renderBriefly(outcome, words, layout) : renderResult(outcome, words, layout);
    if (verbose) lines.push(...renderDetails(outcome.report, words, layout));
    if (isSeveral) lines.push('');
    stdout.write(`${lines.join('\n')}\n`);
  };
  return {
    show,
    end: () => {
      if (style.isSeveral) stdout.write(`${countLine(counts, style.words)}\n`);
    },
  };
}

function countLine(counts: ReadonlyMap<Counted, number>, words: Words): string {
  const { phrases, statuses } = words;
  const names: readonly (readonly [Counted, string])[] = [
    ...PROVENANCE_STATUSES.map((name) => [name, verdictWord(name, words)] as const),
    ['failed', statuses.unexamined.failed.heading.toLowerCase()],
    ['skipped', phrases.skipped],
  ];
  const parts = names.flatMap(([name, word]) => {
    const count = counts.get(name);
    return count === undefined ? [] : [`${count} ${word}`];
  });
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return fill(phrases.total, { n: total, counts: parts.join(phrases.comma) });
}
