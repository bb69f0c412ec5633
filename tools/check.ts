import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `npm run check`: all of these at the same time. The output of one that fails is printed whole, when it has ended. */
const CHECKS = ['format:check', 'typecheck', 'lint', 'knip', 'imports', 'tidy'];

const outcomes = await Promise.all(CHECKS.map(runCheck));
process.exitCode = outcomes.every((passed) => passed) ? 0 : 1;

async function runCheck(script: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await once(child, 'close');
  const passed = child.exitCode === 0;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${passed ? 'passed' : 'FAILED'}  ${seconds.padStart(5)} s  ${script}`);
  if (!passed) console.log(output);
  return passed;
}
