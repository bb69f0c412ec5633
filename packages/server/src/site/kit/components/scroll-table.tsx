import type { ComponentChildren } from 'preact';

/** A table that scrolls by itself where it is wider than the page, reachable by keyboard. */
export function ScrollTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="table-scroll" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}
