import { nameTable } from './name-table.ts';

// Numbers of list labels in other scripts, by the names of ECMA-376 part 1, 17.18.59. Their order and their limits are those of
// Word and LibreOffice.

/** Signs of a list in their order. What comes after the last is written in digits, or starts over with doubled or the same signs. */
interface Alphabet {
  readonly signs: readonly string[];
  readonly after: 'digits' | 'doubled' | 'again';
}

const alphabet = (signs: string, after: Alphabet['after']): Alphabet => ({ signs: [...signs], after });

const circled = alphabet('①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳', 'digits');
const cyrillic = 'абвгдежзиклмнопрстуфхцчшщыэюя';
const stems = '甲乙丙丁戊己庚辛壬癸';
const branches = '子丑寅卯辰巳午未申酉戌亥';

const alphabets: Readonly<Record<string, Alphabet>> = nameTable({
  aiueo: alphabet(
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
    'again',
  ),
  iroha: alphabet(
    'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
    'again',
  ),
  ganada: alphabet('가나다라마바사아자차카타파하', 'again'),
  chosung: alphabet('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ', 'again'),
  ideographTraditional: alphabet(stems, 'digits'),
  ideographZodiac: alphabet(branches, 'digits'),
  ideographEnclosedCircle: alphabet('㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉', 'digits'),
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalEnclosedFullstop: alphabet('⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛', 'digits'),
  decimalEnclosedParen: alphabet('⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇', 'digits'),
  russianLower: alphabet(cyrillic, 'doubled'),
  russianUpper: alphabet(cyrillic.toUpperCase(), 'doubled'),
  hebrew2: alphabet('אבגדהוזחטיכלמנסעפצקרשת', 'doubled'),
  arabicAlpha: alphabet('أبتثجحخدذرزسشصضطظعغفقكلمنهوي', 'doubled'),
  arabicAbjad: alphabet('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ', 'doubled'),
  thaiLetters: alphabet('กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ', 'doubled'),
});

const digitSets: Readonly<Record<string, string>> = nameTable({
  decimalFullWidth: '０１２３４５６７８９',
  decimalFullWidth2: '０１２３４５６７８９',
  ideographDigital: '〇一二三四五六七八九',
  japaneseDigitalTenThousand: '〇一二三四五六七八九',
  taiwaneseDigital: '○一二三四五六七八九',
  koreanDigital: '영일이삼사오육칠팔구',
  koreanDigital2: '零一二三四五六七八九',
  hindiNumbers: '०१२३४५६७८९',
  thaiNumbers: '๐๑๒๓๔๕๖๗๘๙',
});

/** Digits from 1 and the signs of ten, a hundred and a thousand. */
interface Counting {
  readonly digits: string;
  readonly units: string;
  /** Between a unit and digits after skipped ones. */
  readonly zero: string;
  /** Whether a one before a unit is written: before ten of a number below twenty, and elsewhere. */
  readonly writesOne: readonly [tens: boolean, others: boolean];
}

const ideographs = '一二三四五六七八九';
const chinese: Counting = { digits: ideographs, units: '十百千', zero: '零', writesOne: [false, true] };
const japanese: Counting = { digits: ideographs, units: '十百千', zero: '', writesOne: [false, false] };

const countings: Readonly<Record<string, Counting>> = nameTable({
  chineseCounting: chinese,
  chineseCountingThousand: chinese,
  taiwaneseCounting: chinese,
  taiwaneseCountingThousand: chinese,
  chineseLegalSimplified: {
    digits: '壹贰叁肆伍陆柒捌玖',
    units: '拾佰仟',
    zero: '零',
    writesOne: [true, true],
  },
  ideographLegalTraditional: {
    digits: '壹貳參肆伍陸柒捌玖',
    units: '拾佰仟',
    zero: '零',
    writesOne: [true, true],
  },
  japaneseCounting: japanese,
  japaneseLegal: { digits: '壱弐参四伍六七八九', units: '拾百阡', zero: '', writesOne: [true, true] },
  koreanCounting: { digits: '일이삼사오육칠팔구', units: '십백천', zero: '', writesOne: [false, false] },
});

const MAX_COUNTED = 9999;

/** Counts in words for the digits and their units: 21 is two tens and one. */
function counted(number: number, { digits, units, zero, writesOne: [tens, others] }: Counting): string {
  let text = '';
  let isSkipped = false;
  const places = [...String(number)].map(Number);
  for (const [at, digit] of places.entries()) {
    const place = places.length - 1 - at;
    if (digit === 0) {
      isSkipped = text !== '';
      continue;
    }
    const isOneOfUnit = digit === 1 && place > 0;
    const isWritten = !isOneOfUnit || (place === 1 && number < 20 ? tens : others);
    text += `${isSkipped ? zero : ''}${isWritten ? (digits[digit - 1] ?? '') : ''}${place > 0 ? (units[place - 1] ?? '') : ''}`;
    isSkipped = false;
  }
  return text;
}

const hebrewSigns: readonly (readonly [number, string])[] = [
  ...[...'תשרק'].map((sign, at): [number, string] => [400 - at * 100, sign]),
  ...[...'צפעסנמלכי'].map((sign, at): [number, string] => [90 - at * 10, sign]),
  ...[...'טחזוהדגבא'].map((sign, at): [number, string] => [9 - at, sign]),
];

/** A Hebrew number, which avoids the two that spell the name of God. */
function hebrewNumber(number: number): string {
  if (number > 999) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of hebrewSigns)
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  return text.replace(/יה$/, 'טו').replace(/יו$/, 'טז');
}

/** Formats a number from 1 in another script; undefined if the format is not known. */
export function scriptNumber(number: number, format: string): string | undefined {
  if (number < 1) return undefined;
  const letters = alphabets[format];
  if (letters !== undefined) {
    const { signs, after } = letters;
    if (number > signs.length && after === 'digits') return String(number);
    const sign = signs[(number - 1) % signs.length] ?? '';
    return after === 'doubled' ? sign.repeat(Math.min(9, Math.ceil(number / signs.length))) : sign;
  }
  const digits = digitSets[format];
  if (digits !== undefined) return [...String(number)].map((digit) => [...digits][Number(digit)]).join('');
  const counting = countings[format];
  if (counting !== undefined) return number > MAX_COUNTED ? String(number) : counted(number, counting);
  if (format === 'hebrew1') return hebrewNumber(number);
  return format === 'numberInDash' ? `- ${number} -` : undefined;
}
