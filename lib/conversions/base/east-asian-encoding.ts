// Short texts in Chinese, Japanese and Korean encodings, of which statistics have too few bytes to tell them apart. Each
// text is decoded in each of them; the one with the most common characters is it.

const encodings = ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'] as const;

/** An encoding of Chinese, Japanese or Korean text, by its WHATWG name. */
export type EastAsianEncoding = (typeof encodings)[number];

// The most common Chinese characters in both scripts, and those of Japanese headings and forms.
const COMMON_HAN =
  '的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于着下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運京都府県市町村株会社番号氏名住所電話書請求額金円税込注文数量単価合計備考年月日曜時分秒年度版回社員課長様御中短句语語词詞字写寫示例测試试測票额单价编址姓谢客户议室增值税购销售付款银账商品库存备注箱邮收件寄货订額單價編謝議室戶費用费状态狀態類型类版权權限登录錄密码碼忘请輸输您好欢迎歡迎合同北京上海广州东省县区路街楼层发';
// The most common Hangul syllables. Text in Chinese, read as Korean, is made of others.
const COMMON_HANGUL =
  '이다는가의에을하고지로은기를리사도인어자시서대한수나정아있일스전해그라부원들상보장여과소우안년면주동문국으제구성것게조적비용경모치유신생공세무개러만말화니요오물내단었금진합계방학연분관성위음당통선회행직생중간본드레트터프크마미바카파타호번름날짜청품량격액산처접재월실감습입출력록편발송납결영업담설명첨반품와세녕속';
const common: ReadonlySet<string> = new Set(COMMON_HAN + COMMON_HANGUL);

// Share of the characters beyond ASCII that are common ones; other ideographs and syllables count a third.
const ENOUGH = 0.65;
// The same of a few characters, which may be so by chance.
const ENOUGH_OF_FEW = 0.8;
const FEW = 5;
const RARE = 1 / 3;
// Characters beyond ASCII.
const FEWEST = 2;

const EXPECTED = /[\u3041-\u309e\u30a1-\u30fe\u3000-\u303f\uff01-\uff5e]/;
const IDEOGRAPH_OR_SYLLABLE = /[\u4e00-\u9fa5\uac00-\ud7a3]/;

/** Mean weight of the characters beyond ASCII; 0 if it is not enough, or the bytes are not in the encoding. */
function plausibility(bytes: Uint8Array, encoding: EastAsianEncoding): number {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return 0;
  }
  let sum = 0;
  let count = 0;
  for (const character of text) {
    if (character < '\u0080') continue;
    count += 1;
    if (EXPECTED.test(character) || common.has(character)) sum += 1;
    else if (IDEOGRAPH_OR_SYLLABLE.test(character)) sum += RARE;
    else return 0;
  }
  const share = count < FEWEST ? 0 : sum / count;
  return share >= (count < FEW ? ENOUGH_OF_FEW : ENOUGH) ? share : 0;
}

/** Returns the Chinese, Japanese or Korean encoding that a short text is in; undefined if it is in none for sure. */
export function shortEastAsianEncoding(bytes: Uint8Array): EastAsianEncoding | undefined {
  let best: EastAsianEncoding | undefined;
  let most = 0;
  for (const encoding of encodings) {
    const share = plausibility(bytes, encoding);
    if (share <= most) continue;
    most = share;
    best = encoding;
  }
  return best;
}
