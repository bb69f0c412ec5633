/** False where the browser does not let the page copy: without TLS, or when the reader refuses. */
export async function copyText(text: string): Promise<boolean> {
  if (!isSecureContext) return false;
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
