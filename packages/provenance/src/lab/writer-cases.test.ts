import { describeLabCases } from '../testing/lab-cases.ts';

const OPEN = ['inconclusive'] as const;

describeLabCases('clips of platforms, editors and muxers', {
  '27': { facts: { 'udta.blanked': true, 'tag.encoder': null }, warnings: ['tags_blanked_in_place'] },
  '35': { facts: { 'box.beam': true }, claims: { whatsapp: ['consistent', 'strong'], kling: OPEN, camera: OPEN } },
  '36': { claims: { x: ['consistent', 'moderate'], kling: ['inconclusive', 'stripped_by_delivery'] } },
  '37': { facts: { 'tag.description': /^Packed by Bilibili/ }, claims: { bilibili: ['consistent'], kling: OPEN } },
  '38': {
    facts: { 'box.uuid': '5ca708fb-328e-4205-a861-650eca0a9596', 'box.uuid_text': '10.0.26100.0' },
    claims: { kling: OPEN },
  },
  '38b': { facts: { 'video.compressor': 'AVC Coding' } },
  '39': { facts: { 'metadata.creator_tool': /^Canva/ }, beside: ['canva'], claims: { canva: OPEN } },
  '40': { facts: { 'metadata.graph': 'prompt' }, beside: ['comfyui'], claims: { comfyui: OPEN, kling: OPEN } },
  '41': {
    facts: { 'ftyp.major': 'isom', 'ftyp.minor': 1, 'free.text': /GPAC/, 'moov.children': /iods/ },
    claims: { kling: OPEN },
  },
  '41h': { facts: { 'free.text': /^IsoMedia File Produced with GPAC/ } },
  '42': {
    facts: {
      'ftyp.major': 'mp42',
      'tag.encoder': /^HandBrake/,
      'video.timescale': 90_000,
      'video.compressor': '',
      'video.stbl': /sdtp/,
      'mvhd.created': /^20/,
      'audio.name': /Mono|Stereo/,
    },
    claims: { handbrake: ['consistent', 'moderate'], kling: OPEN },
  },
  '43': { facts: { 'mkv.writing_app': /^mkvmerge/, 'x264.settings': true }, warnings: [] },
  '44': { facts: { 'mkv.writing_app': 'Chrome' }, warnings: ['mkv.apps_edited'] },
  '45': { facts: { fragmented: true, 'x264.settings': true }, checks: { 'x264.ctts': 'not_applicable' } },
  '46': { facts: { layout: /sidx/, 'ftyp.major': 'iso5', 'x264.settings': true } },
  '47': { facts: { 'ftyp.major': 'qt  ', layout: /wide/, 'video.handler_pascal': true, 'video.vendor': 'FFMP' } },
  '48': { facts: { 'sps.frame_number_bits': 15, 'sps.picture_order': '0/16', 'sei.uuid': null } },
  '54ts': { facts: { 'ts.provider': 'FFmpeg', 'ts.service': 'Service01', 'x264.settings': true } },
  '54flv': { facts: { 'tag.encoder': /^Lavf/, 'x264.settings': true } },
  '54avi': { facts: { 'tag.encoder': /^Lavf/, 'x264.settings': true } },
  '55': { status: 'unsupported', warnings: ['no_video_track'], claims: { kling: ['inconclusive', 'not_probed'] } },
  '56': { claims: { sora: OPEN, kling: OPEN, veo: OPEN } },
  '61': { facts: { 'sei.uuid': '32fe466c-9841-4269-ae35-6a91549ef3f1' } },
  '61h': { facts: { 'sei.uuid': '32fe466c-9841-4269-ae35-6a91549ef3f1' } },
  '62': { warnings: ['mixed_traces'], claims: { handbrake: ['inconclusive', 'stage_not_seen'] } },
});
