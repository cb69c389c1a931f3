import { useEffect, useState } from 'preact/hooks';
import { type SectionId, sectionOfHash } from './routes.ts';

/** Returns the section of the URL. */
export const useSection = (): SectionId => {
  const [section, setSection] = useState(() => sectionOfHash(location.hash));
  useEffect(() => {
    const onChange = (): void => setSection(sectionOfHash(location.hash));
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return section;
};
