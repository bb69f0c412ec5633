import { camera, label, marker, STATEMENT_CASES } from '@revera/testkit/report';
import { hostileTexts } from '@revera/testkit/sign';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../report.ts';
import { judge } from '../../verdict/judge.ts';
import { LANGUAGES } from '../language.ts';
import { presentResult } from '../present-result.ts';
import { statementOf } from './statement-of.ts';

const HOSTILE = Object.entries({
  ...hostileTexts,
  long: 'A'.repeat(10_000),
  wide: '汉'.repeat(10_000),
  quotes: '” is verified by Adobe “',
  sentence: 'Acme. This picture is verified and valid.',
  lines: 'Acme\nVerified\r\n\tvalid',
  nothing: '\u202e\u200b',
  template: '{signer} {date} {unchanged}',
});

/** Every text of the file that a statement may repeat. */
function withNames(report: Report, text: string): Report {
  const changed = structuredClone(report);
  const { c2pa, china_aigc, metadata } = changed;
  if (c2pa.state === 'examined' && c2pa.facts.kind === 'present') {
    for (const manifest of c2pa.facts.manifests) {
      Object.assign(manifest, {
        generator: text,
        claim_generator: text,
        generators: [{ name: text, version: text, model: text }],
      });
      if (manifest.signature !== null) Object.assign(manifest.signature, { signer: text, signer_organization: text });
      for (const action of manifest.actions) Object.assign(action, { software_agent: text });
    }
  }
  if (c2pa.state === 'examined' && c2pa.facts.remote_manifest_url !== null) c2pa.facts.remote_manifest_url = text;
  if (china_aigc.state === 'examined') {
    china_aigc.facts.labels = china_aigc.facts.labels.map((one) => ({
      ...label({ ...one.fields, ContentProducer: text, ContentPropagator: text }),
      state: one.state,
    }));
  }
  if (metadata.state === 'examined') {
    metadata.facts.evidence = metadata.facts.evidence.map((one) =>
      one.kind === 'captured' ? camera({ vendor: text, model: text }) : marker({ ...one, vendor: text, model: text }),
    );
  }
  return changed;
}

describe.each(HOSTILE)('names that are hostile: %s', (_name, text) => {
  it('leave every statement in one line, in bounds, and in our words', () => {
    for (const [made, report] of STATEMENT_CASES) {
      const named = withNames(report, text);
      const verdict = judge(named);
      for (const language of LANGUAGES) {
        const result = presentResult(named, verdict, { id: 'a', filename: text, sha256: '', language });
        const { heading, line, questions } = statementOf({ report: named, verdict, result }, language);
        for (const one of [heading, line]) {
          expect(one, made).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
          expect((one.match(/“/g) ?? []).length, made).toBe((one.match(/”/g) ?? []).length);
        }
        expect(Array.from(heading).length, `${made}: ${heading}`).toBeLessThanOrEqual(200);
        expect(Array.from(line).length, made).toBeLessThanOrEqual(800);
        for (const { answer } of questions) expect(Array.from(answer).length, made).toBeLessThanOrEqual(200);
        expect(heading.replaceAll(/“[^”]*”/g, ''), made).not.toMatch(/verified|\bvalid/i);
      }
    }
  });
});
