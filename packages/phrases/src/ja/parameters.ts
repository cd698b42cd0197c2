import type { parameters as english } from '../en/parameters'
import type { Translation } from '../keys'

/** 制御器のパラメーターファイルと、機器の設定値。ページと一緒に読み込まれます。 */
export const parameters = {
  fridge: '冷蔵設備を指定',
  any: 'すべて',
  search: '検索',
  found: '該当する機器',
  none: '該当する機器はありません',
  noneHint: 'ブランド・種類・設置場所は、設備一覧の機器フォームで設定します。',
  kind: {
    all: 'すべてのパラメーター',
    regulation: '温度制御',
    defrost: '霜取り',
    fan: 'ファン',
    compressor: '圧縮機',
    alarm: '警報',
    other: 'その他',
  },
  news: {
    title: '{{device}}：パラメーターが変わりました（{{store}}）',
    cause: {
      own_other: '{{count, number}} 件のパラメーターがこちらから変更されました。',
      reset_other:
        '{{count, number}} 件のパラメーターが出荷時の値に戻っています。制御器がリセットまたは交換されました。',
      keypad_other:
        '{{count, number}} 件のパラメーターがこちら以外から変更されました。操作パネルか、同じ通信線の別のシステムです。',
    },
  },
} satisfies Translation<typeof english>
