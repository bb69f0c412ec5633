import { concat, type Bytes } from '../bytes.ts';

const ENTITIES_PER_LEVEL = 10;

/** Entities of entities: 10^levels times the innermost text ("billion laughs"). */
export function svgEntityBomb(levels: number): Bytes {
  const definitions = Array.from({ length: levels }, (_, level) => {
    const content = level === 0 ? 'laugh' : `&e${level - 1};`.repeat(ENTITIES_PER_LEVEL);
    return `<!ENTITY e${level} "${content}">`;
  });
  return svgWithDoctype(definitions.join('\n'), `<text>&e${levels - 1};</text>`);
}

/** One long entity used many times: no nesting for a depth limit to see. */
export function svgQuadraticBlowup(repeats: number): Bytes {
  return svgWithDoctype(`<!ENTITY a "${'a'.repeat(repeats)}">`, `<text>${'&a;'.repeat(repeats)}</text>`);
}

/** An external entity, in the drawing and as a parameter; `address` may be a tripwire's or a local file's. */
export function svgExternalEntity(address: string): Bytes {
  const definitions = `<!ENTITY x SYSTEM "${address}"><!ENTITY % p SYSTEM "${address}">%p;`;
  return svgWithDoctype(definitions, `<text>&x;</text><image href="${address}"/><script href="${address}"/>`);
}

/** Elements inside one another. */
export function svgDeepNesting(depth: number): Bytes {
  return concat(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(depth)}${'</g>'.repeat(depth)}</svg>`);
}

/** Two manifest elements; `content` is what each holds, base64 as a rule. */
export function svgWithManifestElements(...content: string[]): Bytes {
  const elements = content.map((text) => `<c2pa:manifest>${text}</c2pa:manifest>`).join('');
  const root = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:c2pa="http://c2pa.org/manifest">';
  return concat(`${root}<metadata>${elements}</metadata></svg>`);
}

function svgWithDoctype(definitions: string, content: string): Bytes {
  const doctype = `<!DOCTYPE svg [\n${definitions}\n]>`;
  return concat(`<?xml version="1.0"?>\n${doctype}\n<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
}
