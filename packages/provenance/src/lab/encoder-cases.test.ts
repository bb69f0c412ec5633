import { describeLabCases } from '../testing/lab-cases.ts';

const OPEN = ['inconclusive'] as const;
const X264 = 'dc45e9bd-e6d9-48b7-962c-d820d923eeef';
const X265 = /^2ca2de09-b517-47db-bb55-a4fe7fc2fc4e x265 \(build/m;

describeLabCases('clips of ordinary encoders', {
  '1': {
    facts: {
      layout: 'ftyp,free,mdat,moov',
      'ftyp.major': 'isom',
      'ftyp.minor': 512,
      'tag.encoder': /^Lavf/,
      'sei.uuid': X264,
      'sps.family': 'x264-like',
      'x264.preset': 'medium',
      'x264.crf': 23,
      'audio.encoder': 'lavc',
      'edit.audio_start': 1024,
    },
    warnings: [],
    status: 'ok',
    checks: {
      'x264.crf_vs_pps': 'pass',
      'x264.ctts': 'pass',
      'x264.keyint': 'pass',
      'mux.version_vs_structure': 'pass',
    },
    claims: { kling: OPEN, veo: OPEN, ffmpeg: ['consistent', 'strong'], x264: ['consistent', 'stage_match'] },
  },
  '2': { facts: { layout: 'ftyp,moov,free,mdat' }, claims: { kling: OPEN } },
  '3': {
    facts: { 'sei.uuid': null, 'sps.family': 'x264-like', 'video.compressor': /libx264$/ },
    claims: { kling: OPEN },
  },
  '4': {
    facts: { 'tag.encoder': null, 'video.compressor': 'Lavc libx264', 'sei.uuid': X264, 'audio.encoder': null },
    claims: { kling: OPEN },
  },
  '5': {
    facts: { 'video.btrt': false, 'video.compressor': '', 'tag.encoder': 'Lavf58.45.100' },
    checks: { 'mux.version_vs_structure': 'pass' },
  },
  '6': {
    facts: { 'mvhd.timescale': 88_200, 'tag.encoder': /^Lavf63/ },
    checks: { 'mux.version_vs_structure': 'pass' },
  },
  '7': {
    facts: { 'tag.encoder': 'Lavf61.7.100', 'video.btrt': false },
    warnings: ['mux.version_mismatch'],
    checks: { 'mux.version_vs_structure': 'fail' },
    claims: { kling: OPEN },
  },
  '8': { facts: { 'sei.user_data': X265, 'video.entry': 'hvc1', 'x265.settings': true, 'video.stbl': /sdtp/ } },
  '9': { facts: { 'sei.uuid': null, 'video.entry': 'hev1' } },
  '10': { facts: { 'sei.user_data': X265, 'nal.repeated_sets': true, 'nal.first': /39/ } },
  '11': { facts: { 'video.codec': 'av01', 'av1.sequence': /320x180$/, 'video.stbl': /^(?!.*sdtp)/ } },
  '12': { facts: { 'video.codec': 'av01', 'video.stbl': /sdtp/, 'video.compressor': /libsvtav1$/ } },
  '13': { facts: { 'video.codec': 'V_VP9', 'mkv.muxing_app': /^Lavf/, 'tag.encoder': /libvpx-vp9$/m } },
  '14': {
    facts: { 'video.codec': 'mp4v', 'video.fps': 8, 'sei.user_data': /^vol Lavc/, 'audio.present': false },
    claims: { diffusers: ['inconclusive', 'weak'] },
  },
  '15': { facts: { 'pps.qp': 10, 'x264.crf': 10, 'video.size': '832x480' }, claims: { wan: ['inconclusive', 'weak'] } },
  '57': { facts: { 'sps.family': 'unknown', 'x264.settings': true } },
});
