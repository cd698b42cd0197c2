import type { UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import { localDate } from '@coldkeep/domain/time/local-date'
import type { Words } from '../../wording/words'
import type { DueDay } from '../write-calendar'

/** The day on which a plan is due, as an entry of a calendar. */
export function presentDueDay(
  plan: UpkeepPlanRow & { readonly dueOn: string },
  { translate }: Pick<Words, 'translate'>,
): DueDay {
  const { id, revision, item, dueOn, storeCode, storeName, deviceName, group, every, unit, tasks, note } =
    plan
  const equipment =
    group === null ? deviceName : translate('upkeep.allOf', { type: translate(`devices.type.${group}`) })
  return {
    key: `upkeep-${id}@coldkeep`,
    on: localDate(dueOn),
    summary: `${item} · ${storeCode} ${storeName}`,
    location: `${storeCode} ${storeName}`,
    description: [
      ...(equipment === null ? [] : [equipment]),
      translate(`upkeep.every.${unit}`, { count: every }),
      ...tasks.map((task) => `- ${task}`),
      note,
    ].join('\n'),
    sequence: revision,
  }
}
