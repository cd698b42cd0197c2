/** What a sheet can hold, its titles included. */
export const MOST_SHEET_ROWS = 1_048_576
/** And so many columns. */
export const MOST_SHEET_COLUMNS = 16_384
const LONGEST_SHEET_NAME = 31
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Without what XML cannot hold. */
export function xmlText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replace(
        /[&<>"]/g,
        (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
      )
  )
}

/** A name that a workbook takes, each once. */
export function sheetName(title: string, index: number): string {
  const ending = index === 0 ? '' : ` ${index + 1}`
  const bare = title.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Report'
  return bare.slice(0, LONGEST_SHEET_NAME - ending.length) + ending
}

/** Everything but the sheets and their texts, by its path. */
export function workbookParts(names: readonly string[]): [path: string, xml: string][] {
  const numbers = names.map((_, index) => index + 1)
  const sheets = names.map(
    (name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const part = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${part('xl/sharedStrings.xml', 'sharedStrings')}${numbers.map((n) => part(`xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}${relation(names.length + 1, 'styles', 'styles.xml')}${relation(names.length + 2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
