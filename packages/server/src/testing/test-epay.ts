/** Settings of a service with a payment gateway that nobody contacts; with a fake gateway use its own `settings`. */
export const UNREACHED_GATEWAY = {
  EPAY_GATEWAY_URL: 'https://pay.example',
  EPAY_PID: '1001',
  EPAY_PROTOCOL: 'v1',
  EPAY_KEY: 'a-key-that-signs-nothing',
} as const;
