/** SHA-256 of each sample; `tools/samples.ts` writes this file with the samples. */
export const SAMPLE_DIGESTS = {
  'ai-picture': '76a38454f9a3d1ecec03d97d4839dbe9590248ed56fd02a356c3b69ce65727bf',
  photograph: '2592decfd53e28480542eb43de97d4864ecce41cd3412d231998f692789f00c4',
  changed: 'e61188805fdb1741b7feff83e09fd8318eb73736b91d8954745137c2f3538591',
  'aigc-label': 'a8604933d546e60b9ae5110d870631b22f3b46165bc904a0e13fa74c1c02f272',
} as const;
