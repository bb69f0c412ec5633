import type { LabelFinding } from './facts.ts';
import { finding } from './finding.ts';
import type { LocatedLabel } from './locate.ts';

/** The XMP name of the label (TC260-PG-20259A clause 6). */
const NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
const PREFIX = 'TC260';

/** The place of the label: AIGC-053 to 055 and 070. */
export function checkPlacement({ placement, location, xmpName }: LocatedLabel): LabelFinding[] {
  const findings: LabelFinding[] = [];
  if (placement === 'other') findings.push(finding('AIGC-053', { location }));
  if (xmpName === null) return findings;
  const { uri, prefix } = xmpName;
  if (uri !== NAMESPACE) findings.push(finding('AIGC-054', { namespace: uri }));
  else if (prefix !== PREFIX) findings.push(finding('AIGC-055', { prefix }));
  return findings;
}

export function checkCarrier({ intact, location }: LocatedLabel): LabelFinding[] {
  return intact ? [] : [finding('AIGC-070', { location })];
}
