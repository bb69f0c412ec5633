const PAGE_SIZE = 20;
/** Nobody pages further back than this. */
const PAGES_MAX = 10_000;

export interface Paging {
  page: number;
  limit: number;
  offset: number;
}

/** The page of a list that the address names, or the first if it names no valid page. */
export function pagingOf(query: URLSearchParams, name = 'page'): Paging {
  const text = query.get(name) ?? '';
  const page = /^[1-9]\d{0,4}$/.test(text) ? Math.min(Number(text), PAGES_MAX) : 1;
  return { page, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}
