import { describe, expect, it } from 'vitest';
import { CREDITS, GENERATOR_NAMES } from './rules/generator-names.ts';
import { ENCODER_NAMES, SOFTWARE_NAMES } from './rules/software-names.ts';
import type { FieldRole, TextField } from './text-field.ts';
import { aiSystems, credits, generatorNames, isUnattributed, softwareNames } from './tool-names.ts';

function field(role: FieldRole, text: string, changes: Partial<TextField> = {}): TextField {
  return {
    role,
    container: 'exif',
    key: 'Software',
    name: 'EXIF Software',
    location: 'IFD0',
    offset: 0,
    text,
    ...changes,
  };
}
const generator = (text: string): string | null => generatorNames([field('tool', text)])[0]?.vendor ?? null;
const software = (text: string): (string | null)[] =>
  softwareNames([field('tool', text)]).flatMap(({ vendor, model }) => [vendor, model]);

describe('generatorNames', () => {
  it.each([
    ['DALL-E 3', 'OpenAI'],
    ['dall·e', 'OpenAI'],
    ['Midjourney v6', 'Midjourney'],
    ['Adobe Firefly 3.0', 'Adobe Firefly'],
    ['FLUX.1-dev', 'Black Forest Labs'],
    ['  Pika 1.5', 'Pika'],
    ['即梦AI', 'ByteDance'],
    ['即梦4.0', 'ByteDance'],
    ['豆包', 'ByteDance'],
    ['OpenAI DALL-E 3', 'OpenAI'],
    ['ChatGPT 4o', 'OpenAI'],
    ['gpt-image-1', 'OpenAI'],
    ['Sora 2', 'OpenAI'],
    ['Adobe Firefly Image 4', 'Adobe Firefly'],
    ['Adobe_Firefly/1.0', 'Adobe Firefly'],
    ['Stable Diffusion XL 1.0', 'Stable Diffusion'],
    ['Stable Diffusion web UI', 'Stable Diffusion'],
    ['FLUX.1 [dev]', 'Black Forest Labs'],
    ['FLUX1.1 pro', 'Black Forest Labs'],
    ['Flux Schnell', 'Black Forest Labs'],
    ['Runway', 'Runway'],
    ['Runway Gen-3 Alpha', 'Runway'],
    ['runwayml.com', 'Runway'],
    ['Runway (web)', 'Runway'],
    ['Kling AI 1.6 Pro', 'Kuaishou (Kling)'],
    ['Midjourney® v6', 'Midjourney'],
    ['Midjourney, retouched', 'Midjourney'],
    ['ComfyUI version 0.3.40', 'ComfyUI'],
    ['Fooocus v2.5.5', 'Fooocus'],
  ])('%j is %s', (text, vendor) => {
    expect(generator(text)).toBe(vendor);
  });

  it.each([
    'f.lux 4',
    'Pikachu Editor',
    'Soraya',
    'Made with Midjourney',
    'Runways',
    'Runway Planner',
    'Runway Planner 3.1',
    'Flux HDR',
    'Flux HDR 2',
    'Flux Studio',
    'flux.ai',
    'Pika Backup',
    'Sora Reader',
    'Suno Notes',
    'Klingen Editor',
    'Luma Fusion',
    '豆包食谱',
    'ChatGPT-Exporter',
    'Midjourney Downloader',
    'OpenAIR Scanner',
    'Runway & Taxiway Planner',
    'fluxbox',
    'Vidual',
    'Adobe Photoshop',
  ])('%j names no generator', (text) => {
    expect(generator(text)).toBeNull();
  });

  it('means nothing in any other field', () => {
    const roles: FieldRole[] = ['comment', 'description', 'artist', 'credit', 'payload', 'lens', 'make', 'model'];
    const names = GENERATOR_NAMES.flatMap((row) => row.names);
    const fields = roles.flatMap((role) => names.map((name) => field(role, name)));
    expect(fields.length).toBe(roles.length * names.length);
    expect(generatorNames(fields)).toEqual([]);
    expect(aiSystems(fields)).toEqual([]);
    expect(credits(fields)).toEqual([]);
  });

  it('in the history of edits names an edit', () => {
    const agent = field('tool', 'Adobe Firefly', { key: 'softwareAgent', container: 'xmp' });
    expect(generatorNames([agent])).toMatchObject([{ kind: 'edited', vendor: 'Adobe Firefly', strength: 'medium' }]);
  });
});

describe('credits', () => {
  it.each(CREDITS.flatMap(({ values, kind }) => values.map((value) => [value, kind] as const)))(
    '%j: %s',
    (value, kind) => {
      expect(credits([field('credit', ` ${value.toUpperCase()} `)])).toMatchObject([{ kind, strength: 'high' }]);
    },
  );

  it.each(['Photo made with Google AI', 'Made with Google AI tools', 'Google AI', ''])('%j is somebody', (value) => {
    expect(credits([field('credit', value)])).toEqual([]);
  });
});

describe('aiSystems', () => {
  it('names what IPTC says was used, and its version', () => {
    expect(aiSystems([field('ai_system', 'ChatGPT DALL-E'), field('ai_system_version', '3')])).toMatchObject([
      { vendor: 'ChatGPT DALL-E', model: '3', strength: 'medium' },
    ]);
    expect(aiSystems([field('ai_system', ' \u202e ')])).toEqual([]);
  });
});

describe('softwareNames', () => {
  it.each([
    ['Adobe Photoshop 26.1 (Windows)', 'Adobe', 'Photoshop 26.1 (Windows)'],
    ['Adobe_Express/1.0.0', 'Adobe', 'Express/1.0.0'],
    ['GIMP 2.10.34', 'GIMP', '2.10.34'],
    ['Picsart', 'Picsart', null],
    ['Music 1.4.6.32', 'Apple', 'Music 1.4.6.32'],
    ['Canva (Renderer) doc=a user=b brand=c', 'Canva', null],
    ['Topaz Photo AI 3.2.2 (Windows)', 'Topaz Labs', 'Photo AI 3.2.2 (Windows)'],
  ])('%j', (text, vendor, model) => {
    expect(software(text)).toEqual([vendor, model]);
  });

  it.each(['Music Maker', 'Previewer', 'Lavf59.27.100', '17.3', ''])('%j is nobody', (text) => {
    expect(software(text)).toEqual([]);
  });

  it('reads marks by their key and form', () => {
    const drawing = field('payload', '<mxfile/>', { container: 'png', key: 'mxfile' });
    expect(softwareNames([drawing])).toMatchObject([{ vendor: 'draw.io', model: null }]);
    expect(softwareNames([{ ...drawing, container: 'vorbis' }])).toEqual([]);
    const platform = field('comment', 'vid:v0f044gc0000abcdefgh', { key: '©cmt' });
    expect(softwareNames([platform])).toMatchObject([{ vendor: 'TikTok / ByteDance' }]);
    expect(softwareNames([{ ...platform, text: 'see vid:v0f044gc0000abcdefgh' }])).toEqual([]);
  });
});

describe('isUnattributed', () => {
  it.each([
    ['tool', 'f.lux 4', true],
    ['tool', '17.3', true],
    ['make', 'x'.repeat(100), true],
    ['tool', 'Lavf59.27.100', false],
    ['tool', 'libx264', false],
    ['tool', 'Google', false],
    ['tool', ' ', false],
    ['comment', 'Screenshot', false],
  ] as const)('%s %.20j: %s', (role, text, expected) => {
    expect(isUnattributed(field(role, text))).toBe(expected);
  });
});

describe('the tables of names', () => {
  it('have each rule once, and no name that an earlier row takes', () => {
    const rules = [...GENERATOR_NAMES, ...CREDITS, ...SOFTWARE_NAMES].map(({ rule }) => rule);
    expect(new Set(rules).size).toBe(rules.length);
    for (const [table, vendorOf] of [
      [GENERATOR_NAMES, generator],
      [SOFTWARE_NAMES, (text: string) => software(text)[0] ?? null],
    ] as const) {
      for (const row of table) {
        for (const name of row.names) {
          const text = 'versioned' in row ? `${name} 1.0` : name;
          expect([name, vendorOf(text)]).toEqual([name, row.vendor]);
        }
      }
    }
    expect(ENCODER_NAMES.flatMap((name) => [...software(name), generator(name)]).filter((one) => one !== null)).toEqual(
      [],
    );
  });
});
