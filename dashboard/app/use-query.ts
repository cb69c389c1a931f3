import { useEffect, useState } from 'preact/hooks';
import { queryOfHash, withQuery } from './routes.ts';

/** The parameters of the URL fragment, which a reload and a copied address keep. */
export const useQuery = () => {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = (): void => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  const query = queryOfHash(hash);
  return {
    /** The value of a parameter, empty by default. */
    read: (name: string): string => query.get(name) ?? '',
    /** The address with changed parameters, for a link. */
    hrefWith: (changes: Readonly<Record<string, string>>): string => withQuery(hash, changes),
    /** Changes parameters without a new entry in the browser's history. */
    change: (changes: Readonly<Record<string, string>>): void => {
      const next = withQuery(location.hash, changes);
      history.replaceState(null, '', next);
      setHash(next);
    },
  };
};
