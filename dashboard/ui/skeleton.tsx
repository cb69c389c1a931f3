/** The blocks of a placeholder, from top to bottom. A block of several is side by side. */
const shapes = {
  card: [['card']],
  chart: [['chart']],
  rows: [['rows']],
  page: [['page']],
  cards: [['endpoint'], ['endpoint']],
  usage: [
    ['card', 'card', 'card'],
    ['chart', 'chart'],
  ],
  home: [['card', 'card', 'card'], ['recent']],
} as const;

const layouts = ['', '', 'charts', 'meters'] as const;

/** A placeholder in the shape of the loading content. */
export const Skeleton = ({ kind }: { kind: keyof typeof shapes }) => (
  <>
    {shapes[kind].map((blocks, row) => (
      <div key={`${kind}-${row}`} class={layouts[blocks.length] ?? ''} aria-hidden="true">
        {blocks.map((block, column) => (
          <div key={`${block}-${column}`} class={`skeleton ${block}`} />
        ))}
      </div>
    ))}
  </>
);

/** Announces to screen readers that content is loading. */
export const Loading = ({ what }: { what: string }) => <p class="visually-hidden">Loading {what}…</p>;
