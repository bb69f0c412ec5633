/** Public addresses of what the service holds. */
export interface Links {
  /** The page and JSON that anyone may see. */
  credential(id: string): string;
  /** The signed file, for its organization. */
  asset(id: string): string;
}

/** @param address where the service is reached, without a trailing slash; asked each time, it may be known late */
export function linksFrom(address: () => string): Links {
  return {
    credential: (id) => `${address()}/v/${id}`,
    asset: (id) => `${address()}/v1/content/credentials/${id}/asset`,
  };
}
