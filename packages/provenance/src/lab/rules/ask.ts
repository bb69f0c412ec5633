import type { LabObservation } from '../facts.ts';
import { factsIn } from './rule-book.ts';
import type { Condition, FactCondition } from './rule.ts';

/** The facts of one clip as rules see them. */
export class Evidence {
  readonly #byFact = new Map<string, LabObservation[]>();
  readonly #patterns: ReadonlyMap<string, RegExp>;

  constructor(observations: readonly LabObservation[], patterns: ReadonlyMap<string, RegExp>) {
    this.#patterns = patterns;
    for (const one of observations) {
      const known = this.#byFact.get(one.fact);
      if (known === undefined) this.#byFact.set(one.fact, [one]);
      else known.push(one);
    }
  }

  /** The observations that a condition rests on; null when it does not hold. */
  holds(condition: Condition): LabObservation[] | null {
    if ('not' in condition) return this.holds(condition.not) === null ? [] : null;
    if ('any' in condition) {
      for (const one of condition.any) {
        const found = this.holds(one);
        if (found !== null) return found;
      }
      return null;
    }
    if ('all' in condition) {
      const found: LabObservation[] = [];
      for (const one of condition.all) {
        const part = this.holds(one);
        if (part === null) return null;
        found.push(...part);
      }
      return found;
    }
    const matching = (this.#byFact.get(condition.fact) ?? []).filter((one) => this.#answers(condition, one));
    return matching.length === 0 ? null : matching;
  }

  /** Whether what a condition asks for could be read in this clip. */
  isKnown(condition: Condition): boolean {
    return factsIn(condition).every(({ fact }) => this.#byFact.has(fact));
  }

  #answers({ eq, in: among, re, gte, lte }: FactCondition, { value }: LabObservation): boolean {
    if (eq !== undefined && value !== eq) return false;
    if (among !== undefined && !among.some((one) => one === value)) return false;
    if (re !== undefined && (typeof value !== 'string' || this.#patterns.get(re)?.test(value) !== true)) return false;
    if (gte !== undefined && (typeof value !== 'number' || value < gte)) return false;
    return lte === undefined || (typeof value === 'number' && value <= lte);
  }
}
