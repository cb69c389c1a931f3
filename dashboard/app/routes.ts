/** The sections of the dashboard, in the order of the menu. */
export const sections = [
  { id: 'usage', title: 'Usage' },
  { id: 'keys', title: 'API keys' },
  { id: 'playground', title: 'Playground' },
  { id: 'jobs', title: 'Jobs' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'plan', title: 'Plan' },
] as const;

/** The name of a section. */
export type SectionId = (typeof sections)[number]['id'];

/** Returns the section of a URL fragment, the first section by default. */
export const sectionOfHash = (hash: string): SectionId =>
  sections.find(({ id }) => hash === `#/${id}` || hash.startsWith(`#/${id}?`))?.id ?? 'usage';

/** Returns the title of a section. */
export const titleOf = (id: SectionId): string => sections.find((section) => section.id === id)?.title ?? '';
