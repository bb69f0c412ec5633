export { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '@revera/provenance';
