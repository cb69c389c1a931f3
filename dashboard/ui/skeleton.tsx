/** A placeholder with the height of the loading content. */
export const Skeleton = ({ kind }: { kind: 'card' | 'chart' | 'rows' | 'page' }) => (
  <div class={`skeleton ${kind}`} aria-hidden="true" />
);

/** Announces to screen readers that content is loading. */
export const Loading = ({ what }: { what: string }) => <p class="visually-hidden">Loading {what}…</p>;
