import type { FieldContainer, FieldRole, TextField } from '../text-field.ts';
import { readPayloads } from './read-payloads.ts';

/** Roles that keys have in the table of fields; the rest are payloads. */
const ROLES = new Map<string, FieldRole>([
  ['Make', 'make'],
  ['Model', 'model'],
  ['Artist', 'artist'],
  ['Author', 'artist'],
  ['Software', 'tool'],
  ['Source', 'tool'],
  ['CreatorTool', 'tool'],
  ['ImageDescription', 'description'],
  ['Description', 'description'],
  ['description', 'description'],
  ['UserComment', 'comment'],
  ['Comment', 'comment'],
  ['COMMENT', 'comment'],
  ['ICMT', 'comment'],
  ['\u00a9cmt', 'comment'],
  ['COMM', 'comment'],
  ['COM', 'comment'],
]);

/** A field as the table of fields gives it. */
export function field(container: FieldContainer, key: string, text: string, role?: FieldRole): TextField {
  const name = `${container} ${key}`;
  return { role: role ?? ROLES.get(key) ?? 'payload', container, key, name, location: container, offset: 7, text };
}

/** Fields of one container. */
export function fieldsOf(container: FieldContainer, texts: Readonly<Record<string, string>>): TextField[] {
  return Object.entries(texts).map(([key, text]) => field(container, key, text));
}

/** The most important evidence, as `vendor | model | kind strength`; null when there is none. */
export function firstEvidence(fields: readonly TextField[]): string | null {
  const [first] = readPayloads(fields);
  return first === undefined ? null : `${first.vendor} | ${first.model} | ${first.kind} ${first.strength}`;
}

/** The infotext of the reference's builders, with other settings after its own. */
export function infotext(more = 'Model: v1-5-pruned-emaonly, Version: v1.9.4'): string {
  const settings = 'Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 512x512, Model hash: 6ce0161689';
  return `a red boat\nNegative prompt: fog\n${settings}, ${more}`;
}

type Inputs = Record<string, unknown>;

/** A graph as executed: `[class, inputs]` by id. */
export function promptOf(nodes: Readonly<Record<string, [string, Inputs]>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(nodes).map(([id, [name, inputs]]) => [id, { class_type: name, inputs }])),
  );
}

/** A loader, a sampler that uses it, and a node that saves. */
export function samplingPrompt(file: string): string {
  return promptOf({
    '3': ['KSampler', { seed: 1, model: ['4', 0], positive: ['6', 0], latent_image: ['5', 0] }],
    '4': ['CheckpointLoaderSimple', { ckpt_name: file }],
    '5': ['EmptyLatentImage', { width: 512, height: 512 }],
    '6': ['CLIPTextEncode', { text: 'a red boat', clip: ['4', 1] }],
    '9': ['SaveImage', { images: ['3', 0] }],
  });
}

export const UUID = '2b6e053b-9a65-4ca9-9e13-b6f4465164d4';
export const MIDJOURNEY = `a red fox --ar 16:9 --v 6.1 Job ID: ${UUID}`;

/** A row of the reference, why it is what it is, its fields, and what comes first. */
export type Row = [string, string, TextField[], string | null];

export function parameters(text: string): TextField[] {
  return [field('png', 'parameters', text)];
}

export function exif(texts: Readonly<Record<string, string>>): TextField[] {
  return fieldsOf('exif', texts);
}

/** A generator with a structure of its own, as `firstEvidence` writes it. */
export function high(vendor: string, model: string | null): string {
  return `${vendor} | ${model} | generated high`;
}
