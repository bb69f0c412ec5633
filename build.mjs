// `npm run build`: makes `dist` the build of the sources as they are (tools/build). `--watch` also runs the server, and
// restarts it after each change.
import { makeBuild } from './tools/build/build.mjs';
import { runAndWatch } from './tools/build/watch.mjs';

process.chdir(import.meta.dirname);
await (process.argv.includes('--watch') ? runAndWatch() : makeBuild());
