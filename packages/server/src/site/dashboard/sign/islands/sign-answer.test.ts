import { describe, expect, it } from 'vitest';
import { decodeSignAnswer } from './sign-answer.ts';

describe('decodeSignAnswer', () => {
  it('takes the credential of a good answer', () => {
    expect(decodeSignAnswer(200, '{"credential_id":"cred_1"}')).toEqual({ kind: 'signed', credentialId: 'cred_1' });
  });

  it('takes the words of a refusal, and of each field that is wrong', () => {
    const refused = '{"error":{"code":"INVALID_FILE_TYPE","message":"no"}}';
    expect(decodeSignAnswer(415, refused)).toEqual({ kind: 'refused', message: 'no', reason: null, requestId: null });
    const explained = '{"error":{"message":"no","details":{"reason":"already_labelled"},"request_id":"req_1"}}';
    expect(decodeSignAnswer(409, explained)).toMatchObject({ reason: 'already_labelled', requestId: 'req_1' });
    const invalid = '{"detail":[{"msg":"one"},{"msg":"two"},{"msg":3}]}';
    expect(decodeSignAnswer(422, invalid)).toMatchObject({ kind: 'refused', message: 'one two' });
  });

  it.each([
    ['no JSON', 200, '<html>'],
    ['nothing', 502, ''],
    ['a credential without success', 500, '{"credential_id":"cred_1"}'],
    ['an identifier that is none', 200, '{"credential_id":7}'],
    ['an empty list', 422, '{"detail":[]}'],
  ])('says only the status of %s', (_, status, text) => {
    expect(decodeSignAnswer(status, text)).toEqual({ kind: 'unexpected', status });
  });
});
