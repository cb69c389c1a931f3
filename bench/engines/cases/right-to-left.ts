import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkContext } from '../benchmark-case.ts';
import { findProgram, runProgram } from '../peers.ts';
import { agreementOf } from '../text-agreement.ts';

/** Known texts to typeset and read back, because no extraction of an existing file is known to be correct. */
const samples = [
  {
    name: 'Arabic',
    language: 'ar',
    text: `تعتبر البرمجة من الأدوات القوية التي يمكن أن تعزز الإنتاجية وتساعد في إيجاد حلول فعالة للمشكلات.
يمتلك كل من R و Python ميزات فريدة تجعلها مثالية لتحليل البيانات، مما يسهل على المحللين إجراء تحليلات معقدة.
في عام 2024 بلغ عدد المشاركين 1,250 مشاركاً (بزيادة 12.5% عن العام السابق)، وهذا أيضاً رقم قياسي.
زوروا الموقع https://example.org/page أو راسلونا على info@example.org قبل يوم 15/03/2025.
قال الكاتب: «اللغة العربية بحرٌ لا ساحل له»، ثم أضاف: هل تعرف الحروف؟ نعم، لا شك.
البند الأول: النسخة 3.2.1 من برنامج LibreOffice Writer تعمل على Windows 11 و Linux.`,
  },
  {
    name: 'Persian',
    language: 'fa',
    text: `زبان فارسی یکی از زبان‌های هند و اروپایی است که در ایران، افغانستان و تاجیکستان به آن سخن می‌گویند.
در سال ۱۳۹۸ حدود ۸۲ میلیون نفر در ایران زندگی می‌کردند (برابر با ۱٫۱ درصد جمعیت جهان).
کتاب‌های علمی معمولاً با نرم‌افزار LaTeX یا Microsoft Word حروف‌چینی می‌شوند.
هدف این برنامه، خواندن پرونده‌های PDF و تبدیل آن‌ها به متن ساده است؛ آیا این کار دشوار است؟`,
  },
  {
    name: 'Hebrew',
    language: 'he',
    text: `השפה העברית היא שפה שמית ממשפחת השפות האפרו־אסייתיות, הידועה כשפתם של היהודים ושל השומרונים.
בשנת 2023 חיו בישראל כ-9.8 מיליון תושבים (לפי נתוני הלמ"ס), ומהם 73% דוברי עברית.
מפתחים רבים כותבים קוד בשפות Python ו-TypeScript, ומפרסמים אותו באתר GitHub.com בחינם.
כתובת המשרד: רחוב הרצל 12, תל אביב; טלפון 03-1234567.
בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ.`,
  },
  {
    name: 'mixed',
    language: 'en',
    text: `The annual report (2024) was written in three languages.
التقرير السنوي متاح باللغة العربية والإنجليزية والعبرية.
The Arabic word for book is كتاب and the plural is كتب in every dialect.
הדוח השנתי זמין גם באנגלית וגם בערבית.
Please contact the office before Monday: all forms must be signed and dated.`,
  },
] as const;

type Sample = (typeof samples)[number];
type Producer = {
  readonly tool: string;
  readonly make: (sample: Sample, folder: string) => Promise<string | undefined>;
};

const htmlOf = ({ language, text }: Sample): string => {
  // LibreOffice does not support dir="auto".
  const lines = text
    .split('\n')
    .map((line) => `<p dir="${/^[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(line) ? 'rtl' : 'ltr'}">${line}</p>`);
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><body>${lines.join('\n')}</body></html>`;
};

const producersOf = (engine: BenchmarkContext['engine']): Producer[] => {
  const soffice = findProgram('soffice');
  const convert = async (path: string, from: 'text' | 'html'): Promise<string> => {
    const made = `${path}.pdf`;
    await writeFile(made, (await engine.run({ path, from, operation: 'convert', to: 'pdf' })).bytes);
    return made;
  };
  const viaSoffice = async (program: string, path: string, folder: string) => {
    const filter = ['--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_pdf_Export'];
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const { ok } = await runProgram(program, [profile, '--headless', ...filter, '--outdir', folder, path]);
    return ok ? path.replace(/html$/, 'pdf') : undefined;
  };
  const writeHtml = async (sample: Sample, folder: string): Promise<string> => {
    const path = join(folder, `${sample.name}.html`);
    await writeFile(path, htmlOf(sample));
    return path;
  };
  return [
    {
      tool: 'Typst',
      make: async (sample, folder) => {
        const path = join(folder, `${sample.name}.txt`);
        await writeFile(path, sample.text.replaceAll('\n', '\n\n'));
        return await convert(path, 'text');
      },
    },
    {
      tool: 'Chromium',
      make: async (sample, folder) => await convert(await writeHtml(sample, folder), 'html'),
    },
    ...(soffice === undefined
      ? []
      : [
          {
            tool: 'LibreOffice',
            make: async (sample: Sample, folder: string) =>
              await viaSoffice(soffice, await writeHtml(sample, folder), folder),
          },
        ]),
  ];
};

/** Removes zero-width non-joiners, which no producer writes. */
const plain = (text: string): string => text.replaceAll('\u200c', '');

/** Returns the share of a known text's words that the PDF's text contains in the same order. */
type OrderOfWords = { readonly name: string; readonly order: number };

/** Typesets right-to-left texts with several producers, and reads them back. */
export const measureRightToLeft = async ({
  engine,
  scratch,
}: Pick<BenchmarkContext, 'engine' | 'scratch'>): Promise<OrderOfWords[]> => {
  const orders: OrderOfWords[] = [];
  for (const { tool, make } of producersOf(engine)) {
    const folder = join(scratch, `right-to-left-${tool}`);
    await mkdir(folder, { recursive: true });
    for (const sample of samples) {
      const path = await make(sample, folder).catch(() => undefined);
      if (path === undefined) continue;
      const read = await engine.run({ path, from: 'pdf', operation: 'convert', to: 'text' });
      const { order } = agreementOf(plain(sample.text), plain(read.bytes.toString()));
      orders.push({ name: `${sample.name} of ${tool}`, order });
    }
  }
  return orders;
};
