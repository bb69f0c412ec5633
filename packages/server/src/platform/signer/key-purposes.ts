export { KEY_PURPOSE } from '@revera/provenance';
