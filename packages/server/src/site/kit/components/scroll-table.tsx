import type { ComponentChildren } from 'preact';

/** A table that scrolls by itself where it is wider than the page, reachable by keyboard. */
export function ScrollTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
