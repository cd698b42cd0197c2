import { neededColumns } from '@coldkeep/domain/organisation/store-cells'
import type { Translate } from '@coldkeep/phrases/keys'
import { MOST_STORE_ROWS, type StoreFault } from '../read-store-table'

/** What is wrong with a table of stores, in the caller's language. */
export function presentStoreFault(code: StoreFault, translate: Translate): string {
  return words[code](translate)
}

const words: Readonly<Record<StoreFault, (translate: Translate) => string>> = {
  required: (translate) => translate('errors.field.missing'),
  too_long: (translate) => translate('organisation.stores.fault.tooLong'),
  control_sign: (translate) => translate('organisation.stores.fault.controlSign'),
  formula: (translate) => translate('organisation.stores.fault.formula'),
  country: (translate) => translate('organisation.stores.fault.country'),
  time_zone: (translate) => translate('organisation.stores.fault.timeZone'),
  time: (translate) => translate('organisation.stores.fault.time'),
  date: (translate) => translate('organisation.stores.fault.date'),
  phone: (translate) => translate('organisation.stores.fault.phone'),
  area: (translate) => translate('organisation.stores.fault.area'),
  encoding: (translate) => translate('kit.file.notUtf8'),
  quotes: (translate) => translate('organisation.stores.fault.quotes'),
  too_many_rows: (translate) => translate('organisation.stores.fault.tooManyRows', { most: MOST_STORE_ROWS }),
  no_rows: (translate) => translate('organisation.stores.fault.noRows'),
  column_unknown: (translate) => translate('organisation.stores.fault.columnUnknown'),
  column_twice: (translate) => translate('organisation.stores.fault.columnTwice'),
  column_missing: (translate) =>
    translate('organisation.stores.fault.columnMissing', { columns: neededColumns.join(', ') }),
  cell_count: (translate) => translate('organisation.stores.fault.cellCount'),
  code_twice: (translate) => translate('organisation.stores.fault.codeTwice'),
  code_taken: (translate) => translate('organisation.stores.fault.codeTaken'),
  department_unknown: (translate) => translate('errors.department.unknown'),
  department_ambiguous: (translate) => translate('organisation.stores.fault.departmentAmbiguous'),
  hours: (translate) => translate('organisation.stores.fault.hours'),
  dates: (translate) => translate('organisation.stores.fault.dates'),
}
