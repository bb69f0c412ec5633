import { withReader } from '../sign/read-media.ts';

/** A crJSON document as far as tests look into it; the active manifest is the first. */
export interface CrJson {
  manifests: CrJsonManifest[];
}

export interface CrJsonManifest {
  label: string;
  /** By their labels. */
  assertions: Record<string, Record<string, unknown>>;
  /** Absent in a manifest of a version 1 claim. */
  'claim.v2'?: {
    claim_generator_info: Record<string, unknown>;
    created_assertions: { url: string }[];
    gathered_assertions: { url: string }[];
    specVersion?: string;
  };
  validationResults?: { failure: { code: string }[] };
}

/** The engine's crJSON of a file, validated with the given PEM certificates as trust anchors. */
export async function readCrJson(bytes: Uint8Array, mediaType: string, anchorsPem?: string): Promise<CrJson> {
  return withReader(bytes, mediaType, anchorsPem, (reader) => {
    const document: unknown = JSON.parse(reader.crJson());
    if (!isCrJson(document)) throw new TypeError('The engine wrote no crJSON document');
    return document;
  });
}

function isCrJson(value: unknown): value is CrJson {
  if (typeof value !== 'object' || value === null || !('manifests' in value)) return false;
  return Array.isArray(value.manifests) && value.manifests.every(isManifest);
}

function isManifest(value: unknown): value is CrJsonManifest {
  return typeof value === 'object' && value !== null && 'label' in value && 'assertions' in value;
}
