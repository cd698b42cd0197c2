import type { errors as english } from '../en/errors'
import type { Translation } from '../keys'

export const errors = {
  request: {
    malformed: 'リクエストを解釈できませんでした。印の付いた項目を確認してください。',
    unknown_field: 'この呼び出しにない項目が含まれています：{{field}}',
    not_json: 'リクエスト本文が正しい JSON ではありません。',
    too_large: 'リクエストが大きすぎます。上限は {{limit}} です。',
    media_type: 'この呼び出しでは使えないコンテンツ形式です。',
    too_many: 'リクエストが多すぎます。{{seconds}} 秒後にもう一度お試しください。',
  },
  route: {
    unknown: 'このアドレスには何もありません。',
    method: 'このアドレスではこのメソッドを使えません。',
  },
  session: {
    required: '続けるにはサインインしてください。',
    expired: 'セッションが終了しました。もう一度サインインしてください。',
    wrong_credentials: 'アカウントまたはパスワードが違います。',
    too_many_attempts: 'サインインの試行が多すぎます。{{minutes}} 分後にもう一度お試しください。',
    account_disabled: 'このアカウントは無効です。管理者に連絡してください。',
    password_change: '最初に自分のパスワードを設定してください。',
  },
  account: {
    current_required: 'サインインから 10 分以上たっています。現在のパスワードも入力してください。',
    current_wrong: '現在のパスワードが正しくありません。',
    password_same: '現在のパスワードやアカウント名とは異なるパスワードにしてください。',
    sign_in_unknown: 'このサインインはすでに終了しているか、いま使用中のものです。',
  },
  access: {
    page: 'このアカウントではこのページを開けません。',
    equipment: '対象の設備に対する権限がこのアカウントにありません。',
  },
  department: {
    unknown: 'この部署は存在しないか、閲覧範囲外です。',
    file: '更新ファイルに誤りがあります。プレビューを確認してください。',
    in_use: '店舗またはアカウントのある部署は削除できません：{{departments}}。先に移動してください。',
  },
  store: { unknown: 'この店舗は存在しないか、閲覧範囲外です。' },
  vendor: { unknown: 'この業者は存在しないか、閲覧範囲の店舗を担当していません。' },
  device: { unknown: 'この機器は存在しないか、閲覧範囲の店舗にありません。' },
  point: { unknown: 'このポイントは存在しないか、この機器のものではありません。' },
  alarm: {
    unknown: 'このアラームは存在しないか、担当店舗のものではありません。',
    acknowledged_before: 'このアラームはすでに確認されています。',
    cleared: 'このアラームはすでに終了しています。',
    shelving_range: '保留できるのは今から24時間以内の時刻までです。',
    out_of_service: 'このアラームは対象外です。',
    in_service: 'このアラームは対象外ではありません。',
  },
  warning: { unknown: 'この早期警報はすでに存在しないか、担当する機器のものではありません。' },
  terminal: {
    unknown: 'この端末は存在しないか、担当店舗のものではありません。',
    disabled: 'この端末は無効です。先に有効にしてください。',
  },
  quarantine: { unknown: '該当する隔離メッセージは存在しないか、担当店舗のものではありません。' },
  claim: {
    unknown: '登録コードが違うか、使用済みまたは取り消し済みです。新しいコードを発行してもらってください。',
    expired: '登録コードの有効期限が切れています。新しいコードを発行してもらってください。',
    locked: '誤入力が多すぎるため、登録コードはロックされました。新しいコードを発行してもらってください。',
    none_open: 'この端末には有効な登録コードがありません。',
  },
  credential: { refused: 'この端末のトークンまたはシークレットは無効です。' },
  command: {
    unknown: 'このコマンドは存在しないか、このターミナルのものではありません。',
    sent: 'このコマンドは送信済みか、終了しています。',
    no_script: '有効な構成にこの名前のスクリプトはありません。',
    too_large: 'コマンドが大きすぎて 1 つのメッセージに収まりません。',
  },
  configuration: { unknown: 'この構成は存在しないか、このターミナルのものではありません。' },
  row: { changed: 'ほかの人が先に変更しました。現在の内容を確認してから、もう一度保存してください。' },
  audit: { too_many: '{{count, number}} 行を超えています。期間を短くしてください。' },
  period: {
    reversed: '期間の開始が終了より後になっています。',
    too_long: '期間が長すぎます。{{days}} 日以内で指定してください。',
  },
  service: { unavailable: 'サービスはまだ準備中です。しばらくしてからお試しください。' },
  internal: 'サービスで処理を完了できませんでした。この障害は記録されました。',
  field: {
    missing: '必須項目です',
    type: '値の種類が正しくありません。',
    range: '値が許容範囲を外れています。',
    length: '文字数が短すぎるか長すぎます。',
    format: '形式が正しくありません。',
    choice: '選択肢にない値です。',
    unknown: 'この項目は使われていません。',
  },
} satisfies Translation<typeof english>
