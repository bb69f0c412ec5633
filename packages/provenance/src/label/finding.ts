import { plainText } from '../bytes/plain-text.ts';
import { LIMITS } from '../limits.ts';
import type { LabelFinding } from './facts.ts';
import { LABEL_RULES, type LabelRuleId, type RuleValues } from './rules.ts';

/** One deviation, with exactly the values that the rule's message needs; long ones are cut. */
export function finding<Id extends LabelRuleId>(rule: Id, values: RuleValues<Id>): LabelFinding {
  const cut = Object.entries<string>(values).map(([name, value]) => [name, cutText(value)] as const);
  return { rule, severity: LABEL_RULES[rule].severity, values: Object.fromEntries(cut) };
}

/** The words of a list, each cut so that one cannot push out the others. */
export function nameSome(names: readonly string[]): string {
  const perName = Math.floor(LIMITS.labelFindingChars / LIMITS.labelFindingNames) - 2;
  const some = names.slice(0, LIMITS.labelFindingNames).map((name) => cutText(name, perName));
  return some.join(', ');
}

function cutText(text: string, chars: number = LIMITS.labelFindingChars): string {
  return text.length <= chars ? plainText(text, chars) : `${plainText(text, chars - 1)}…`;
}
