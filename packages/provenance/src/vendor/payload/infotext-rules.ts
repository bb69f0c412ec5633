import type { TextField } from '../text-field.ts';
import { civitaiModel } from './civitai-model.ts';
import { bestFind, hitOf, type Find, type Hit, type PayloadRule } from './hit.ts';
import { readSettings, type Settings } from './infotext.ts';
import { modelOfPath } from './model-name.ts';
import type { PayloadFields } from './payload-fields.ts';

interface Dialect extends PayloadRule {
  matches(settings: Settings): boolean;
}

type Traits = Pick<PayloadRule, 'id' | 'vendor' | 'why'> & Partial<Pick<PayloadRule, 'rank'>>;

/** Who wrote an infotext: the first row that fits. The names of extensions (`ADetailer version`) are other names. */
const DIALECTS: readonly Dialect[] = [
  // Before the versions: its own version is a commit id, which may begin like any of them.
  dialect({ id: 'sdnext-infotext', vendor: 'SD.Next', why: 'SD.Next names itself as App' }, (settings) =>
    /^SD\.Next\b/.test(settings.get('App') ?? ''),
  ),
  version('a1111-infotext', 'Stable Diffusion WebUI (AUTOMATIC1111)', /^v\d/, 'versions v1.x'),
  version('easyreforge-infotext', 'EasyReforge', /^f\d[\d.]*-v\d/, 'versions f1.3.0-v1.10.1'),
  version('reforge-infotext', 'Stable Diffusion WebUI reForge', /^f\d[\d.]*v\d+-v\d/, 'versions f1.0.0v2-v1.10.1'),
  version('forge-infotext', 'Stable Diffusion WebUI Forge', /^f\d/, 'versions f2.0.1v1.10.1'),
  version('forge-classic-infotext', 'Stable Diffusion WebUI Forge Classic', /^classic\b/, 'version classic'),
  version('forge-neo-infotext', 'Stable Diffusion WebUI Forge Neo', /^neo\b/, 'version neo'),
  version('fooocus-infotext', 'Fooocus', /^Fooocus v\d/, 'versions Fooocus v2.x'),
  dialect(
    {
      id: 'comfyui-infotext',
      vendor: 'ComfyUI',
      // Its model is typed by a person and was wrong in a real file: the graph counts first.
      rank: 'shared',
      why: 'nodes that save pictures for sites which read infotexts write version ComfyUI',
    },
    (settings) => settings.get('Version') === 'ComfyUI',
  ),
  dialect(
    {
      id: 'civitai-infotext',
      vendor: 'Civitai',
      why: "the site's generator lists its resources and states no version",
    },
    (settings) => settings.has('Civitai resources') && !settings.has('Version'),
  ),
  dialect(
    {
      id: 'infotext',
      vendor: 'Stable Diffusion (A1111-style)',
      rank: 'shared',
      why: 'the form of the settings without a version: many tools write it',
    },
    () => true,
  ),
];

export const INFOTEXT_RULES: readonly PayloadRule[] = DIALECTS;

/** Infotexts: PNG `parameters`, EXIF UserComment, comments of JPEG and GIF. */
export function findInfotexts(fields: PayloadFields): Hit[] {
  const finds = new Map<Dialect, Find[]>();
  for (const field of infotextFields(fields)) {
    const settings = readSettings(field.text);
    const spoken = settings === null ? undefined : DIALECTS.find((row) => row.matches(settings));
    if (settings === null || spoken === undefined) continue;
    const found = finds.get(spoken) ?? [];
    found.push({ field, model: civitaiModel(settings) ?? modelOfPath(settings.get('Model') ?? null) });
    finds.set(spoken, found);
  }
  return [...finds].flatMap(([rule, found]) => {
    const best = bestFind(found);
    return best === null ? [] : [hitOf(rule, best)];
  });
}

/** Where infotexts are found. */
export function infotextFields(fields: PayloadFields): TextField[] {
  return [...fields.at('png', 'parameters'), ...fields.at('exif', 'UserComment'), ...fields.comments('jpeg', 'gif')];
}

function dialect(traits: Traits, matches: Dialect['matches']): Dialect {
  return { kind: 'generated', strength: 'high', rank: 'structure', ...traits, matches };
}

function version(id: string, vendor: string, pattern: RegExp, why: string): Dialect {
  return dialect({ id, vendor, why: `the settings state ${why}` }, (settings) =>
    pattern.test(settings.get('Version') ?? ''),
  );
}
