import type { firmwareJobs as english } from '../en/firmware-jobs'
import type { Translation } from '../keys'

export const firmwareJobs = {
  lost: '端末から 24 時間応答がありません。',
  pause: {
    failed_share: 'このウェーブの端末 {{count}} 台のうち {{failed}} 台が失敗し、ジョブの上限を超えました。',
    failed_count: '最初のウェーブで {{failed}} 台の端末が失敗し、ジョブの上限に達しました。',
    about: {
      hardware: '失敗は主にハードウェア {{name}} で発生しています。',
      model: '失敗は主に {{name}} がある店舗で発生しています。',
      vendor: '失敗は主に {{name}} の担当店舗で発生しています。',
    },
  },
  news: {
    paused: '{{version}} への更新を一時停止しました',
    finished: '{{version}} への更新が完了しました',
    finished_partly: '{{version}} への更新が完了しました（失敗あり）',
  },
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
