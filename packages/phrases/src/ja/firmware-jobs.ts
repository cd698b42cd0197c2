import type { firmwareJobs as english } from '../en/firmware-jobs'
import type { Translation } from '../keys'

export const firmwareJobs = {
  lost: '端末から 24 時間応答がありません。',
  pause: {
    failed_share: 'このウェーブの端末 {{count}} 台のうち {{failed}} 台が失敗し、ジョブの上限を超えました。',
    failed_count: '最初のウェーブで {{failed}} 台の端末が失敗し、ジョブの上限に達しました。',
    beyond: '失敗した端末が多すぎます（担当部門またはほかの部門）。',
    about: {
      hardware: '失敗は主にハードウェア {{name}} で発生しています。',
      model: '失敗は主に {{name}} がある店舗で発生しています。',
      vendor: '失敗は主に {{name}} の担当店舗で発生しています。',
    },
  },
  field: {
    poll_success: '更新した端末のポーリング成功率が {{worse}} ポイント多く低下しました。',
    outbox_age: '更新した端末の計測値の到着に {{worse}} 倍の時間がかかっています。',
    restarts: '更新した端末の 1 時間あたりの起動が {{worse}} 回多くなりました。',
    minutes_lost: '更新した端末の接続断が 1 時間あたり {{worse}} 分長くなりました。',
    rows: '更新した端末から届く計測値が {{worse}} % 減りました。',
    broken:
      '更新した端末 {{stores}} 台で、ポーリング・計測値・接続の大幅な欠落または起動の繰り返しが発生しました。割合は {{worse}} ポイント高くなっています。',
    about: {
      hardware: 'ハードウェア {{name}} で発生しています。',
      model: '{{name}} で発生しています。',
      vendor: '{{name}} の担当店舗で発生しています。',
    },
    beyond: '更新した端末の状態がほかの端末より悪くなっています（担当部門またはほかの部門）。',
    besideOthers: '同じ時間帯の未更新の端末 {{others}} 台との比較です。',
    besideWeek: '過去 1 週間の同じ時刻との比較です。',
    good: '未更新の端末 {{others}} 台との {{comparisons}} 項目の比較で悪化なし',
    goodBesideWeek: '過去 1 週間との {{comparisons}} 項目の比較で悪化なし',
    unknown: '端末または計測値が少なく比較できません',
  },
  news: {
    paused: '{{version}} への更新を一時停止しました',
    finished: '{{version}} への更新が完了しました',
    finished_partly: '{{version}} への更新が完了しました（失敗あり）',
    left_behind_other: '{{count, number}} 台の端末が 2 バージョン以上遅れています',
  },
  newest: '{{type}}：最新リリースは {{version}} です。',
  moreStores_other: '{{stores}} ほか {{count, number}} 店舗',
  error: {
    signature: '端末が信頼する鍵で署名されていません。',
    old: '実行中のバージョンより新しくないか、その上にはインストールできません。',
    expired: 'リリースの有効期限が切れています。',
    oldKeys: 'すでに交換された鍵で署名されています。',
    noRoot: '端末プログラムにリリース用のルート鍵がありません。',
    type: '別の種類の端末用のイメージです。',
    space: '端末の空き容量が不足しています。',
    hash: '受信したイメージが破損しています。',
    install: 'イメージを展開できませんでした: {{text}}',
    confirm: '新しいバージョンが正常に動作しなかったため、以前のバージョンに戻しました。',
    link: '以前のバージョンでは接続できるのに新しいバージョンでは接続できなかったため、以前のバージョンに戻しました。',
    noSupervisor: '端末プログラムがスーパーバイザーから起動されていないため、更新できません。',
    busy: '別のジョブがこの端末を更新しています。',
    box: '機器でインストールできませんでした: {{text}}',
    rejected: '機器が拒否しました: {{text}}',
    unconfirmed: '機器は新しいバージョンで動作していることを報告しませんでした。',
  },
} satisfies Translation<typeof english>
