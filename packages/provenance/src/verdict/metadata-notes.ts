import type { VendorEvidence } from '../vendor/facts.ts';
import type { Evidence } from './evidence.ts';
import { metadataFacts, type MetadataEvidence } from './metadata-evidence.ts';
import type { NoteCode } from './note-codes.ts';
import { note } from './note.ts';
import { credentialContradictsMetadata, metadataContradictThemselves } from './provenance-status.ts';
import { isCreditable } from './integrity-status.ts';
import type { MetadataStatus, MetadataVerdict, Note, NoteLevel } from './verdict.ts';

/** What the status of the metadata means. */
const STATUS_NOTES: Readonly<Record<MetadataStatus, NoteCode>> = {
  ai_generated: 'metadata_ai_generated',
  ai_edited: 'metadata_ai_edited',
  captured: 'metadata_captured',
  software: 'metadata_software',
  conflicting: 'metadata_conflicting',
  unattributed: 'metadata_unattributed',
  not_found: 'metadata_not_found',
  unreadable: 'metadata_unreadable',
};

/** Contradictions with metadata on one side: both sides are named. */
export function metadataConflictNotes(evidence: Evidence): Note[] {
  const { declared, metadata } = evidence;
  const list: Note[] = [];
  if (credentialContradictsMetadata(evidence) && metadata.generation !== null) {
    const values = { credential: declared.declaration, ...markerValues(metadata.generation) };
    list.push(note('metadata_contradicts_credential', 'critical', values));
  }
  if (metadataContradictThemselves(evidence)) list.push(conflictNote(metadata, 'critical'));
  return list;
}

/** What the metadata mean, and what kept us from looking. The first explains the status. */
export function metadataNotes(evidence: Evidence): Note[] {
  const { report, metadata, integrity } = evidence;
  if (report.metadata.state === 'failed') return [note('metadata_reader_failed', 'critical')];
  const facts = metadataFacts(report.metadata);
  if (facts === null) return [note('metadata_not_examined', 'info')];
  const list: Note[] = [];
  // A conflict is reported with the contradictions, and a label's own statement with the label's notes.
  if (metadata.isConflicting) {
    if (!metadataContradictThemselves(evidence)) list.push(conflictNote(metadata, 'warning'));
  } else if (!isByLabel(metadata)) list.push(statusNote(metadata));
  if (metadata.generation?.attested === 'verified') {
    list.push(note('metadata_signature_verified', 'good', { vendor: metadata.generation.vendor ?? '?' }));
  } else if (metadata.generation !== null && !isCreditable(integrity)) {
    list.push(note('metadata_not_authenticated', 'info'));
  }
  list.push(...cameraNotes(evidence));
  if (facts.problems.length > 0 && metadata.status !== 'unreadable') {
    list.push(note('metadata_search_incomplete', 'info', { what: facts.problems[0]?.what ?? '?' }));
  }
  return list;
}

/** A camera beside a declaration of full generation: no contradiction, and worth knowing. */
function cameraNotes({ credential, label, metadata }: Evidence): Note[] {
  const isGenerated = credential.declaration === 'ai_generated' || label.declaration === 'ai_generated';
  if (metadata.camera === null || metadata.isConflicting || !isGenerated) return [];
  return [note('camera_beside_generation', 'warning', cameraValues(metadata.camera))];
}

/** The result's part on metadata. */
export function metadataVerdict(evidence: Evidence): MetadataVerdict {
  const { status, vendor, model } = evidence.metadata;
  return { status, vendor, model, note: summaryNote(evidence) };
}

/** The one sentence on them. */
function summaryNote({ report, metadata }: Evidence): Note {
  if (report.metadata.state === 'failed') return note('metadata_reader_failed', 'critical');
  if (report.metadata.state === 'not_examined') return note('metadata_not_examined', 'info');
  if (metadata.isConflicting) return conflictNote(metadata, 'critical');
  if (!isByLabel(metadata)) return statusNote(metadata);
  if (metadata.vendor === null) return note('metadata_by_label_unnamed', 'info');
  return note('metadata_by_label', 'info', { name: metadata.vendor.en, name_zh: metadata.vendor.zh });
}

function isByLabel({ status, generation }: MetadataEvidence): boolean {
  return status === 'ai_generated' && generation === null;
}

function statusNote(metadata: MetadataEvidence): Note {
  const { status, generation, camera, software } = metadata;
  if (status === 'captured' && camera !== null) return capturedNote(camera, metadata);
  const level = status === 'unreadable' ? 'warning' : 'info';
  const evidence = generation ?? software;
  return note(STATUS_NOTES[status], level, evidence === null ? {} : markerValues(evidence));
}

function capturedNote(camera: VendorEvidence, { lens, software }: MetadataEvidence): Note {
  const { name, field } = markerValues(camera);
  const values = { field, name: lens === null ? name : `${name} (${lens})` };
  // Pictures keep the camera's fields when they are edited.
  if (software === null) return note('metadata_captured', 'info', values);
  return note('metadata_captured_saved', 'info', { ...values, software: markerValues(software).name });
}

function conflictNote({ generation, camera }: MetadataEvidence, level: NoteLevel): Note {
  return note('metadata_conflicting', level, {
    ...(generation === null ? {} : markerValues(generation)),
    ...(camera === null ? {} : cameraValues(camera)),
  });
}

/** A field may say that a model made it but not which one: then the name is empty, and present/ words it. */
function markerValues({ vendor, model, field }: VendorEvidence): { name: string; field: string } {
  return { name: [vendor, model].filter((part) => part !== null).join(' '), field };
}

function cameraValues({ vendor, model, field }: VendorEvidence): Record<string, string> {
  return { camera: [vendor, model].filter((part) => part !== null).join(' '), camera_field: field };
}
