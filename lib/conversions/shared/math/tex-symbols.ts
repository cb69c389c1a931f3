import { nameTable } from '../../base/name-table.ts';

const greek =
  'α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega';

const operators =
  '± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ • bullet ≤ leq ≥ geq ≠ neq ≡ equiv ≈ approx ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩ cap ∖ setminus ∅ emptyset ∀ forall ∃ exists ∄ nexists ¬ neg ∧ wedge ∨ vee ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ⟶ longrightarrow ⟵ longleftarrow ⟷ longleftrightarrow ⟹ Longrightarrow ⟸ Longleftarrow ⟺ Longleftrightarrow ↑ uparrow ↓ downarrow ∞ infty ∂ partial ∇ nabla √ surd … ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ⟨ langle ⟩ rangle 〈 langle 〉 rangle ‖ Vert ∣ mid ∴ therefore ∵ because ⊢ vdash ⊨ models △ triangle □ square ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C}';

function pairs(list: string): [string, string][] {
  const words = list.split(' ');
  return words.flatMap((word, at): [string, string][] => {
    const command = words[at + 1];
    return at % 2 === 0 && command !== undefined ? [[word, `\\${command}`]] : [];
  });
}

const commands: ReadonlyMap<string, string> = new Map([...pairs(greek), ...pairs(operators)]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\backslash'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['$', '\\$'],
  ['%', '\\%'],
  ['&', '\\&'],
  ['#', '\\#'],
  ['_', '\\_'],
  ['^', '\\hat{}'],
  ['~', '\\sim'],
  ['\u2212', '-'],
  ['\u00a0', '~'],
]);

// Longer than any command, so that only the end of a formula is searched each time.
const COMMAND_CHARACTERS = 20;

/** Whether the text ends in a command name that a following letter would extend. */
const endsInCommand = (tex: string): boolean => /\\[a-z]+$/i.test(tex.slice(-COMMAND_CHARACTERS));

// Letters whose style is part of what they mean (Unicode, Mathematical Alphanumeric Symbols and Letterlike Symbols).
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^[\u{1d49c}-\u{1d503}\u210a-\u210b\u2110\u2112\u211b\u212c\u212f-\u2131\u2133\u2134]$/u, 'mathcal'],
  [/^[\u{1d504}-\u{1d537}\u{1d56c}-\u{1d59f}\u210c\u2128\u212d]$/u, 'mathfrak'],
  [/^[\u{1d538}-\u{1d56b}\u210d\u2119]$/u, 'mathbb'],
];

function characterTex(character: string): string {
  const known = commands.get(character) ?? escapes.get(character);
  if (known !== undefined) return known;
  const alphabet = alphabets.find(([letters]) => letters.test(character))?.[1];
  if (alphabet !== undefined) return `\\${alphabet}{${character.normalize('NFKC')}}`;
  // Other styled letters become plain ones; TeX sets them in italics by default.
  return /^[\u{1d400}-\u{1d7ff}\u2145-\u2149]$/u.test(character) ? character.normalize('NFKC') : character;
}

/** Converts characters of a formula to TeX: symbols become commands, special characters are escaped. */
export const toTex = (text: string): string => joinTex([...text].map(characterTex));

/** Joins pieces of TeX with spaces where a command would absorb the next letter. */
export function joinTex(parts: readonly string[]): string {
  const spaced: string[] = [];
  let last = '';
  for (const part of parts) {
    if (part === '') continue;
    if (/^[a-z]/i.test(part) && endsInCommand(last)) spaced.push(' ');
    spaced.push(part);
    last = part;
  }
  return spaced.join('');
}

// Combining marks, and the spacing characters that writers use instead.
const accents: Readonly<Record<string, string>> = nameTable({
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '^': 'hat',
  '\u02c6': 'hat',
  '\u02dc': 'tilde',
  '\u00a8': 'ddot',
  '\u02d8': 'breve',
  '\u02c7': 'check',
  '\u00b4': 'acute',
  '`': 'grave',
  '\u0303': 'tilde',
  '~': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u00af': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u02d9': 'dot',
  '\u0308': 'ddot',
  '\u030c': 'check',
  '\u20d7': 'vec',
  '→': 'vec',
  '\u23de': 'overbrace',
  '\u23df': 'underbrace',
  '\u0332': 'underline',
});

/** Whether a character over a letter is an accent. */
export const isAccent = (character: string): boolean => accents[character] !== undefined;

/** Returns the TeX accent command for a mark; a hat if it is unknown. */
export const accentCommand = (character: string): string => `\\${accents[character] ?? 'hat'}`;

const functions = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf det dim ker deg gcd arg hom Pr'.split(
    ' ',
  ),
);

/** Whether a word is the name of a function that TeX has a command for. */
export const isFunctionName = (word: string): boolean => functions.has(word);

/** Returns a function name in TeX, as its command if there is one. */
export const functionTex = (name: string): string =>
  functions.has(name) ? `\\${name}` : /^[A-Za-z]{2,}$/.test(name) ? `\\operatorname{${name}}` : name;

/** Whether TeX starts with the name of a function, around which TeX adds a thin space itself. */
export const startsWithFunction = (tex: string): boolean => {
  const name = /^\\([A-Za-z]{1,12})/.exec(tex)?.[1] ?? '';
  return name === 'operatorname' || functions.has(name);
};

const delimiters: Readonly<Record<string, string>> = nameTable({ '{': '\\{', '}': '\\}', '': '.' });

/** Returns a delimiter for `\left` or `\right`. */
export const delimiterTex = (character: string): string => delimiters[character] ?? toTex(character);
