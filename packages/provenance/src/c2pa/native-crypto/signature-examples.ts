import type { SignatureQuestion } from './native-signatures.ts';

/** Made once with OpenSSL by keys that were thrown away, so that the test at the start has nothing random in it. */
const DATA = Buffer.from('What is signed here is these words.');

const RSA_KEY = [
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5R+MJn8Hax+lfsEHqZNFV/s6uxugZkV9J6rgGfD/fV7JjpfYgSJiYwfi81FV9G6iS8',
  'eaiIRrOL/zPmZrpI+TmeixnmY6GTZjO2FwtQuptET496A/Ys4bijoJTlTbuUEiflXEn8jxTqrOu6P3fgTGJxIPCcA/49McKoFFVOGyfFomIrDw',
  'j1aiacU5bbtdNcbCcOvQxC+bsat0oP9+Wydsyiqu/y55iUX/OcqkFDDBgDRHUX22h3fygabcZ+Wdv+cmLodF7Qar4PkGTy0gzE5rF4bzbORmpp',
  'FnnnEBQSz/sX8ztdmJYUCBQEPtf8R9mqSJZDDey+TspJDaV70a092X1QIDAQAB',
].join('');

interface Example extends Pick<SignatureQuestion, 'scheme' | 'hash'> {
  /** In base64, as is the signature. */
  publicKey: string;
  signature: string;
}

const EXAMPLES: readonly Example[] = [
  {
    scheme: 'ecdsa',
    hash: 'sha256',
    publicKey: [
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOeLY33MFZyu6/JwdYdZ61RKMpeuFxmI6TW431WLPPuXNFD1soMNFHBT+tI53Fzc27yo0QrYxor',
      'sjC1Z4qg7pIw==',
    ].join(''),
    signature: '5119BaG4emfIAr0S+Uupw/LHk00rHFd3HxMASv0QzGNkX9w0OeecPYEtIbb2iUEjMl6mkQdaV9j/WiVad66ylQ==',
  },
  {
    scheme: 'ecdsa',
    hash: 'sha384',
    publicKey: [
      'MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEi1NCGXLAb75g/MXmzMxeTnji8J0TMbhjKXWS1D80XbJebs/O7hWAMnJfzqxgBylfa8lOnTvrB99HIW',
      'KbtNcLo2Cxv844JBDZrNEEeJ4iO2QJNDgYAXQyD1Fd3BN9+Lpz',
    ].join(''),
    signature: [
      'rSs5qtxyf8k7l1k1m6LBRiM+j/bUc6HCjECTwp4M65/L75RKc4zEftb4La6AprKypIZ9jy5868fWD9O8n4GqMPHrYY4gCR4r0JnDrPjOsrWinE',
      'AzBxKj/e6ZKx7sd9Ha',
    ].join(''),
  },
  {
    scheme: 'ecdsa',
    hash: 'sha512',
    publicKey: [
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEhpiSZx1dqd+aVKVZgQWvzB8zuDsCeb2xGowgddcreN8Pd6RHCaCHzVxbB5pV+6CjVtEsqo2Ej8',
      'paC0bGAxVqpg==',
    ].join(''),
    signature: 'pc9XVJheuenZNhTGOXGsd2MrXApgvjk/tCJVax9rVUmqt/k6FZkL97iax8LMuinvvg3QqIvwY7WUZLlpY2DeKg==',
  },
  {
    scheme: 'rsa_pss',
    hash: 'sha256',
    publicKey: RSA_KEY,
    signature: [
      'opUWfZUVo7QNDa8hjtUuWiypcT9x4JCOAnWPGKx9E0Y228NkmtpJgyauA+ev71naCUEMxxMeml8BwptXRmq+T4hTTAEp3RxB/fdD0T+s7kzZlJ',
      'mz76+rj3FBsmVcZTLoaeFFmjm67dWfXuCrzJqipW32j5JtQB0MnY20F/YppYoUKnxdZyIOyPY7cb0yVrWmE/eXVW3+Ghqfm/3z/++Gm8zeRIO8',
      'IgBGjGPCbxJqhX7ELoRftbBGHX1XCS/BD3+hLOkWXoXKM9mxWaZmo2uDdkhvL1ETQ5IdKY5R+fRgkJg8OfslWFYrhz9H2hwbGy0XD461joWZXF',
      'Uls/TUvN8BvA==',
    ].join(''),
  },
  {
    scheme: 'rsa_pss',
    hash: 'sha384',
    publicKey: RSA_KEY,
    signature: [
      'kH2cn3ZSFJrAGsNUgysQkFYa7hfbJ8AbpTLiDzhyFYJ85n0qBLuBaajJKDOMQfjFmF9bwg1wLegE/hXn48VJJkMer+EwajDF8HfAlp+BMhcbj3',
      'EDHpvjpLyo7EwuVLeg0tkbPw2zsXKf9KEGxuCtEoVWD2fizH9uz913tvt+/Fg2YCX4mspbObHi10OjxykgukJjIiMdgtHZRzHN1Qg0Zgh0NTPL',
      'UMMs8DwfvUXz/o9cUq29zyh3AMgH0FKsIDmsAhvAf2KHsSmbPQKX1ozXOLc01HGf64bw9IF/xX4L95Wn35fz1UOjAdUtftldnMfqywMg9HDwgu',
      'wg6Wgl2/l/DA==',
    ].join(''),
  },
  {
    scheme: 'rsa_pss',
    hash: 'sha512',
    publicKey: RSA_KEY,
    signature: [
      'yfc1usxV5b/lJVgaHTXsCCeVeJxfj6C23+zT0hYse/2GkfqNvrfwslUJ9egvvB6cvbzIkegDOmzKvgfFgD/CP0zft923CPg+/iYGP7Vp6BXzB2',
      'GoQIw+hceFtFnT4ea15LhmL6v8n9wZ+fYWu1P8ar8I3EZTxU9mJZZLYQy5l+C6izD0D+8RI1h24NybEhidmqVpgmCD1F62PGPRl2modBQx5Pdd',
      'tAyURR3LdAjfsrAVzkJSONleSiJDi34E9UYdDVHcg5edMw5lXrUOkgggWhSZHOF+++tpDOZEocfvOR9YAsnwUB2rp9LdolPOCpXK6LFSwV/k4x',
      'a0Fbdgk0FMAg==',
    ].join(''),
  },
  {
    scheme: 'rsa_pkcs1',
    hash: 'sha256',
    publicKey: RSA_KEY,
    signature: [
      'WVCy+SRILV3p+P7HGfZVnkSfkjDkR1+gJjfpUTfNN7+IdKMI3yv/f5uk3rfnIocF7xn48D7y0XkiR63iAl2Ee7QsZj6nJSzbrTFUMkILNBcZIw',
      '5EjGgD6hwJsOqJ7SWw/Dd09nltcxbmPlZZHZFX67rozJvSAiANOBubQSLbShMEyk6L85Yn2Je3KvMvaxeib/+KVimDlHgFW+g4xFFVCmHnWPbY',
      'Tsl1lEXv06YP9SKMaCBFBxLHDsZQigeXemjY1+CHsYiMrE5JSVfglLVScaKjgP/2IFUfrdk7ZX8c11Xl530y2BNOoqOVpLk9cwiOxMwpKmYwR8',
      'vaCWDYuUjKMw==',
    ].join(''),
  },
  {
    scheme: 'rsa_pkcs1',
    hash: 'sha384',
    publicKey: RSA_KEY,
    signature: [
      'ggEqBZH2sKXUpYudBs0Bwh6VS9qQSIBjvLJ1Y22NOkP772tl7LE/4Vdvo/s9+1sfPTXrxDJHsa4V75pwkkvI32/ocaKRKiSTV4ix4Ky1O2WSri',
      'QwkI1qbToiOXmla/qj+GnnijkoJstpHZj8Y0cb1igXk8lUuffK5BuyGDbJnyZthfcPVu6sTnEy2aQWNP6TChEVEov9Tn5fn9aJJHU/zTNaZEhT',
      'FeUsDYVq54+DaRWKzB401y+qTivvlWlDlo5vJFtvmDDb65QJ0NQOSPy22PmPnilSRhGYdWneG5oKDft4OsLO++P5M1j9hH13E7DbWSvCxedqV3',
      'lH/fytjSRuyw==',
    ].join(''),
  },
  {
    scheme: 'rsa_pkcs1',
    hash: 'sha512',
    publicKey: RSA_KEY,
    signature: [
      'RSMh9leBCVRcnbHzRQr3mYbIT3f4hCaH99cImpBgJFHgGasJthjWS1YjMtA9v1mIWldq+lgQpcaPMdV1C12RvurEJRWiuqvcCWI0YZsL0OjpfP',
      'ZNWrCw/JsLN1pfD8EZSgwDdxF3Ec7yX7TCjE3oKs4sQqEYeOiyB7Gt+AB9RBTSNXrt3AyEeDw4j3btC/DGot7Tzj31kkRiLGdFtFqgDQZzzOMQ',
      'QFZIBaxZUsr8zTyqBGdWdjuBEYwvz3e1PCYzJ0eZ5+6XavQ7s3tNggt3Wo2NXDi99ahLOqbmDepZmOfnZRreKFByIydLQZjC7Hx0vVCxbrC0sN',
      'y2+AVMz90vkQ==',
    ].join(''),
  },
];

/** A valid signature of each scheme with each hash. */
export const VALID_SIGNATURES: readonly SignatureQuestion[] = EXAMPLES.map(
  ({ scheme, hash, publicKey, signature }) => ({
    scheme,
    hash,
    signature: Buffer.from(signature, 'base64'),
    data: DATA,
    publicKey: Buffer.from(publicKey, 'base64'),
  }),
);
