import type { Column } from '../kit/table/column'
import type { HeldView } from '../kit/table/table-view'
import { viewFromAddress, viewToAddress } from './served-table'
import { useAddress } from './use-address'

/**
 * The view of a table, kept in the address.
 * @param name `t1`, `t2`: under this name its page, size, order, filter and row stand there
 */
export function useAddressView<Row>(
  name: string,
  columns: readonly Column<Row>[],
  pageSize: number,
): HeldView {
  const [parameters, changeAddress] = useAddress()
  return {
    current: viewFromAddress(name, parameters, pageSize, (key) => columns.some((one) => one.key === key)),
    onChange: (next) => changeAddress(viewToAddress(name, next, pageSize), 'replace'),
  }
}
