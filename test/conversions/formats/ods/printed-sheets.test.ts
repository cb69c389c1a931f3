import { describe, expect, it } from 'vitest';
import { makeOds } from '../../make-sheets.ts';
import { printSheets } from '../../print-sheets.ts';

const namespaces = ['office', 'style', 'table', 'text', 'fo:xsl-fo-compatible', 'svg:svg-compatible'].map(
  (entry) => {
    const [prefix, name = prefix] = entry.split(':');
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
  },
);

interface Page {
  readonly layout: string;
  /** Header and footer. */
  readonly parts?: string;
  readonly partStyles?: string;
}

/** `styles.xml` with a master page for each layout, `Page1` and so on, and a style of tables for each, `ta1` and so on. */
const stylesOf = (pages: readonly Page[], more = ''): string =>
  `<office:document-styles ${namespaces.join(' ')}>
    <office:styles>${more}</office:styles>
    <office:automatic-styles>${pages
      .map(
        ({ layout, partStyles = '' }, index) =>
          `<style:page-layout style:name="pm${index + 1}"><style:page-layout-properties ${layout}/>${partStyles}</style:page-layout>
           <style:style style:name="ta${index + 1}" style:family="table" style:master-page-name="Page${index + 1}"/>`,
      )
      .join('')}</office:automatic-styles>
    <office:master-styles>${pages
      .map(
        ({ parts = '' }, index) =>
          `<style:master-page style:name="Page${index + 1}" style:page-layout-name="pm${index + 1}">${parts}</style:master-page>`,
      )
      .join('')}</office:master-styles>
  </office:document-styles>`;

const cell = (text: string, attributes = ''): string =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const rows = (count: number, attributes = ''): string =>
  Array.from(
    { length: count },
    (_, row) => `<table:table-row ${attributes}>${cell(`r${row}`)}</table:table-row>`,
  ).join('');
const table = (index: number, content: string, attributes = ''): string =>
  `<table:table table:name="S${index}" table:style-name="ta${index}" ${attributes}>${content}</table:table>`;

const A5 = 'fo:page-width="14.8cm" fo:page-height="21cm" fo:margin="1in"';

const print = (tables: string, pages: readonly Page[], more = '') =>
  printSheets(makeOds(tables, { 'styles.xml': stylesOf(pages, more) }), 'ods');

describe('a printed OpenDocument spreadsheet', () => {
  it('has the page style of each table', async () => {
    const { sizes } = await print(table(1, rows(1)) + table(2, rows(1)) + table(3, rows(1)), [
      { layout: A5 },
      { layout: 'style:print-orientation="landscape"' },
      { layout: 'fo:page-width="10in" fo:page-height="5in"' },
    ]);

    expect(sizes).toEqual([
      [420, 595],
      [792, 612],
      [720, 360],
    ]);
  });

  it('splits rows of their heights into pages and starts pages at manual breaks', async () => {
    const styles = `
      <style:style style:name="tall" style:family="table-row"><style:table-row-properties style:row-height="20pt"/></style:style>
      <style:style style:name="next" style:family="table-row"><style:table-row-properties style:row-height="20pt" fo:break-before="page"/></style:style>`;
    const tall = 'table:style-name="tall"';
    const { pages } = await print(
      table(
        1,
        `<table:table-row ${tall}>${cell('first')}</table:table-row>
         <table:table-row ${tall} table:visibility="collapse">${cell('hidden')}</table:table-row>
         <table:table-row table:style-name="next">${cell('next')}</table:table-row>${rows(27, tall)}`,
      ),
      [{ layout: A5 }],
      styles,
    );

    // 451 points fit 22 rows of 20 points.
    expect(pages.map((page) => [page[0], page.length])).toEqual([
      ['first', 1],
      ['next', 22],
      ['r21', 6],
    ]);
  });

  it('prints only the print range, at the scale that fits it on one page', async () => {
    const { pages } = await print(table(1, rows(250), 'table:print-ranges="S1.A1:S1.A200"'), [
      { layout: `${A5} style:scale-to-X="1" style:scale-to-Y="1"` },
    ]);

    expect(pages.map(({ length }) => length)).toEqual([200]);
  });

  it('repeats header rows and shows header and footer with their fields', async () => {
    const part = (name: string, content: string) =>
      `<style:${name}><text:p>${content}</text:p></style:${name}>`;
    const { pages } = await print(
      table(
        1,
        `<table:table-header-rows><table:table-row>${cell('Head')}</table:table-row></table:table-header-rows>${rows(60)}`,
      ),
      [
        {
          layout: A5,
          partStyles:
            '<style:header-style><style:header-footer-properties fo:min-height="20pt"/></style:header-style>',
          parts:
            part('header', '<text:sheet-name>?</text:sheet-name>') +
            part(
              'footer',
              'Page <text:page-number>9</text:page-number> of <text:page-count>9</text:page-count>',
            ),
        },
      ],
    );

    // The repeated rows are drawn after the others.
    expect(pages.map((page) => [page[0], page.includes('Head'), page.slice(-4)])).toEqual([
      ['S1', true, ['Page', '1', 'of', '2']],
      ['S1', true, ['Page', '2', 'of', '2']],
    ]);
  });

  it('leaves out styled rows and columns that only fill the sheet', async () => {
    const styles =
      '<style:style style:name="red" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000"/></style:style>';
    const { pages } = await print(
      table(
        1,
        `<table:table-column table:number-columns-repeated="16384" table:default-cell-style-name="red"/>
         <table:table-row>${cell('a')}<table:table-cell table:number-columns-repeated="16383"/></table:table-row>
         <table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
      ),
      [{ layout: A5 }],
      styles,
    );

    expect(pages).toEqual([['a']]);
  });

  it('reads styles with a cycle of parents, and references to missing ones', async () => {
    const styles = `
      <style:style style:name="a" style:family="table-cell" style:parent-style-name="b"/>
      <style:style style:name="b" style:family="table-cell" style:parent-style-name="a"/>`;
    const { pages } = await print(
      table(
        9,
        `<table:table-row>${cell('x', 'table:style-name="a"')}${cell('y', 'table:style-name="missing"')}</table:table-row>`,
      ),
      [{ layout: A5 }],
      styles,
    );

    expect(pages).toEqual([['x', 'y']]);
  });
});
