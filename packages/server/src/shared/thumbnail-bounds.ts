export { THUMBNAIL_COPY_BOUNDS } from '@revera/provenance';
