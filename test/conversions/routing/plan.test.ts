import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { formatsTable } from '../../../lib/conversions/routing/formats-table.ts';
import { planConversion, readPlan } from '../../../lib/conversions/routing/plan.ts';
import { routeName } from '../../../lib/conversions/routing/routes.ts';
import { listFaults } from '../../../lib/faults.ts';

const toText = { operation: 'convert', to: 'text' } as const;
const toPdf = { operation: 'convert', to: 'pdf' } as const;

describe('a plan', () => {
  it.each([
    [
      { colour: 'red' },
      'colour',
      /^unknown option for pdf to text\. Remove it, or use one of .*pages, password.*\.$/,
    ],
    [{ pages: '3-1' }, 'pages', /^must be page numbers .*"1-3,7,-1"/],
    [{ password: 5 }, 'password', /^must be a string, not 5\.$/],
    ['x', '', /^must be a JSON object, not "x"\.$/],
  ])('refuses %j and names the field', (options, field, message) => {
    expect(planConversion({ from: 'pdf', target: toText, options })).toEqual({
      ok: false,
      faults: [{ field, message: expect.stringMatching(message) }],
    });
  });

  it.each([
    [
      'html',
      { main_content: true, print_background: true },
      'print_background',
      /^cannot be combined with "main_content" for html to pdf: .*Leave one out\.$/,
    ],
    ['docx', { toc: true, image_quality: 50, margin: 5 }, 'image_quality', /with "toc" for docx to pdf/],
  ] as const)(
    'refuses options of %s that no engine supports together: %j',
    (from, options, field, message) => {
      const planned = planConversion({ from, target: toPdf, options });

      expect(planned).toEqual({
        ok: false,
        faults: [{ field, message: expect.stringMatching(message) }],
      });
    },
  );

  it('reports the option of an invalid nested field', () => {
    const planned = planConversion({ from: 'markdown', target: toPdf, options: { margin: { topp: 5 } } });

    expect(planned).toMatchObject({
      ok: false,
      faults: [{ field: 'margin.topp', message: 'unknown option for markdown to pdf. Did you mean "top"?' }],
    });
  });

  it('accepts a password only for an encrypted format, and a standard only for pdf', () => {
    const known = (from: 'docx' | 'markdown', to: 'pdf' | 'png'): string[] => {
      const row = formatsTable().find((each) => each.from === from && each.to === to);
      const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(row?.options);
      return ['password', 'pdf_standard', 'dpi'].filter((name) => name in properties);
    };

    expect(known('docx', 'pdf')).toEqual(['password', 'pdf_standard']);
    expect(known('docx', 'png')).toEqual(['password', 'dpi']);
    expect(known('markdown', 'pdf')).toEqual(['pdf_standard']);
    expect(known('markdown', 'png')).toEqual(['dpi']);
  });

  it('keeps known options without defaults, and accepts its own result', () => {
    const given = planConversion({ from: 'text', target: toPdf, options: { margin: 5 } });
    if (!given.ok) throw new Error(listFaults(given.faults));

    expect(given.plan.options).toEqual({ margin: 5 });
    expect(planConversion({ ...given.plan })).toEqual(given);
    expect(planConversion({ from: 'pdf', target: toText, options: undefined })).toMatchObject({
      ok: true,
      plan: { options: {} },
    });
  });

  it('has only routes that accept several files, if there are several', () => {
    const one = planConversion({ from: 'png', target: toPdf, options: {} });
    const two = planConversion({ from: 'png', target: toPdf, options: {}, fileCount: 2 });
    if (!one.ok || !two.ok) throw new Error('refused');

    expect(two.plan.routes.length).toBeLessThanOrEqual(one.plan.routes.length);
    expect(two.plan.routes.every(([first]) => first?.edge.takesSeveral)).toBe(true);
    expect(() => planConversion({ from: 'docx', target: toPdf, options: {}, fileCount: 2 })).toThrow(
      'Cannot convert docx to pdf.',
    );
  });

  it('survives serialization to another process', () => {
    const planned = planConversion({ from: 'docx', target: toPdf, options: { margin: 5 } });
    if (!planned.ok) throw new Error(listFaults(planned.faults));
    const { plan } = planned;

    expect(readPlan({ ...plan, routes: plan.routes.map(routeName) })).toEqual(plan);
  });
});
