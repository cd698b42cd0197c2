import type { due as english } from '../en/due'
import type { Translation } from '../keys'

export const due = {
  title: '対応が必要な作業',
  upkeepSoon: '7日以内が期限の保守',
  upkeepOverdue: '期限を過ぎた保守',
  repairs: '対応中の修理',
  ownRepairs: '自分の担当',
  updates: '実行中の更新ジョブ',
  failed: '対応が必要な作業を読み込めませんでした。',
} satisfies Translation<typeof english>
