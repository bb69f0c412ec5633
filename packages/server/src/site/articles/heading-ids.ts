/** Gives each heading of a page its anchor: letters of any script, digits and hyphens; numbered where a text comes twice. */
export function headingIds(used: Set<string> = new Set()): (text: string) => string {
  return (text) => {
    const base =
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '') || 'section';
    let id = base;
    for (let count = 2; used.has(id); count += 1) id = `${base}-${count}`;
    used.add(id);
    return id;
  };
}
