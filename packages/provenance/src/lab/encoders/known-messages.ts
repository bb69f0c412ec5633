/** Identifiers of messages by which encoders are known (`user_data_unregistered`). Who may write them says the rule table. */
export const SEI_UUID = {
  x264: 'dc45e9bd-e6d9-48b7-962c-d820d923eeef',
  x265: '2ca2de09-b517-47db-bb55-a4fe7fc2fc4e',
  kuaishou: '91ca6061-4aee-3854-8614-2d5f73f4ae2e',
  videoToolbox: '47564adc-5c4c-433f-94ef-c5113cd143a8',
  olderApple: '0387f44e-cd0a-4bdc-a194-3ac3d49b171f',
  macExport: 'b9edb930-5d21-4b71-8371-2c10a314bb29',
  elemental: '8fbb6c74-7c3e-4f78-9f07-8cb35d3c177e',
  kvazaar: '32fe466c-9841-4269-ae35-6a91549ef3f1',
  vaapi: '59948b28-11ec-45af-9675-19d41feaa94d',
} as const;

/** The first bytes of each, for a search in data without an index. */
export const KNOWN_UUIDS: readonly string[] = Object.values(SEI_UUID);
