import type { amberWords as english } from '../en/amber-words'
import type { Translation } from '../keys'

export const amberWords = {
  record: {
    enabled: 'アラートサービスを有効化（{{until}} まで）',
    disabled: 'アラートサービスを無効化',
    renewed: '{{until}} まで更新（以前は {{from}} まで）',
    changed: '期限を {{from}} から {{until}} に変更',
    ended: '終了（最終日 {{until}}）',
    notified: 'アラームを送信（{{channel}}）：{{title}}',
    correct: '取り消し：{{part}}',
    none: '日付なし',
  },
  news: {
    today: '{{name}} のアラートサービスは本日までです',
    ends_other: '{{name}} のアラートサービスはあと {{count, number}} 日で終了します',
    until: '最終日：{{day}}。翌日からエンジニアへのアラーム通知はなくなります。',
  },
  handedOver: '{{from}} から {{to}} へ交代：{{department}} の当番',
  handedOverTime: '{{start}} から {{end}} まで',
} as const satisfies Translation<typeof english>
