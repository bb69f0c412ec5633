import type { Bytes } from '@revera/testkit';
import { jpegExif, jpegXmp, pngInternational, pngLatin, pngText, xmpPacket } from '@revera/testkit/label';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { readMetadata } from '../media/read-metadata.ts';
import { sniff } from '../media/sniff.ts';
import { presentResult } from '../present/present-result.ts';
import type { Report } from '../report.ts';
import { judge } from '../verdict/judge.ts';
import { ABSENT, report } from '@revera/testkit/report';
import { readVendor } from './read-vendor.ts';

/** Stands for a prompt, a name, a token: whatever a file holds and no answer may repeat. */
const SECRET = 'zq7-secret';
const SETTINGS = 'Steps: 20, Sampler: Euler a, Seed: 1, Model: m1, Version: v1.9.4';

const files: [string, string, () => Bytes][] = [
  ['a prompt in an infotext', 'ai_generated', () => pngText(pngLatin('parameters', `${SECRET}\n${SETTINGS}`))],
  [
    'a signed address in its settings',
    'ai_generated',
    () =>
      jpegExif({
        userComment: `ASCII\0\0\0x\n${SETTINGS}, Civitai resources: [{"url":"https://example.org/?token=${SECRET}"}]`,
      }),
  ],
  [
    "a prompt in a graph's node",
    'ai_generated',
    () => {
      const graph = {
        1: { class_type: 'KSampler', inputs: { seed: 1 } },
        2: { class_type: 'Text', inputs: { t: SECRET } },
      };
      return pngText(pngInternational('prompt', JSON.stringify(graph)));
    },
  ],
  [
    'the prompt of a job',
    'ai_generated',
    () => pngText(pngLatin('Description', `${SECRET} --v 6 Job ID: 11111111-2222-4333-8444-555555555555`)),
  ],
  [
    'an artist, and a text as signature',
    'ai_generated',
    () => {
      const signature = `Signature: ${Buffer.from(SECRET.repeat(9)).toString('base64')}`;
      return jpegExif({ tags: { Artist: '11111111-2222-4333-8444-555555555555', ImageDescription: signature } });
    },
  ],
  ['a description beside a camera', 'captured', () => jpegExif({ tags: { Make: 'Canon', ImageDescription: SECRET } })],
  ['an unknown program', 'unattributed', () => jpegExif({ tags: { Software: SECRET } })],
  [
    'people and documents of an editor',
    'software',
    () => {
      const properties = `xmp:CreatorTool="Canva (Renderer) doc=${SECRET} user=${SECRET}" dc:creator="${SECRET}"`;
      const names = 'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
      return jpegXmp(xmpPacket(`<rdf:Description rdf:about="" ${names} ${properties}/>`));
    },
  ],
  ['a maker that is a workflow', 'unattributed', () => jpegExif({ tags: { Make: `prompt: {"${SECRET}": 1}` } })],
];

describe('what metadata hold of people and their prompts', () => {
  it.each(files)('is in no answer: %s', (_what, status, build) => {
    const bytes = build();
    const encoded = Buffer.from(SECRET.repeat(9)).toString('base64');
    expect(Buffer.from(bytes).includes(SECRET) || Buffer.from(bytes).includes(encoded)).toBe(true);
    const source = bufferSource(bytes);
    const mediaType = sniff(source) ?? 'text/plain';
    const facts = readVendor(source, mediaType, readMetadata(source, mediaType));
    const found: Report = { ...report(ABSENT), metadata: { state: 'examined', facts } };
    const context = { id: 'x', filename: 'x', sha256: '0', language: 'en' } as const;
    const result = presentResult(found, judge(found), context);
    expect(result.metadata.status).toBe(status);
    const answered = JSON.stringify({ found, result });
    expect(answered).not.toContain(SECRET);
    expect(answered).not.toContain(encoded.slice(0, 20));
  });
});
