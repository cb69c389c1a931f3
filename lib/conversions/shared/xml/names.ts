import { ConversionError } from '../../errors.ts';

// Office declares about forty prefixes on the root; each element with declarations costs a copy of all of them.
const MAX_PREFIXES = 256;

/** Translates a file's names to this project's prefixes as elements open and close. */
export interface Names {
  /** Adds the declarations of an element that opens. */
  readonly enter: (attributes: Readonly<Record<string, string>>) => void;
  readonly leave: () => void;
  readonly element: (name: string) => string;
  readonly attribute: (name: string) => string;
}

interface Scope {
  /** This project's prefix by the file's prefix. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Cache: most names of a file occur thousands of times. */
  readonly elements: Map<string, string>;
  readonly attributes: Map<string, string>;
}

const createScope = (prefixes: ReadonlyMap<string, string>): Scope => ({
  prefixes,
  elements: new Map(),
  attributes: new Map(),
});

/** Prefix of unknown namespaces, so that their names cannot match supported ones. */
const FOREIGN = '?';

/**
 * Resolves namespaces (Namespaces in XML 1.0): files choose their own prefixes, and Strict Open XML uses other
 * addresses. Undeclared prefixes are kept, because some writers omit the declarations.
 */
export function createNames(namespaces: Readonly<Record<string, string>>): Names {
  const scopes: Scope[] = [createScope(new Map())];
  const current = (): Scope | undefined => scopes.at(-1);

  function enter(attributes: Readonly<Record<string, string>>): void {
    const parent = current() ?? createScope(new Map());
    let declared: Map<string, string> | undefined;
    for (const name in attributes) {
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      const address = attributes[name] ?? '';
      declared ??= new Map(parent.prefixes);
      if (declared.size >= MAX_PREFIXES)
        throw new ConversionError(
          'too_complex',
          `A part of the document has more than ${MAX_PREFIXES} XML namespaces. Save it again.`,
        );
      declared.set(name.slice(6), address === '' ? '' : (namespaces[address] ?? FOREIGN));
    }
    scopes.push(declared === undefined ? parent : createScope(declared));
  }

  function resolve(name: string, scope: Scope, bare: string | undefined): string {
    const colon = name.indexOf(':');
    if (colon < 0) return bare === undefined || bare === '' ? name : `${bare}:${name}`;
    return `${scope.prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon)}:${name.slice(colon + 1)}`;
  }

  function lookUp(name: string, kind: 'elements' | 'attributes'): string {
    const scope = current();
    if (scope === undefined) return name;
    const cached = scope[kind].get(name);
    if (cached !== undefined) return cached;
    // Attributes without a prefix have no namespace, even if there is a default one.
    const found = resolve(name, scope, kind === 'elements' ? scope.prefixes.get('') : undefined);
    scope[kind].set(name, found);
    return found;
  }

  return {
    enter,
    leave: () => {
      scopes.pop();
    },
    element: (name) => lookUp(name, 'elements'),
    attribute: (name) => lookUp(name, 'attributes'),
  };
}
