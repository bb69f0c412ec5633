/**
 * Published error codes whose area of the product is not built yet: code -> the area that will raise it. The codes are
 * part of the public contract from the first version on. A code leaves this table with the change that raises it.
 */
export const NOT_YET_RAISED: Readonly<Record<string, string>> = {};
