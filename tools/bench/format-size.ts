const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes for people, in binary units: `98 KB`, `1.0 MB`, `500 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < MIB) return `${Math.round(bytes / KIB)} KB`;
  return `${(bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0)} MB`;
}
