export { PIXEL_BOUNDS } from '@revera/provenance';
