import type { mail as english } from '../en/mail'
import type { Translation } from '../keys'

export const mail = {
  invitation: {
    subject: '{{site}}：アカウント {{account}} のご案内',
    text: '{{name}} 様\n\n{{site}} にアカウントが作成されました：{{account}}\n\n{{minutes}} 分以内にパスワードを設定してください：\n{{link}}\n\n期限を過ぎた場合は、サインイン画面の「パスワードを忘れた場合」から新しいリンクを請求できます。\n',
  },
  password: {
    subject: '{{site}}：{{account}} の新しいパスワード',
    text: '{{name}} 様\n\n{{site}} のアカウント {{account}} について、新しいパスワードの請求がありました。\n\n{{minutes}} 分以内に設定してください：\n{{link}}\n\n心当たりがない場合は、何もする必要はありません。パスワードはそのままです。\n',
  },
} satisfies Translation<typeof english>
