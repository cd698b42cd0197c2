import { wireOfRule } from '@coldkeep/contract/areas/warning-rules'
import type { ScopedWarningRule } from '@coldkeep/domain/alarms/early-warning-rules'
import { csvText } from '../../wording/csv-text'

const columns = ['scope', 'scope_id', 'type', 'enabled', 'x', 'y', 'intensity', 'window_h'] as const

/** Rules in the columns of the configuration file. */
export function presentWarningRules(rules: readonly ScopedWarningRule[]): string {
  const rows = rules.map(wireOfRule)
  return csvText([columns, ...rows.map((row) => columns.map((column) => row[column]))])
}
