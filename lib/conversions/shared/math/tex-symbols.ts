import { nameTable } from '../../base/name-table.ts';

const greek =
  'α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega';

const operators =
  '± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ • bullet ≤ leq ≥ geq ≠ neq ≡ equiv ≈ approx ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩ cap ∖ setminus ∅ emptyset ∀ forall ∃ exists ∄ nexists ¬ neg ∧ wedge ∨ vee ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle ⊤ top ⊄ not\\subset ⊅ not\\supset ⊈ nsubseteq ⊉ nsupseteq ı imath ȷ jmath → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ⟶ longrightarrow ⟵ longleftarrow ⟷ longleftrightarrow ⟹ Longrightarrow ⟸ Longleftarrow ⟺ Longleftrightarrow ↑ uparrow ↓ downarrow ∞ infty ∂ partial ∇ nabla √ surd … ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ⟨ langle ⟩ rangle 〈 langle 〉 rangle ‖ Vert ∣ mid ∴ therefore ∵ because ⊢ vdash ⊨ models △ triangle □ square ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C}';

function pairs(list: string): [string, string][] {
  const words = list.split(' ');
  return words.flatMap((word, at): [string, string][] => {
    const command = words[at + 1];
    return at % 2 === 0 && command !== undefined ? [[word, `\\${command}`]] : [];
  });
}

const commands: ReadonlyMap<string, string> = new Map([...pairs(greek), ...pairs(operators)]);

/** Characters by TeX command, such as `alpha`. */
export const charactersByCommand: ReadonlyMap<string, string> = new Map(
  [...commands].reverse().map(([character, command]) => [command.slice(1), character]),
);

const escapes: ReadonlyMap<string, string> = new Map<string, string>([
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
  ['\u2001', '\\quad '],
  ['\u2003', '\\quad '],
  ['\u2004', '\\;'],
  ['\u2005', '\\:'],
  ['\u2009', '\\,'],
  ['\u205f', '\\:'],
  // Invisible operators, such as function application.
  ...['\u200b', '\u2061', '\u2062', '\u2063', '\u2064', '\ufeff'].map((sign): [string, string] => [sign, '']),
]);

// Longer than any command; only this many characters at the end of a formula are searched.
const COMMAND_CHARACTERS = 20;

/** Returns true if the text ends in a command name that a following letter would extend. */
const endsInCommand = (tex: string): boolean => /\\[a-z]+$/i.test(tex.slice(-COMMAND_CHARACTERS));

// Letters whose style has a meaning (Unicode, Mathematical Alphanumeric Symbols and Letterlike Symbols).
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^[\u{1d400}-\u{1d433}\u{1d7ce}-\u{1d7d7}]$/u, 'mathbf'],
  // Bold italic, and bold Greek.
  [/^[\u{1d468}-\u{1d49b}\u{1d6a8}-\u{1d6e1}\u{1d71c}-\u{1d755}]$/u, 'boldsymbol'],
  [/^[\u{1d5a0}-\u{1d66f}\u{1d7e2}-\u{1d7f5}]$/u, 'mathsf'],
  [/^[\u{1d670}-\u{1d6a3}\u{1d7f6}-\u{1d7ff}]$/u, 'mathtt'],
  [/^[\u{1d49c}-\u{1d503}\u210a-\u210b\u2110\u2112\u211b\u212c\u212f-\u2131\u2133\u2134]$/u, 'mathcal'],
  [/^[\u{1d504}-\u{1d537}\u{1d56c}-\u{1d59f}\u210c\u2128\u212d]$/u, 'mathfrak'],
  [/^[\u{1d538}-\u{1d56b}\u210d\u2119]$/u, 'mathbb'],
];

function characterTex(character: string): string {
  const known = commands.get(character) ?? escapes.get(character);
  if (known !== undefined) return known;
  const alphabet = alphabets.find(([letters]) => letters.test(character))?.[1];
  const plain = character.normalize('NFKC');
  if (alphabet !== undefined) return `\\${alphabet}{${commands.get(plain) ?? plain}}`;
  // Other styled letters become plain letters, which TeX typesets in italics.
  return /^[\u{1d400}-\u{1d7ff}\u2145-\u2149]$/u.test(character) ? (commands.get(plain) ?? plain) : character;
}

/** Converts characters of a formula to TeX: symbols become commands, special characters are escaped. */
export const toTex = (text: string): string => joinTex([...text].map(characterTex));

// Text-mode commands for characters that are markup in TeX. In formulas, `\hat{}` would be an accent.
const textSigns: Readonly<Record<string, string>> = nameTable({
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
});

/** Returns TeX for text inside a formula. */
export const textTex = (text: string): string =>
  `\\text{${text.replaceAll(/[\\{}$%&#_^~]/g, (sign) => textSigns[sign] ?? `\\${sign}`)}}`;

/** Joins pieces of TeX with spaces where a command would absorb the next letter. */
export function joinTex(parts: readonly string[]): string {
  const spaced: string[] = [];
  let last = '';
  for (const part of parts) {
    if (part === '') continue;
    if (/^\p{L}/u.test(part) && endsInCommand(last)) spaced.push(' ');
    spaced.push(part);
    last = part;
  }
  return spaced.join('');
}

/** Applies an alphabet, such as `mathbf`, to TeX. Returns it unchanged without an alphabet, or if the alphabet has no effect. */
export function inAlphabet(tex: string, command: string | undefined): string {
  if (command === undefined || !/[\p{L}\p{N}]/u.test(tex)) return tex;
  // Other alphabets have no Greek letters.
  const isNamed = tex.includes('\\');
  if (command === 'mathbf' && isNamed) return `\\boldsymbol{${tex}}`;
  return isNamed && command !== 'boldsymbol' ? tex : `\\${command}{${tex}}`;
}

/** Returns a fraction without a bar, which in parentheses is a binomial coefficient. */
export const bareFraction = (over: string, under: string): string =>
  `\\genfrac{}{}{0pt}{}{${over}}{${under}}`;

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

/** Returns true if a character over a letter is an accent. */
export const isAccent = (character: string): boolean => accents[character] !== undefined;

/** Returns the TeX accent command for a mark; a hat if it is unknown. */
export const accentCommand = (character: string): string => `\\${accents[character] ?? 'hat'}`;

const functions = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf det dim ker deg gcd arg hom Pr'.split(
    ' ',
  ),
);

/** Returns true if TeX has a command for this function name. */
export const isFunctionName = (word: string): boolean => functions.has(word);

/** Returns a function name in TeX, as its command if there is one. */
export function functionTex(name: string): string {
  const word = /^(?:\\mathrm\{)?([A-Za-z]{2,})\}?$/.exec(name)?.[1];
  if (word === undefined) return name;
  return functions.has(word) ? `\\${word}` : `\\operatorname{${word}}`;
}

const bigOperators = new Set(
  'sum prod coprod int iint iiint oint oiint bigcup bigcap bigvee bigwedge bigoplus bigotimes'.split(' '),
);

/** Returns true if scripts above and below a command are its limits. */
export const hasLimits = (tex: string): boolean => {
  const name = /^\\([A-Za-z]{1,12})$/.exec(tex)?.[1] ?? '';
  return functions.has(name) || bigOperators.has(name);
};

/** Returns true if the formula starts with a function name, around which TeX adds a thin space itself. */
export const startsWithFunction = (tex: string): boolean => {
  const name = /^\\([A-Za-z]{1,12})/.exec(tex)?.[1] ?? '';
  return name === 'operatorname' || functions.has(name);
};

const delimiters: Readonly<Record<string, string>> = nameTable({ '{': '\\{', '}': '\\}', '': '.' });

const delimiterTex = (character: string): string => delimiters[character] ?? toTex(character);

const matrices: Readonly<Record<string, string>> = nameTable({
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '||': 'vmatrix',
  '{}': 'Bmatrix',
  '‖‖': 'Vmatrix',
  '{': 'cases',
});

/** Returns the LaTeX environment of a matrix in these brackets; undefined if there is none. */
export const matrixKind = (open: string, close: string): string | undefined => matrices[open + close];

const NAMED = /\\(?:math[a-z]+|operatorname|boldsymbol|text)\{[^{}]*\}/g;
const TALL = /[{^_]|\\(?:sum|prod|coprod|int|iint|iiint|oint|oiint|big)/;

/** Encloses a formula in brackets, which stretch if it is higher than a line. An empty bracket is invisible. */
export function inBrackets(open: string, tex: string, close: string): string {
  const [begin, end] = [delimiterTex(open), delimiterTex(close)];
  const isTall = open === '' || close === '' || TALL.test(tex.replaceAll(NAMED, ''));
  return isTall ? `\\left${joinTex([begin, tex])}\\right${end}` : joinTex([begin, tex, end]);
}
