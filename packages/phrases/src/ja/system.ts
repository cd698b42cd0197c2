import type { system as english } from '../en/system'
import type { Translation } from '../keys'

export const system = {
  tasks: {
    title: '処理中の作業',
    work: '処理',
    stateTitle: '状態',
    done: '進捗',
    started: '開始',
    ended: '終了',
    message: '備考',
    none: '実行された処理はまだありません。',
    progress: '{{percent}}\u202f%',
    stepCount: '{{done}} / {{total}}',
    kind: {
      history: '履歴の作成',
      migration: 'データベースの更新',
      compaction: '計測値の圧縮',
      analysis: '分析の計算',
      retention: '古い計測値の削除',
    },
    state: { waiting: '待機中', running: '実行中', done: '完了', failed: '失敗' },
  },
} satisfies Translation<typeof english>
