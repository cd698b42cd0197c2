import type { PointId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { findPlanFaults } from '@coldkeep/domain/polling/check-plan'
import { placeScript, settingsOf } from '@coldkeep/domain/polling/place-script'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import { MOST_SCRIPT_BYTES, makeCommand } from '../commands/make-command'
import type { Trx } from '../db/connect'
import { TargetRefused } from '../jobs/job-kind'
import type { ScriptSource } from './script-source'
import { selectEquipment } from './store-equipment-queries'

/** Of a single run at one terminal. */
export interface RunOutcome {
  readonly terminalId: TerminalId
  readonly commandId: string
}

/**
 * Has the terminals of a store send all commands of a script once, besides what they poll. Nothing is stored of it
 * but the
 * answer of the command, so that devices and points need not be entered: nodes without a point are numbered.
 * @throws TargetRefused with all that is in the way
 */
export async function runAtStore(
  trx: Trx,
  storeId: StoreId,
  { source, by, now }: { readonly source: ScriptSource; readonly by: Actor; readonly now: EpochMs },
): Promise<RunOutcome[]> {
  const equipment = (await selectEquipment(trx, [storeId])).get(storeId)
  if (equipment === undefined) throw new TargetRefused([{ path: '', code: 'store_gone', value: '' }])
  const { placements, faults, notes } = placeScript(source, equipment, { addsDevices: true })
  // another script may read the same points, and one cycle may take as long as it wants
  const inTheWay = faults.filter(({ code }) => code !== 'asked_elsewhere' && code !== 'too_slow')
  if (inTheWay.length > 0) throw new TargetRefused(inTheWay)
  // every device that it polls is retired
  if (placements.length === 0) throw new TargetRefused(notes.map(({ note }) => note))
  const outcomes: RunOutcome[] = []
  for (const { terminalId, commands } of placements) {
    let number = 0
    const script = {
      name: source.name,
      periodSeconds: source.periodSeconds,
      commands: commands.map((command) =>
        settingsOf(command, () => {
          number += 1
          return number as PointId
        }),
      ),
    }
    const ports = [...(equipment.terminals.get(terminalId)?.ports ?? [])]
    const wrong = findPlanFaults({ ports, scripts: [script] })
    if (wrong.length > 0) throw new TargetRefused(wrong)
    if (Buffer.byteLength(JSON.stringify(script)) > MOST_SCRIPT_BYTES) {
      throw new TargetRefused([{ path: '', code: 'too_large', value: `${MOST_SCRIPT_BYTES >> 10} KiB` }])
    }
    const draft = { terminalId, storeId, op: 'run.once' as const, arg: () => ({ script }), by }
    outcomes.push({ terminalId, commandId: await makeCommand(trx, draft, now) })
  }
  return outcomes
}
