import type { session as english } from '../en/session'
import type { Translation } from '../keys'

export const session = {
  login: {
    title: 'サインイン',
    account: 'アカウント',
    password: 'パスワード',
    submit: 'サインイン',
    missing: 'アカウントとパスワードを入力してください',
    ended: 'セッションが終了しました。サインインすると元の画面に戻ります。',
    signedOut: 'サインアウトしました。',
    noAnswer: 'サービスが応答しませんでした。接続を確認して、もう一度お試しください。',
    newTitle: 'パスワードの設定',
    newWhy:
      'サインインに使ったパスワードは、ほかの人が発行したものです。自分だけが知るパスワードを設定してください。',
    newSubmit: '保存して続ける',
  },
} satisfies Translation<typeof english>
