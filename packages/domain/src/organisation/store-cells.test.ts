import { expect, test } from 'vitest'
import { readStoreCells, type StoreColumn, type StoreFigures, storeCells } from './store-cells'

const read = (cells: Partial<Record<StoreColumn, string>>) =>
  readStoreCells(new Map(Object.entries(cells) as [StoreColumn, string][]))

const whole: StoreFigures = {
  code: 'N001',
  name: 'Alder Street',
  department: 'Frostline / North',
  vendor: 'Polar Service',
  country: 'TW',
  zone: 'Asia/Taipei',
  address: '1 Alder Street',
  opensAtMinute: 450,
  closesAtMinute: 1_440,
  phone: '+886 2 1234-5678',
  taxId: '12345675',
  securityAccount: '-42',
  openedOn: '2020-02-29',
  serviceEndsOn: null,
  floorAreaM2: 185.5,
  note: 'two\nlines',
}

test('a store that is written is read back unchanged', () => {
  const written = storeCells(whole)
  expect([written.opens, written.closes, written.service_end_date]).toEqual(['07:30', '24:00', ''])
  expect(read(written)).toEqual({ figures: whole, faults: new Map() })
})

test('hours of a store that is open all day are left out', () => {
  const written = storeCells({ ...whole, opensAtMinute: 0, closesAtMinute: 0 })
  expect([written.opens, written.closes]).toEqual(['', ''])
})

test('blanks around, capitals of codes and an apostrophe before a sign do not matter', () => {
  const { figures } = read({
    name: '  北門 ',
    country: 'jp',
    time_zone: 'asia/tokyo',
    phone: "'+81 3-1234",
    opens: '7:05',
  })
  expect(figures).toEqual({
    name: '北門',
    country: 'JP',
    zone: 'Asia/Tokyo',
    phone: '+81 3-1234',
    opensAtMinute: 425,
  })
})

test.each<[StoreColumn, string, string]>([
  ['code', ' ', 'required'],
  ['name', 'x'.repeat(121), 'too_long'],
  ['name', 'a\u0007b', 'control_sign'],
  ['name', 'a\nb', 'control_sign'],
  ['name', '=1+1', 'formula'],
  ['address', "'=cmd|' /C calc'!A0", 'formula'],
  ['note', '@SUM(A1)', 'formula'],
  ['tax_id', '+A1', 'formula'],
  ['phone', '+A1', 'formula'],
  ['phone', 'call me', 'phone'],
  ['country', 'XX', 'country'],
  ['country', 'Taiwan', 'country'],
  ['time_zone', 'Taipei', 'time_zone'],
  ['time_zone', '+08:00', 'formula'],
  ['opens', '7.30', 'time'],
  ['closes', '24:01', 'time'],
  ['closes', '12:60', 'time'],
  ['opening_date', '2021-02-29', 'date'],
  ['service_end_date', '01/02/2026', 'date'],
  ['floor_area', '0', 'area'],
  ['floor_area', '-5', 'area'],
  ['floor_area', '185.55', 'area'],
  ['floor_area', '1,850', 'area'],
  ['floor_area', '1000000', 'area'],
])('%s cannot be %j: %s', (column, text, fault) => {
  expect(read({ [column]: text })).toEqual({ figures: {}, faults: new Map([[column, fault]]) })
})
