import type { session as english } from '../en/session'
import type { Translation } from '../keys'

export const session = {
  login: {
    title: 'サインイン',
    account: 'アカウント',
    password: 'パスワード',
    submit: 'サインイン',
    ended: 'セッションが終了しました。サインインすると元の画面に戻ります。',
    signedOut: 'サインアウトしました。',
    noAnswer: 'サービスが応答しませんでした。接続を確認して、もう一度お試しください。',
    codeTitle: 'コードの入力',
    codeWhy: 'スマートフォンの認証アプリを開いてください。回復コードも使えます。',
    code: 'コード',
    back: 'サインインに戻る',
    forgot: 'パスワードを忘れた場合',
    forgotTitle: 'パスワードの再設定',
    forgotWhy: 'アカウントにメールアドレスが登録されていれば、新しいパスワードを設定するリンクを送ります。',
    forgotSend: 'リンクを送信',
    forgotSent: '該当するアカウントとメールアドレスがあれば、リンクを送信しました。有効期間は 30 分です。',
    linkTitle: 'パスワードの設定',
    linkDone: 'パスワードを設定しました。サインインしてください。',
    linkSave: '保存',
    newTitle: 'パスワードの設定',
    newWhy:
      'サインインに使ったパスワードは、ほかの人が発行したものです。自分だけが知るパスワードを設定してください。',
    newSubmit: '保存して続ける',
    or: 'または',
    provider: '{{provider}} でサインイン',
    providerBusy: 'サインインしています…',
  },
} satisfies Translation<typeof english>
