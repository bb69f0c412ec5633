const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** For element text or a double-quoted value: what a parser would change or take for markup is written as a reference. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character);
}

/** Like `escapeXml`, for either kind of quotes. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll("'", '&apos;');
}
