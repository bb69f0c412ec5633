/** The commands that a person copies into a terminal. The key comes from the environment unless the page shows it. */
export function verifyCommand(origin: string, key: string): string {
  return curl(`${origin}/v1/content/verify`, key, ['-F file=@photo.jpg']);
}

export function signCommand(origin: string, key: string): string {
  return curl(`${origin}/v1/content/sign`, key, ['-F file=@photo.jpg', '-F content_type=ai_generated']);
}

export const KEY_VARIABLE = '$REVERA_KEY';

function curl(address: string, key: string, options: readonly string[]): string {
  return [`curl ${address}`, `-H "Authorization: Bearer ${key}"`, ...options].join(' \\\n  ');
}
