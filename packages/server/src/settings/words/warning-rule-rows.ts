import { wireFileRule, wireOfRule } from '@coldkeep/contract/areas/warning-rules'
import { csvText } from '@coldkeep/contract/wire/csv'
import { namesToWire } from '@coldkeep/contract/wire/dialect'
import type { ScopedWarningRule } from '@coldkeep/domain/alarms/early-warning-rules'

const columns = ['scope', 'scope_id', 'type', 'enabled', 'x', 'y', 'intensity', 'window_h'] as const

type FileRow = Readonly<Record<(typeof columns)[number], string | number | boolean | null>>

/** Rules in the columns of the configuration file. */
export function presentWarningRules(rules: readonly ScopedWarningRule[]): string {
  const rows = rules.map((rule) => namesToWire(wireFileRule, wireOfRule(rule)) as FileRow)
  return csvText([columns, ...rows.map((row) => columns.map((column) => row[column]))])
}
