import { enrolmentColumns, MOST_ENROLLED } from '@coldkeep/contract/areas/enrolment'
import type { Translate } from '@coldkeep/phrases/keys'
import type { EnrolmentFault } from '../plan-enrolment'

/** Why a row of a table of terminals cannot be, in the caller's language. @param column that it is about, if any */
export function presentEnrolmentFault(code: EnrolmentFault, column: string, translate: Translate): string {
  const text = words[code](translate)
  return column === '' ? text : `${column}: ${text}`
}

const words: Readonly<Record<EnrolmentFault, (translate: Translate) => string>> = {
  encoding: (translate) => translate('kit.file.notUtf8'),
  quotes: (translate) => translate('organisation.stores.fault.quotes'),
  too_many_rows: (translate) => translate('organisation.stores.fault.tooManyRows', { most: MOST_ENROLLED }),
  no_rows: (translate) => translate('organisation.stores.fault.noRows'),
  column_unknown: (translate) =>
    translate('terminals.enrolment.fault.columnUnknown', { columns: enrolmentColumns.join(', ') }),
  column_twice: (translate) => translate('organisation.stores.fault.columnTwice'),
  column_missing: (translate) =>
    translate('organisation.stores.fault.columnMissing', { columns: enrolmentColumns[0] }),
  cell_count: (translate) => translate('organisation.stores.fault.cellCount'),
  store_missing: (translate) => translate('errors.field.missing'),
  store_unknown: (translate) => translate('errors.store.unknown'),
  row_twice: (translate) => translate('terminals.enrolment.fault.rowTwice'),
  id_twice: (translate) => translate('terminals.enrolment.fault.idTwice'),
  id_format: (translate) => translate('terminals.enrolment.fault.idFormat'),
  id_here: (translate) => translate('terminals.enrolment.fault.idHere'),
  id_taken: (translate) => translate('terminals.enrolment.fault.idTaken'),
}
