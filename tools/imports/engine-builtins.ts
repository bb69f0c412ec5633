/**
 * Which parts of the engine import modules of Node.js that reach the file system, other processes, the machine or keys.
 * A module that is in no row is open to nobody, so that a new one has to be thought about.
 */
interface Row {
  /** Over paths below the engine's `src`. */
  place: RegExp;
  modules: readonly string[];
  reason: string;
}

/** These compute values from values. */
const PURE_MODULES = new Set(['buffer', 'util', 'zlib']);

const ROWS: readonly Row[] = [
  { place: /^bytes\/random-access\.ts$/, modules: ['fs'], reason: 'opens the file and reads it in pieces' },
  { place: /^c2pa\/engine-module\.ts$/, modules: ['fs', 'module'], reason: 'reads the WASM module from its package' },
  {
    place: /^(c2pa|signed-copy|trust)\//,
    modules: ['crypto'],
    reason: 'computes digests, reads certificates and checks signatures',
  },
  { place: /^label\/sm2\.ts$/, modules: ['crypto'], reason: 'computes the SM3 digest that SM2 signatures sign' },
  {
    place: /^media\/pdf\/(file-key|decryption)\.ts$/,
    modules: ['crypto'],
    reason: 'reads PDF files with an empty password',
  },
  {
    place: /^vendor\/payload\/novelai-signature\.ts$/,
    modules: ['crypto'],
    reason: "checks the generator's signature",
  },
  {
    place: /^trust\/public-roots\.ts$/,
    modules: ['tls'],
    reason: 'takes the list of public roots that Node.js carries',
  },
  {
    place: /^pool\//,
    modules: ['child_process', 'crypto', 'fs', 'worker_threads'],
    reason: 'starts threads and processes, opens their files and names pictures by digest',
  },
  { place: /^testing\//, modules: ['child_process', 'crypto', 'fs', 'os', 'path'], reason: 'serves tests only' },
];

/** Whether a file (below the engine's `src`) may import a builtin module (without `node:`). */
export function mayImportBuiltin(file: string, module: string): boolean {
  const [name = ''] = module.split('/');
  return PURE_MODULES.has(name) || ROWS.some(({ place, modules }) => place.test(file) && modules.includes(name));
}
