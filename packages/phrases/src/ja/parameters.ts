import type { parameters as english } from '../en/parameters'
import type { Translation } from '../keys'

export const parameters: Translation<typeof english> = {
  fridge: '冷蔵設備を指定',
  any: 'すべて',
  search: '検索',
  found: '該当する機器',
  none: '該当する機器はありません',
  noneHint: 'ブランド・種類・設置場所は、設備一覧の機器フォームで設定します。',
}
