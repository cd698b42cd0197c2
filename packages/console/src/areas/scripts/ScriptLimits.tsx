import { listPointLimits, type PointLimitsRow } from '@coldkeep/contract/areas/limit-rules'
import type { ScriptCommandRow } from '@coldkeep/contract/areas/script-commands'
import type { PollScriptRow } from '@coldkeep/contract/areas/scripts'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { paths } from '../../site/paths'
import { commandText } from './command-text'
import { limitColumns } from './limit-columns'

export interface ScriptLimitsProps {
  readonly script: PollScriptRow
  readonly commands: readonly ScriptCommandRow[]
}

/** The alarm rules of all commands of a script, each leading to where they are changed. */
export function ScriptLimits({ script, commands }: ScriptLimitsProps) {
  const t = useText()
  const answer = useCall(listPointLimits, { query: { script: script.id } })
  const columns = useMemo(() => columnsOf(script, commands, t), [script, commands, t])
  return (
    <DataTable
      title={t('scripts.rules')}
      tableKey="script limits"
      columns={columns}
      rows={{ ...tableRows(answer, answer.data), failure: serviceText(answer.error) }}
      rowKey={({ id }) => String(id)}
      empty={{ title: t('scripts.noRulesOfFile') }}
    />
  )
}

function columnsOf(
  { id, folderId }: PollScriptRow,
  commands: readonly ScriptCommandRow[],
  t: Translate,
): readonly Column<PointLimitsRow>[] {
  const byId = new Map(commands.map((one) => [one.id, one]))
  const chosen = { tab: 'report', 'folder.row': String(folderId), 'file.row': String(id) }
  return [
    {
      key: 'command',
      title: t('scripts.command'),
      kind: 'text',
      value: ({ command }) => {
        const found = byId.get(command)
        return found === undefined ? null : commandText(found)
      },
      href: ({ command }) => paths.withSearch(paths.scripts, { ...chosen, 'cmd.row': String(command) }),
    },
    ...limitColumns(t),
  ]
}
