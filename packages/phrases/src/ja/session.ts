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
  },
} satisfies Translation<typeof english>
