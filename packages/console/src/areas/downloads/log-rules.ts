import { orderLogs } from '@coldkeep/contract/areas/log-downloads'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export interface LogStore {
  readonly value: string
  readonly label: string
}

export interface LogOrder {
  readonly storeId: LogStore | null
  readonly start: string | null
  readonly end: string | null
  readonly files: readonly string[]
}

/** @param today left to the service where no files are named: it has the current day at the store */
export function logRules(today: string, t: Translate): CallRules<typeof orderLogs, LogOrder> {
  const isToday = ({ start, end, files }: LogOrder) => start === today && end === today && files.length === 0
  return {
    call: orderLogs,
    labels: { storeId: t('logDownload.store'), start: t('kit.field.from'), end: t('kit.field.to') },
    inputOf: (values) => {
      const { storeId, start, end, files } = values
      const logs = start === null || end === null || isToday(values) ? undefined : { start, end }
      return { body: { storeId: storeId === null ? null : (Number(storeId.value) as StoreId), logs, files } }
    },
  }
}
