import { isLocalDate } from '../time/local-date'
import { isZone } from '../time/store-calendar'

/** Columns of a table of stores, in the order in which it is written. */
export const storeColumns = [
  'code',
  'name',
  'department',
  'vendor',
  'country',
  'time_zone',
  'address',
  'opens',
  'closes',
  'phone',
  'tax_id',
  'security_account',
  'opening_date',
  'service_end_date',
  'floor_area',
  'note',
] as const
export type StoreColumn = (typeof storeColumns)[number]

/** What a new store cannot be without. */
export const neededColumns = ['code', 'name', 'department', 'country', 'time_zone'] as const

export type CellFault =
  | 'required'
  | 'too_long'
  | 'control_sign'
  | 'formula'
  | 'country'
  | 'time_zone'
  | 'time'
  | 'date'
  | 'phone'
  | 'area'

/** What a row of the table holds about a store, as far as the table has columns for it. */
export interface StoreFigures {
  readonly code: string
  readonly name: string
  readonly department: string
  /** `null` for none. */
  readonly vendor: string | null
  readonly country: string
  readonly zone: string
  readonly address: string
  readonly opensAtMinute: number
  readonly closesAtMinute: number
  readonly phone: string
  readonly taxId: string
  readonly securityAccount: string
  readonly openedOn: string | null
  readonly serviceEndsOn: string | null
  /** Of the sales and back rooms, m²; `null`: not known. */
  readonly floorAreaM2: number | null
  readonly note: string
}

/** Of a store of which nothing was said yet. */
export const noFigures: StoreFigures = {
  code: '',
  name: '',
  department: '',
  vendor: null,
  country: '',
  zone: '',
  address: '',
  opensAtMinute: 0,
  closesAtMinute: 0,
  phone: '',
  taxId: '',
  securityAccount: '',
  openedOn: null,
  serviceEndsOn: null,
  floorAreaM2: null,
  note: '',
}

interface Cell {
  readonly field: keyof StoreFigures
  readonly longest: number
  readonly isNeeded?: boolean
  /** `undefined` where the text is none of what the column takes. */
  readonly read?: (text: string) => string | number | null | undefined
  readonly fault?: CellFault
}

const time = { longest: 5, read: minuteOf, fault: 'time' } as const
const date = { longest: 10, read: dateOf, fault: 'date' } as const

const cells: Readonly<Record<StoreColumn, Cell>> = {
  code: { field: 'code', longest: 40, isNeeded: true },
  name: { field: 'name', longest: 120, isNeeded: true },
  department: { field: 'department', longest: 600, isNeeded: true },
  vendor: { field: 'vendor', longest: 120, read: (text) => (text === '' ? null : text) },
  country: { field: 'country', longest: 2, isNeeded: true, read: countryOf, fault: 'country' },
  time_zone: { field: 'zone', longest: 60, isNeeded: true, read: zoneOf, fault: 'time_zone' },
  address: { field: 'address', longest: 300 },
  opens: { field: 'opensAtMinute', ...time },
  closes: { field: 'closesAtMinute', ...time },
  phone: { field: 'phone', longest: 40, read: phoneOf, fault: 'phone' },
  tax_id: { field: 'taxId', longest: 40 },
  security_account: { field: 'securityAccount', longest: 80 },
  opening_date: { field: 'openedOn', ...date },
  service_end_date: { field: 'serviceEndsOn', ...date },
  floor_area: { field: 'floorAreaM2', longest: 8, read: areaOf, fault: 'area' },
  note: { field: 'note', longest: 1_000 },
}

/** How long the text of a column may be, and whether it has to be there. */
export function cellLimits(column: StoreColumn): { readonly maxLength: number; readonly isNeeded: boolean } {
  const { longest, isNeeded = false } = cells[column]
  return { maxLength: longest, isNeeded }
}

/** Reads the cells of one row. A text that a spreadsheet would run is no value of any column. */
export function readStoreCells(given: ReadonlyMap<StoreColumn, string>): {
  readonly figures: Partial<StoreFigures>
  readonly faults: ReadonlyMap<StoreColumn, CellFault>
} {
  const figures: Partial<Record<keyof StoreFigures, unknown>> = {}
  const faults = new Map<StoreColumn, CellFault>()
  for (const [column, raw] of given) {
    const cell = cells[column]
    const text = unguarded(raw.trim()).normalize('NFC')
    const fault = textFault(column, text, cell)
    const value = fault === null && cell.read !== undefined ? cell.read(text) : text
    if (fault !== null) faults.set(column, fault)
    else if (value === undefined) faults.set(column, cell.fault ?? 'required')
    else figures[cell.field] = value
  }
  return { figures: figures as Partial<StoreFigures>, faults }
}

/** The cells of a store in the table, by column. */
export function storeCells(figures: StoreFigures): Readonly<Record<StoreColumn, string>> {
  const isOpenAllDay = figures.opensAtMinute === figures.closesAtMinute
  return {
    code: figures.code,
    name: figures.name,
    department: figures.department,
    vendor: figures.vendor ?? '',
    country: figures.country,
    time_zone: figures.zone,
    address: figures.address,
    opens: isOpenAllDay ? '' : clockOf(figures.opensAtMinute),
    closes: isOpenAllDay ? '' : clockOf(figures.closesAtMinute),
    phone: figures.phone,
    tax_id: figures.taxId,
    security_account: figures.securityAccount,
    opening_date: figures.openedOn ?? '',
    service_end_date: figures.serviceEndsOn ?? '',
    floor_area: figures.floorAreaM2 === null ? '' : String(figures.floorAreaM2),
    note: figures.note,
  }
}

function textFault(column: StoreColumn, text: string, { isNeeded, longest, field }: Cell): CellFault | null {
  if (text === '') return isNeeded ? 'required' : null
  if (text.length > longest) return cells[column].fault ?? 'too_long'
  const isLineBreakAllowed = field === 'note' || field === 'address'
  const shown = isLineBreakAllowed ? text.replace(/\r?\n/g, ' ') : text
  if (/\p{Cc}/u.test(shown)) return 'control_sign'
  if (isFormula(text) && !(field === 'phone' && phoneOf(text) !== undefined)) return 'formula'
  return null
}

function isFormula(text: string): boolean {
  return /^[=+\-@]/.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)
}

/** Tables are written with an apostrophe before what looks like a formula. */
function unguarded(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

function countryOf(text: string): string | undefined {
  const code = text.toUpperCase()
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  return countries.of(code) === undefined ? undefined : code
}
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

const zones = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]))

function zoneOf(text: string): string | undefined {
  const known = zones.get(text.toLowerCase())
  if (known !== undefined) return known
  return /^[A-Z][A-Za-z_]*(\/[A-Z][A-Za-z_-]*)*$/.test(text) && isZone(text) ? text : undefined
}

/** Minutes after midnight; nothing is 0, and so is open all day where both are. */
function minuteOf(text: string): number | undefined {
  if (text === '') return 0
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  if (hour === undefined || minute === undefined) return undefined
  const minutes = Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= 1_440 ? minutes : undefined
}

function clockOf(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function dateOf(text: string): string | null | undefined {
  if (text === '') return null
  return /^(19|20)/.test(text) && isLocalDate(text) ? text : undefined
}

/** Square metres, to a tenth. */
function areaOf(text: string): number | null | undefined {
  if (text === '') return null
  return /^\d{1,6}(\.\d)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

function phoneOf(text: string): string | undefined {
  return text === '' || /^\+?[0-9(][0-9 ()\-./]*((ext\.?|x|#|分機|分机|内線) ?[0-9]+)?$/.test(text)
    ? text
    : undefined
}
