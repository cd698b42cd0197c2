import { addBulletinCategory, listBulletinCategories } from '@coldkeep/contract/areas/bulletin-categories'
import {
  type BulletinTexts,
  countBulletinRecipients,
  listBulletins,
  sendBulletin,
} from '@coldkeep/contract/areas/bulletins'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { confirmOwnBulletin, listOwnBulletins, openOwnBulletin } from '@coldkeep/contract/areas/own-bulletins'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { Visitor } from './visitor'

interface DemoMessage {
  readonly category: string
  readonly language: Language
  readonly texts: BulletinTexts
  /** `null`: it needs no confirmation. */
  readonly confirmWithinDays: number | null
  /** By who reads it in the demo. */
  readonly done: 'confirmed' | 'opened' | null
}

const messages: readonly DemoMessage[] = [
  {
    category: '食品安全',
    language: 'zh-TW',
    confirmWithinDays: 5,
    done: 'confirmed',
    texts: {
      'zh-TW': {
        title: '冷凍櫃門請隨手關閉',
        content:
          '夏季用電高峰期間，**補貨後請立即關門**：\n\n- 補貨一次不超過 10 分鐘\n- 門封有破損請開立維修單',
      },
      'zh-CN': {
        title: '请随手关好冷冻柜门',
        content:
          '夏季用电高峰期间，**补货后请立即关门**：\n\n- 每次补货不超过 10 分钟\n- 门封破损请提交维修单',
      },
      ja: {
        title: '冷凍ケースの扉を必ず閉めてください',
        content:
          '夏の電力ピーク期間中は、**補充後すぐに扉を閉めて**ください。\n\n- 補充は 1 回 10 分以内\n- パッキンの破損は修理を依頼',
      },
      en: {
        title: 'Keep freezer doors closed',
        content:
          'While demand is at its peak in summer, **close the doors as soon as you have restocked**:\n\n- restock within 10 minutes\n- report worn gaskets for repair',
      },
    },
  },
  {
    category: '設備',
    language: 'zh-TW',
    confirmWithinDays: 3,
    done: null,
    texts: {
      'zh-TW': {
        title: '下週除霜時間調整',
        content: '下週一起，冷凍櫃除霜改為 **02:00** 與 **14:00**。除霜期間溫度短暫升高屬正常現象。',
      },
      en: {
        title: 'Defrost times change next week',
        content:
          'From Monday on freezers defrost at **02:00** and **14:00**. A short rise of temperature is normal then.',
      },
    },
  },
  {
    category: '食品安全',
    language: 'zh-TW',
    confirmWithinDays: null,
    done: 'opened',
    texts: {
      'zh-TW': { title: '食品安全月開始', content: '感謝各門市配合。上月低溫達標率為全年最佳。' },
      ja: { title: '食品安全月間の開始', content: '各店舗のご協力に感謝します。' },
    },
  },
]

/**
 * Has messages sent to the people of all stores, and some of them read and confirmed, unless there are any.
 * @throws Error where the server refuses any of it
 */
export async function sendStoreMessages(
  { administrator, reader }: { readonly administrator: Visitor; readonly reader: Visitor },
  now: EpochMs,
): Promise<void> {
  const { total } = await administrator.call(listBulletins, { query: { page: 1, pageSize: 1 } })
  if (total > 0) return
  const { id: departmentId } = await administrator.call(departmentMap)
  const place = { departmentId, storeId: null, exceptStores: [], exceptPeople: [] }
  const { people, stores } = await administrator.call(countBulletinRecipients, { body: place })
  if (people === 0) return
  for (const { category, language, texts, confirmWithinDays, done } of messages) {
    const { id } = await administrator.call(sendBulletin, {
      body: {
        ...{ id: crypto.randomUUID(), ...place, language, texts, files: [], sendAt: null, firstCounts: true },
        categoryId: await categoryFor(administrator, category),
        needsConfirmation: confirmWithinDays !== null,
        deadlineAt: confirmWithinDays === null ? null : later(now, days(confirmWithinDays)),
        counted: { people, stores },
      },
    })
    if (done === null) continue
    await reader.call(listOwnBulletins, { query: { page: 1, pageSize: 20 } })
    await reader.call(openOwnBulletin, { params: { id } })
    if (done === 'confirmed') await reader.call(confirmOwnBulletin, { params: { id }, body: { at: now } })
  }
}

async function categoryFor(administrator: Visitor, title: string) {
  const { categories } = await administrator.call(listBulletinCategories)
  const known = categories.find((one) => one.title === title)
  return known?.id ?? (await administrator.call(addBulletinCategory, { body: { title } })).id
}
