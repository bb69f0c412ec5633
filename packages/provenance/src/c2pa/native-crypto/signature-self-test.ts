import { fillSlots, NO_HOST_FUNCTIONS } from './connect-natives.ts';
import { createNativeSignatures, type SignatureQuestion } from './native-signatures.ts';
import { openSignatureBench } from './signature-bench.ts';
import { VALID_SIGNATURES } from './signature-examples.ts';

/**
 * Proves on an instance of its own that a changed module's functions for signatures are those of their schemes, in their own code
 * and by OpenSSL. Nothing in it is random, so a module passes always or never.
 * @throws {Error} when they are not
 */
export function testSignatures(module: WebAssembly.Module): void {
  const bench = openSignatureBench(module);
  const expect = (question: SignatureQuestion, isValid: boolean): void => {
    if (bench.ask(question) !== isValid) {
      throw new Error(`The C2PA engine module's function does not check ${question.scheme} with ${question.hash}`);
    }
  };
  fillSlots(bench.instance, NO_HOST_FUNCTIONS);
  for (const question of VALID_SIGNATURES) {
    expect(question, true);
    expect(withChangedEnd(question, 'signature'), false);
    expect(withChangedEnd(question, 'data'), false);
  }
  const signatures = createNativeSignatures(bench.memory);
  const answers: number[] = [];
  fillSlots(bench.instance, {
    ...NO_HOST_FUNCTIONS,
    verify: (...values) => {
      const answer = signatures.verify(values);
      answers.push(answer);
      return answer;
    },
  });
  for (const question of VALID_SIGNATURES) {
    expect(question, true);
    expect(withChangedEnd(question, 'data'), false);
  }
  if (answers.join('') !== VALID_SIGNATURES.map(() => '10').join('')) {
    throw new Error('The C2PA engine module asks OpenSSL for something else than signatures');
  }
}

function withChangedEnd(question: SignatureQuestion, part: 'signature' | 'data'): SignatureQuestion {
  const bytes = Buffer.from(question[part]);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return { ...question, [part]: bytes };
}
