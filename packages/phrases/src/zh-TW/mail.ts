import type { mail as english } from '../en/mail'
import type { Translation } from '../keys'

export const mail = {
  invitation: {
    subject: '{{site}}：您的帳號 {{account}}',
    text: '{{name}}，您好：\n\n您在 {{site}} 有了一個帳號：{{account}}\n\n請在 {{minutes}} 分鐘內設定密碼：\n{{link}}\n\n逾期時，可在登入頁點選「忘記密碼？」重新取得連結。\n',
  },
  password: {
    subject: '{{site}}：{{account}} 的新密碼',
    text: '{{name}}，您好：\n\n有人為 {{site}} 的帳號 {{account}} 申請了新密碼。\n\n請在 {{minutes}} 分鐘內設定：\n{{link}}\n\n若非您本人操作，無需理會，密碼維持不變。\n',
  },
} satisfies Translation<typeof english>
