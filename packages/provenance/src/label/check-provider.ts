import { findProvider } from './companies.ts';
import type { LabelFinding, ProviderFacts } from './facts.ts';
import { finding } from './finding.ts';

const CODE_CHARS = 27;
const EXTENSION_AT = 22;
/** Subject type and binding of an organisation with its USCC; the guide has others, which cannot be checked here. */
const ORGANISATION_BY_USCC = '11';

type ProviderKey = 'ContentProducer' | 'ContentPropagator';
/** Service types (position 23) that belong to the other party: distribution, generation. */
const OTHER_SERVICE = { ContentProducer: '2', ContentPropagator: '1' } as const;

/** Findings on whom a value names: AIGC-040 to 047. */
export function checkProvider(key: ProviderKey, value: string, facts: ProviderFacts): LabelFinding[] {
  const findings: LabelFinding[] = [];
  if (facts.kind === 'name') findings.push(finding('AIGC-046', { key, value }));
  if (facts.kind === 'code_like') {
    const isWhole = value.length === CODE_CHARS && /^[0-9A-Z]+$/.test(value);
    findings.push(finding(isWhole ? 'AIGC-041' : 'AIGC-040', { key, value }));
  }
  if (facts.code !== null) findings.push(...checkCode(key, facts.code, facts));
  const provider = findProvider(facts.uscc, value);
  if (provider !== null) {
    const { company, product, basis } = provider;
    const names = [...new Set([company.zh, company.en, product ?? company.en])].join(' ');
    findings.push(finding('AIGC-047', { key, provider: names, basis }));
  }
  return findings;
}

function checkCode(key: ProviderKey, code: string, facts: ProviderFacts): LabelFinding[] {
  const findings: LabelFinding[] = [];
  const kind = code.slice(2, 4);
  const extension = code.slice(EXTENSION_AT);
  const digit = code.slice(EXTENSION_AT, EXTENSION_AT + 1);
  if (kind !== ORGANISATION_BY_USCC) findings.push(finding('AIGC-042', { key, value: kind }));
  if (facts.check_digit_valid === false) findings.push(finding('AIGC-043', { key, uscc: facts.uscc ?? '' }));
  if (digit === OTHER_SERVICE[key]) findings.push(finding('AIGC-044', { key, digit }));
  if (digit === '0' && facts.service_type !== 'unused') findings.push(finding('AIGC-045', { key, extension }));
  return findings;
}
