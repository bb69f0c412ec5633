interface Props {
  id: string;
  data: unknown;
}

/** What a page hands to its script. Data and not a script: no browser runs it, so the policy of the pages allows it. */
export function DataBlock({ id, data }: Props) {
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: scriptSafe(data) }}></script>;
}

/** JSON that cannot end the element it stands in. */
export function scriptSafe(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
