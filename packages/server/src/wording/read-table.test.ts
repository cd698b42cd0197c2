import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LONGEST_TABLE_LINE_KB, MOST_TABLE_COLUMNS, readTable } from './read-table'

const shape = { columns: ['code', 'name'] as const, key: 'code' as const, mostRows: 20_000 }
const longest = LONGEST_TABLE_LINE_KB * 1024

test('a table of commas alone is read no further than a line may be long', async () => {
  await expect(readTable(`code${','.repeat(7_000_000)}`, shape)).rejects.toMatchObject({
    code: 'table.line_too_long',
    values: { limit: LONGEST_TABLE_LINE_KB },
  })
})

test('a head has so many columns and no more', async () => {
  const head = (columns: number) => `code${',x'.repeat(columns - 1)}\n1\n`
  const { faults } = await readTable(head(MOST_TABLE_COLUMNS), shape)
  expect(faults.filter(({ code }) => code === 'column_unknown')).toHaveLength(MOST_TABLE_COLUMNS - 1)
  await expect(readTable(head(MOST_TABLE_COLUMNS + 1), shape)).rejects.toMatchObject({
    code: 'table.too_many_columns',
    values: { limit: MOST_TABLE_COLUMNS },
  })
})

test('a line is as long as is taken, wherever it stands and whatever is quoted in it', async () => {
  const cell = (length: number) => `code,name\n1,"${'x\n'.repeat(length / 2)}"\n`
  const { rows, faults } = await readTable(cell(longest - 4), shape)
  expect([rows.length, faults]).toEqual([1, []])
  await expect(readTable(cell(longest), shape)).rejects.toMatchObject({ code: 'table.line_too_long' })
  await expect(readTable(`code,name\n${','.repeat(200_000)}`, shape)).rejects.toMatchObject({
    code: 'table.line_too_long',
  })
})

test.each(['\n', '\r\n', '\r'])(
  'a table of many pieces is read whole, with lines that end in %j',
  async (end) => {
    const lines = Array.from({ length: 20_000 }, (_, row) => `Z${row},木村屋 ${row} 🧊`)
    const { rows, faults } = await readTable(`code,name${end}${lines.join(end)}${end}`, shape)
    expect(faults).toEqual([])
    expect(rows.map(({ cells }) => `${cells.get('code')},${cells.get('name')}`)).toEqual(lines)
  },
)

test('others have their turn while a large table is read', async () => {
  let turns = 0
  let isReading = true
  const others = async () => {
    for (; isReading; turns++) await setImmediate()
  }
  const taken = others()
  const { faults } = await readTable(`code,name${'\n'.repeat(5_000_000)}`, shape)
  isReading = false
  await taken
  expect(faults.map(({ code }) => code)).toEqual(['no_rows'])
  expect(turns).toBeGreaterThan(50)
})
