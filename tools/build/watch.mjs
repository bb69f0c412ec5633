import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { makeBuild } from './build.mjs';
import { INPUTS } from './fingerprint.mjs';

/** An editor that saves several files causes one build. */
const QUIET_MS = 100;

/**
 * Starts a payment gateway on this machine, where a developer can pay orders, unless the environment names another. Answers the
 * settings of a server that is its merchant.
 */
async function startGateway() {
  if (Object.keys(process.env).some((name) => name.startsWith('EPAY_'))) return {};
  const options = ['--conditions=revera-source', '--import', 'tsx', 'tools/dev-gateway.ts'];
  const gateway = spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const failed = once(gateway, 'exit').then(() => {
    throw new Error('The fake payment gateway did not start');
  });
  const [settings] = await Promise.race([once(gateway, 'message'), failed]);
  console.log(`Fake payment gateway: ${settings.EPAY_GATEWAY_URL}`);
  return settings;
}

/** Runs the server, and restarts it from a new build after each change. A build that fails leaves the last one running. */
export async function runAndWatch() {
  let built;
  let server;
  const settings = await startGateway();
  const restart = async () => {
    const folder = await makeBuild();
    if (folder === built) return;
    built = folder;
    if (server?.kill('SIGTERM')) await once(server, 'exit');
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/cli.js', 'serve'], {
      stdio: 'inherit',
      env: { ...process.env, ...settings },
    });
  };
  await restart();
  let work = Promise.resolve();
  let timer;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // esbuild has printed what is wrong with the sources.
      work = work.then(restart).catch((/** @type {unknown} */ error) => console.error(String(error).split('\n')[0]));
    }, QUIET_MS);
  };
  for (const input of INPUTS) watch(input, { recursive: true }, onChange);
}
