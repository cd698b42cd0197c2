import {
  addPointLimits,
  changePointLimits,
  listPointLimits,
  type PointLimitsDraft,
  type PointLimitsRow,
  removePointLimits,
} from '@coldkeep/contract/areas/limit-rules'
import { listPointDefinitions } from '@coldkeep/contract/areas/point-definitions'
import { listPollCommands } from '@coldkeep/contract/areas/poll-commands'
import { listScriptCommands, type ScriptCommandRow } from '@coldkeep/contract/areas/script-commands'
import type { PollScriptRow, ScriptFolderRow } from '@coldkeep/contract/areas/scripts'
import { checkLimitRule } from '@coldkeep/domain/alarms/limit-rule'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { useText } from '../../kit/text'
import { limitColumns } from './limit-columns'

type Draft = Omit<PointLimitsDraft, 'unit'>

const alsoChanges = [listScriptCommands]
const draftOf = ({ id: _, revision: __, command: ___, unit: ____, ...draft }: PointLimitsRow) => draft
const BLANK = {
  pointName: null,
  lowLimit: null,
  lowDelayMinutes: 15,
  highLimit: null,
  highDelayMinutes: 15,
  lostDelayMinutes: 30,
}

export interface LimitTableProps {
  readonly folder: ScriptFolderRow
  readonly script: PollScriptRow
  readonly command: ScriptCommandRow
}

/** The alarm rules of the nodes of one command of a script. */
export function LimitTable({ folder, script, command }: LimitTableProps) {
  const t = useText()
  const units = useUnits(command)
  const query = useMemo(
    () => ({ script: script.id, commandCode: command.commandCode }),
    [script.id, command.commandCode],
  )
  const rowsOf = useMemo(
    () => (rows: readonly PointLimitsRow[]) => rows.filter((row) => row.command === command.id),
    [command.id],
  )
  const { create, update } = useMemo(() => {
    const owner = { script: script.id, command: command.id }
    const whole = (draft: Draft) => ({ ...draft, unit: units.get(draft.pointName) ?? '' })
    return {
      create: rowCall(addPointLimits, (drafts: readonly Draft[]) => ({
        body: { ...owner, rows: drafts.map(whole) },
      })),
      update: rowCall(changePointLimits, ({ id, revision }: PointLimitsRow, draft: Draft) => ({
        body: { ...owner, rows: [{ id, revision, ...whole(draft) }] },
      })),
    }
  }, [script.id, command.id, units])
  const fields = useMemo(() => (words: Translate) => fieldsOf(units, words), [units])
  return (
    <TableEditor<typeof listPointLimits, Draft, PointLimitsRow>
      title={t('scripts.rules')}
      tableKey="limit-rules"
      name="rule"
      list={{ call: listPointLimits, query, rowsOf }}
      rowKey={(row) => String(row.id)}
      writes={{
        ...(folder.canEdit && { create, update, remove: removePointLimits }),
        alsoChanges,
      }}
      columns={limitColumns}
      form={{ fields, blank: BLANK, draftOf, check }}
      emptyTitle={t('scripts.noRules')}
    />
  )
}

/** The nodes of a command with their units, as its model has them now. */
function useUnits({ brand, model, commandCode }: ScriptCommandRow): ReadonlyMap<string, string> {
  const commands = useCall(listPollCommands, { query: { brand, model } }).data
  const id = commands?.find((one) => one.commandCode === commandCode)?.id
  const nodes = useCall(listPointDefinitions, id === undefined ? null : { query: { command: id } }).data
  return useMemo(() => new Map(nodes?.map(({ name, unit }) => [name, unit])), [nodes])
}

export function fieldsOf(units: ReadonlyMap<string, string>, t: Translate): readonly EditorField<Draft>[] {
  const minutes = { kind: 'number', unit: 'min' } as const
  return [
    {
      key: 'pointName',
      label: t('scripts.point'),
      kind: 'choice',
      wide: true,
      choices: [...units].map(([name, unit]) => ({
        value: name,
        label: unit === '' ? name : `${name} (${unit})`,
      })),
      position: 0,
    },
    { key: 'lowLimit', label: t('scripts.lowLimit'), kind: 'number', position: 2 },
    { key: 'highLimit', label: t('scripts.highLimit'), kind: 'number', position: 4 },
    {
      key: 'lowDelayMinutes',
      label: t('scripts.lowDelay'),
      help: t('scripts.delayHelp'),
      position: 3,
      ...minutes,
    },
    {
      key: 'highDelayMinutes',
      label: t('scripts.highDelay'),
      help: t('scripts.delayHelp'),
      position: 5,
      ...minutes,
    },
    {
      key: 'lostDelayMinutes',
      label: t('scripts.lostDelay'),
      help: t('scripts.delayHelp'),
      position: 6,
      ...minutes,
    },
  ]
}

/** What the server would refuse, in words at both fields: either may be the wrong one. */
function check(values: DraftValues<Draft>, t: Translate): Record<string, string> {
  const { lowLimit, lowDelayMinutes, highLimit, highDelayMinutes } = values
  if (lowLimit === null || highLimit === null) return {}
  const checked = checkLimitRule({
    lowLimit,
    highLimit,
    // a side is on until its minutes say something else
    lowDelayMinutes: lowDelayMinutes ?? 0,
    highDelayMinutes: highDelayMinutes ?? 0,
    lostDelayMinutes: 0,
  })
  if (checked.ok || checked.problem !== 'limits_reversed') return {}
  return { lowLimit: t('scripts.limitsReversed'), highLimit: t('scripts.limitsReversed') }
}
