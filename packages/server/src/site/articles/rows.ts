import type { Token } from 'markdown-it';

export interface Fence {
  readonly content: string;
  readonly info: string;
}

/** What stands at the outermost level of a text: fences that follow one another are one. */
export type Block =
  { readonly kind: 'text'; readonly tokens: Token[] } | { readonly kind: 'code'; readonly fences: readonly Fence[] };

/** Text, the code that it leads to, and what is said about that. */
export interface Row {
  readonly before: readonly Block[];
  readonly code: Block | null;
  readonly after: readonly Block[];
}

/** A heading begins a row, and so does the paragraph that leads to the next code. */
export function rowsOf(blocks: readonly Block[]): Row[] {
  const rows: Row[] = [];
  let [before, after]: [Block[], Block[]] = [[], []];
  let code: Block | null = null;
  const endRow = (): void => {
    if (before.length > 0 || code !== null) rows.push({ before, code, after });
    [before, code, after] = [[], null, []];
  };
  for (const block of blocks) {
    if (block.kind === 'text') {
      if (isHeading(block) && !(code === null && before.every(isHeading))) endRow();
      (code === null ? before : after).push(block);
      continue;
    }
    if (code !== null) {
      const lead = after.splice(-1);
      endRow();
      before = lead;
    }
    code = block;
  }
  endRow();
  return rows;
}

function isHeading(block: Block): boolean {
  return block.kind === 'text' && block.tokens[0]?.type === 'heading_open';
}

/** In the order of the text. */
export function blocksOf(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  let open: Token[] = [];
  let fences: Fence[] = [];
  const endCode = (): void => {
    if (fences.length > 0) blocks.push({ kind: 'code', fences });
    fences = [];
  };
  for (const token of tokens) {
    if (token.level === 0 && token.type === 'fence') {
      fences.push({ content: token.content, info: token.info });
      continue;
    }
    endCode();
    open.push(token);
    if (token.level > 0 || token.nesting === 1) continue;
    blocks.push({ kind: 'text', tokens: open });
    open = [];
  }
  endCode();
  return blocks;
}
