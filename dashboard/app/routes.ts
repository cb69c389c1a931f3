/** The sections of the dashboard, in the order of the menu. */
export const sections = [
  { id: 'home', title: 'Home' },
  { id: 'playground', title: 'Playground' },
  { id: 'jobs', title: 'Jobs' },
  { id: 'keys', title: 'API keys' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'usage', title: 'Usage' },
  { id: 'plan', title: 'Plan' },
  // Only in the menu of operators. The service checks who they are.
  { id: 'operators', title: 'Operators' },
] as const;

/** The name of a section. */
export type SectionId = (typeof sections)[number]['id'];

/** Returns the section of a URL fragment, the first section by default. */
export const sectionOfHash = (hash: string): SectionId =>
  sections.find(({ id }) => hash === `#/${id}` || hash.startsWith(`#/${id}?`))?.id ?? 'home';

/** Returns the title of a section. */
export const titleOf = (id: SectionId): string => sections.find((section) => section.id === id)?.title ?? '';

/** Returns the parameters of a URL fragment, such as `#/jobs?status=failed`. */
export const queryOfHash = (hash: string): URLSearchParams => new URLSearchParams(hash.split('?')[1] ?? '');

/** Returns a URL fragment with changed parameters. An empty value removes its parameter. */
export const withQuery = (hash: string, changes: Readonly<Record<string, string>>): string => {
  const query = queryOfHash(hash);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const section = `#/${sectionOfHash(hash)}`;
  return query.size === 0 ? section : `${section}?${query}`;
};
