import { ConversionError } from '../../../errors.ts';

// Office declares about forty on its root; each element that declares one costs a copy of all.
const MAX_PREFIXES = 256;

/** Turns a file's names into ours while its elements open and close. */
export interface Names {
  /** Takes the declarations of an element that opens. */
  readonly enter: (attributes: Readonly<Record<string, string>>) => void;
  readonly leave: () => void;
  readonly element: (name: string) => string;
  readonly attribute: (name: string) => string;
}

interface Scope {
  /** Our prefix by the file's. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Names that were looked up in this scope: most of a file's names occur a thousand times. */
  readonly elements: Map<string, string>;
  readonly attributes: Map<string, string>;
}

const createScope = (prefixes: ReadonlyMap<string, string>): Scope => ({
  prefixes,
  elements: new Map(),
  attributes: new Map(),
});

/** A name in a namespace that is none of ours can't be mistaken for one that is. */
const FOREIGN = '?';

/**
 * Follows Namespaces in XML 1.0: a file may call its namespaces what it likes, and those of Strict Open XML have other
 * addresses. A prefix that was never declared keeps its name, as writers that forget the declaration mean it.
 */
export function createNames(namespaces: Readonly<Record<string, string>>): Names {
  const scopes: Scope[] = [createScope(new Map())];
  const current = (): Scope | undefined => scopes.at(-1);

  function enter(attributes: Readonly<Record<string, string>>): void {
    const around = current() ?? createScope(new Map());
    let declared: Map<string, string> | undefined;
    for (const name in attributes) {
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      const address = attributes[name] ?? '';
      declared ??= new Map(around.prefixes);
      if (declared.size >= MAX_PREFIXES)
        throw new ConversionError(
          'too_complex',
          `The document has a part of more than ${MAX_PREFIXES} XML namespaces. Save it again.`,
        );
      declared.set(name.slice(6), address === '' ? '' : (namespaces[address] ?? FOREIGN));
    }
    scopes.push(declared === undefined ? around : createScope(declared));
  }

  function resolve(name: string, scope: Scope, bare: string | undefined): string {
    const colon = name.indexOf(':');
    if (colon < 0) return bare === undefined || bare === '' ? name : `${bare}:${name}`;
    return `${scope.prefixes.get(name.slice(0, colon)) ?? name.slice(0, colon)}:${name.slice(colon + 1)}`;
  }

  function lookUp(name: string, kind: 'elements' | 'attributes'): string {
    const scope = current();
    if (scope === undefined) return name;
    const known = scope[kind].get(name);
    if (known !== undefined) return known;
    // An attribute without a prefix is in no namespace, whatever the default.
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
