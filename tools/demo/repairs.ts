import { randomUUID } from 'node:crypto'
import { listAlarms } from '@coldkeep/contract/areas/alarms'
import {
  addRepairLabour,
  addRepairPart,
  listRepairCases,
  listRepairProgress,
  type RepairDetail,
  renewRepair,
  reportRepair,
} from '@coldkeep/contract/areas/repair'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Visitor } from './visitor'

/** How far the cases of the demo are, by the place of their step; the last of them is repaired. */
const STEPS = [0, 2, 4] as const
const EVERYTHING = { departmentId: null, storeId: null, deviceId: null } as const

/**
 * Reports repairs of some devices that are in alarm, of which one has been worked on and one is done, unless there are any.
 * @throws Error where the server refuses any of it
 */
export async function reportRepairs(visitor: Visitor, now: EpochMs): Promise<void> {
  const any = await visitor.call(listRepairCases, {
    query: {
      ...{ departmentId: null, progressId: null, deviceId: null },
      ...{ timezone: 0, owner: 'all', proposal: 'all', search: '', page: 1, pageSize: 1 },
    },
  })
  if (any.total > 0) return
  const { progresses } = await visitor.call(listRepairProgress)
  const { alarms } = await visitor.call(listAlarms, {
    query: { ...EVERYTHING, state: 'open', page: 1, pageSize: 200 },
  })
  const devices = new Map(alarms.flatMap((alarm) => (alarm.device ? [[alarm.device.id, alarm]] : [])))
  const chosen = [...devices.values()].slice(0, STEPS.length)
  for (const [index, { id, store, device }] of chosen.entries()) {
    const made = await visitor.call(reportRepair, {
      body: {
        ...{ key: randomUUID(), storeId: store.id, deviceId: device?.id ?? null },
        ...{ fault: `${device?.name ?? store.name} 溫度異常`, alarms: [id] },
      },
    })
    const step = progresses[STEPS[index] ?? 0]
    if (index > 0 && step !== undefined) await workOn(visitor, made, { progressId: step.id, now })
  }
}

async function workOn(
  visitor: Visitor,
  { case: { id, revision } }: RepairDetail,
  { progressId, now }: { readonly progressId: RepairDetail['case']['progress']['id']; readonly now: EpochMs },
): Promise<void> {
  const params = { caseId: id }
  const [from, to] = [later(now, -minutes(150)), later(now, -minutes(60))]
  await visitor.call(addRepairLabour, {
    params,
    body: { key: randomUUID(), who: '林技師', from, to },
  })
  await visitor.call(addRepairPart, {
    params,
    body: { key: randomUUID(), name: '蒸發器風扇', number: 'EF-120', quantity: 1 },
  })
  await visitor.call(renewRepair, {
    params,
    body: { key: randomUUID(), revision, progressId, cause: '風扇軸承磨損', note: '已更換風扇' },
  })
}
