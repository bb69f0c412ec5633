import { checkCarrier, checkPlacement } from './check-placement.ts';
import { checkProvider } from './check-provider.ts';
import { checkReservedCode } from './check-reserved-code.ts';
import { checkElements, checkForm, checkText } from './check-values.ts';
import type { LabelFinding, LabelSite, ProviderFacts } from './facts.ts';
import { finding } from './finding.ts';
import type { LocatedLabel } from './locate.ts';
import { decodeProvider } from './provider-code.ts';
import { NO_RESERVED_CODE, readReservedCode, type SignatureBudget } from './security-data.ts';

export type CheckedLabel = Pick<
  LabelSite,
  'findings' | 'producer' | 'propagator' | 'reserved_code_1' | 'reserved_code_2'
>;

/**
 * Checks one label against all rules that concern only it. The fields are the whole values: a value cut to fit a report can
 * no longer be verified. The budget is per file, so many labels cannot cause many signature checks.
 */
export function checkLabel(site: LocatedLabel, budget: SignatureBudget): CheckedLabel {
  if (site.state !== 'decoded') return unread(site);
  const { ContentProducer: producedBy, ContentPropagator: propagatedBy } = site.fields;
  const producer = providerOf(producedBy);
  const propagator = providerOf(propagatedBy);
  const codes = (['ReservedCode1', 'ReservedCode2'] as const).map((which) => {
    return { which, facts: readReservedCode(site.fields[which], { fields: site.fields, which, budget }) };
  });
  const findings = [
    ...checkForm(site),
    ...checkElements(site, producer),
    ...checkText(site),
    ...(producer === null ? [] : checkProvider('ContentProducer', producedBy ?? '', producer)),
    ...(propagator === null ? [] : checkProvider('ContentPropagator', propagatedBy ?? '', propagator)),
    ...checkPlacement(site),
    ...codes.flatMap(({ which, facts }) => checkReservedCode(which, facts)),
    ...checkCarrier(site),
  ];
  const [first, second] = codes.map(({ facts }) => facts);
  return {
    findings,
    producer,
    propagator,
    reserved_code_1: first ?? NO_RESERVED_CODE,
    reserved_code_2: second ?? NO_RESERVED_CODE,
  };
}

/** An empty shell is not an absence: somebody put it there, or emptied it. */
function unread(site: LocatedLabel): CheckedLabel {
  const rule = site.state === 'empty' ? 'AIGC-002' : 'AIGC-001';
  return {
    findings: [finding(rule, {}), ...checkCarrier(site)],
    producer: null,
    propagator: null,
    reserved_code_1: NO_RESERVED_CODE,
    reserved_code_2: NO_RESERVED_CODE,
  };
}

function providerOf(value: string | null): ProviderFacts | null {
  return value === null || value.trim() === '' ? null : decodeProvider(value);
}

/** What the findings of a label, or of a file, amount to. */
export function labelConformance(
  findings: readonly LabelFinding[],
): 'conformant' | 'conformant_with_warnings' | 'nonconformant' {
  if (findings.some(({ severity }) => severity === 'error')) return 'nonconformant';
  return findings.some(({ severity }) => severity === 'warning') ? 'conformant_with_warnings' : 'conformant';
}
