/** Holds the place of what is loading, as high as it will be. */
export const Skeleton = ({ kind }: { kind: 'card' | 'chart' | 'rows' | 'page' }) => (
  <div class={`skeleton ${kind}`} aria-hidden="true" />
);

/** Says to a screen reader that something loads. */
export const Loading = ({ what }: { what: string }) => <p class="visually-hidden">Loading {what}…</p>;
