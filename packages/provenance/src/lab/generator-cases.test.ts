import { describeLabCases } from '../testing/lab-cases.ts';

const OPEN = ['inconclusive'] as const;
const KUAISHOU = '91ca6061-4aee-3854-8614-2d5f73f4ae2e';

// The reference counts labels, credentials and graphs as marks. Here they are named beside the marks, so that cases 18, 22, 28,
// 33 and 40 rest on their streams and containers alone.
describeLabCases('clips with marks of generators', {
  '16': {
    facts: { 'sei.user_data': `${KUAISHOU} kling-ai`, 'pps.qp': 23 },
    warnings: ['mixed_traces'],
    claims: { kling: ['consistent', 'moderate'], veo: OPEN },
  },
  '16b': {
    facts: { 'pps.qp': 14, 'video.timescale': 10_000_000 },
    warnings: [],
    generation: 'first',
    claims: { kling: ['consistent', 'strong'], veo: ['inconsistent', 'other_origin'] },
  },
  '17': { facts: { 'sei.user_data': `${KUAISHOU} 123456` }, claims: { kling: ['consistent', 'moderate'] } },
  '18': {
    facts: { 'tag.comment': /_atlas-0/, 'label.entity': '91110108335469089C' },
    beside: ['kling'],
    claims: { kling: ['consistent', 'moderate'] },
  },
  '19': { facts: { 'label.producer': null, 'sei.uuid': KUAISHOU }, beside: [], claims: { kling: ['consistent'] } },
  '20': { facts: { 'tag.comment': null, 'sei.uuid': KUAISHOU }, claims: { kling: ['consistent'] } },
  '21': { facts: { 'label.producer': null, 'tag.comment': null }, claims: { kling: ['inconclusive', 'reencoded'] } },
  '22': { beside: ['kling'], generation: 'reencoded', claims: { kling: ['inconclusive', 'weak_marks'] } },
  '23': { facts: { 'label.producer': 'test' }, beside: [], claims: { kling: OPEN, veo: OPEN, sora: OPEN } },
  '24': { facts: { 'label.producer': 'test', container: 'matroska' }, claims: { kling: OPEN } },
  '25': {
    facts: { 'sei.user_data': /bvc0ot v2\.2/, 'x264.settings': null },
    generation: 'delivered',
    claims: { tiktok: ['consistent', 'moderate'], x264: OPEN },
  },
  '26': {
    facts: { 'tag.comment': /^vid:v0d00/, 'tag.aigc_info': /label_type/, 'tag.vid_md5': /^[0-9a-f]{32}$/ },
    claims: { tiktok: ['consistent', 'strong'], sora: ['inconclusive', 'stripped_by_delivery'] },
  },
  '28': {
    facts: { 'credential.hint': 'Google Media Processing Services', 'tag.encoder': 'Google' },
    warnings: ['mixed_traces'],
    beside: ['veo'],
    claims: { veo: OPEN, kling: OPEN },
  },
  '28b': { warnings: [], beside: ['veo'], claims: { veo: ['inconclusive', 'weak_marks'] } },
  '29': { beside: [], claims: { veo: OPEN } },
  '30': {
    facts: { 'video.handler': /^ISO Media file produced by Google/, 'ftyp.major': 'mp42' },
    claims: { veo: OPEN, youtube: ['consistent', 'moderate'] },
  },
  '31': { claims: { grok: ['consistent', 'strong'], sora: ['inconsistent', 'other_origin'] } },
  '32': { facts: { 'tag.comment': 'Signature: short' }, claims: { grok: OPEN } },
  '33': {
    facts: { 'tag.comment': /dreamina/ },
    claims: { seedance: ['consistent', 'moderate'], kling: OPEN },
  },
  '34': { facts: { 'credential.present': true }, beside: ['sora'], claims: { sora: OPEN } },
});
