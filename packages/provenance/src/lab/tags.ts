import { latin1Text } from '../bytes/latin1-text.ts';
import { isObject, parseJson } from '../bytes/json.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { trimZeros } from '../media/stored-value.ts';
import type { LabFactName } from './fact-names.ts';
import { LAB_LIMITS } from './limits.ts';
import type { Notebook } from './notebook.ts';

/** Names of tags, folded to lower case, and the facts that they are. Free texts such as titles are none. */
const FACTS: ReadonlyMap<string, LabFactName> = new Map<string, LabFactName>([
  ['\u00a9too', 'tag.encoder'],
  ['\u00a9swr', 'tag.encoder'],
  ['\u00a9enc', 'tag.encoder'],
  ['encoder', 'tag.encoder'],
  ['isft', 'tag.encoder'],
  ['\u00a9cmt', 'tag.comment'],
  ['comment', 'tag.comment'],
  ['desc', 'tag.description'],
  ['\u00a9des', 'tag.description'],
  ['description', 'tag.description'],
  ['aigc_info', 'tag.aigc_info'],
  ['vid_md5', 'tag.vid_md5'],
  ['information', 'tag.information'],
  ['com.android.information', 'tag.information'],
  ['com.apple.quicktime.information', 'tag.information'],
  ['com.apple.quicktime.make', 'metadata.make'],
  ['\u00a9mak', 'metadata.make'],
  ['com.apple.quicktime.model', 'metadata.model'],
  ['\u00a9mod', 'metadata.model'],
  ['com.apple.quicktime.software', 'metadata.software'],
  ['software', 'metadata.software'],
  ['com.apple.quicktime.creationdate', 'metadata.created'],
  ['\u00a9day', 'metadata.created'],
  ['prompt', 'metadata.graph'],
  ['workflow', 'metadata.graph'],
  ['extra_pnginfo', 'metadata.graph'],
  ['_statistics_writing_app', 'mkv.statistics_app'],
]);
const BRAND_KEYS = new Set(['major_brand', 'compatible_brands']);
/** What a graph of nodes looks like; a tag of that name may hold anything. */
const GRAPH = /"(?:class_type|nodes)"\s*:/;
/** Provider codes of TC260-PG-20252A: format, subject type and binding before the 18 characters of the entity. */
const PROVIDER = /^001[0-9A-Z]([0-9A-Z]{18})/;

/** Notes the tags of any container. */
export function noteTags(notebook: Notebook, items: readonly MetadataItem[]): void {
  for (const { kind, key, path, offset, bytes } of items) {
    if (kind === 'xmp' || kind === 'exif') continue;
    const value = textOf(bytes);
    if (value === '') continue;
    const name = (key ?? '').toLowerCase();
    const fact = FACTS.get(name);
    if (name === 'aigc') noteLabel(notebook, value, path, offset);
    else if (BRAND_KEYS.has(name)) notebook.see('tag.brand_keys', true, path, offset);
    else if (fact === 'metadata.graph') {
      if (GRAPH.test(value)) notebook.see(fact, name, path, offset);
    } else if (fact !== undefined) notebook.see(fact, value, path, offset);
    else if (key === null && kind === 'entry') notebook.see('tag.unnamed', value, path, offset);
  }
}

/** Text as stored, with the zeros that careless writers leave behind it removed. */
function textOf(bytes: Uint8Array): string {
  const cut = trimZeros(bytes).subarray(0, LAB_LIMITS.tagChars);
  const text = new TextDecoder().decode(cut);
  return (text.includes('\uFFFD') ? latin1Text(cut) : text).trim();
}

/** Whom a China AIGC label names. Whether the label is as the standard asks, another reader says. */
function noteLabel(notebook: Notebook, value: string, path: string, offset: number): void {
  const parsed = parseJson(value);
  const outer = isObject(parsed) ? parsed : {};
  const inner = outer['AIGC'];
  const label = isObject(inner) ? inner : outer;
  const { ContentProducer: producer, ProduceID: id } = label;
  notebook.see('label.producer', typeof producer === 'string' ? producer : '', path, offset);
  if (typeof producer === 'string') {
    const entity = PROVIDER.exec(producer)?.[1];
    if (entity !== undefined) notebook.see('label.entity', entity, path, offset);
  }
  if (typeof id === 'string') notebook.see('label.produce_id', id, path, offset);
}
