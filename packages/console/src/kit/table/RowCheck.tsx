import { CheckField } from '../field/CheckField'
import { useText } from '../text'
import type { RowChecks } from './row-selection'

export interface RowCheckProps<Row> {
  readonly checks: RowChecks<Row>
  readonly row: Row
  readonly rowKey: string
}

/** Chooses one of several rows. */
export function RowCheck<Row>({ checks, row, rowKey }: RowCheckProps<Row>) {
  const t = useText()
  return (
    <CheckField
      label={t('kit.table.selectRow', { row: checks.nameOf(row) })}
      hideLabel
      checked={checks.keys.has(rowKey)}
      onChange={(on) => checks.onChange(withKey(checks.keys, rowKey, on))}
    />
  )
}

function withKey(keys: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (on) next.add(key)
  else next.delete(key)
  return next
}
