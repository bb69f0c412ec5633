export * from '../oracle/pdf-tools.ts';
export * from '../oracle/peer-verifier.ts';
export { openPeers, type Peers } from '../oracle/open-peers.ts';
export { differences, openDifferenceTable } from '../oracle/peer-differences.ts';
export { matrixCases, type MatrixCase } from '../matrix/matrix-cases.ts';
export { createMatrixWorld, type MatrixFile, type MatrixWorld } from '../matrix/matrix-world.ts';
export { PEERS, type PeerReading } from '../oracle/peer-reading.ts';
