/** The mark of the product: a diamond with another inside it. It stands beside the name. */
export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <rect class="brand-ground" width="32" height="32" rx="7" />
      <path class="brand-line" d="M16 5.5 26.5 16 16 26.5 5.5 16z" />
      <path class="brand-core" d="M16 11.5 20.5 16 16 20.5 11.5 16z" />
    </svg>
  );
}
