export * from './sign-media.ts';
export * from './edit-store.ts';
export * from './malleate.ts';
export * from './hostile-text.ts';
export { coseReserveBytes, coseSign1, type CoseEvidence } from './cose-sign1.ts';
export { readMedia, type EngineReading } from './read-media.ts';
