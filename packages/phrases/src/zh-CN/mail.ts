import type { mail as english } from '../en/mail'
import type { Translation } from '../keys'

export const mail = {
  invitation: {
    subject: '{{site}}：您的账号 {{account}}',
    text: '{{name}}，您好：\n\n您在 {{site}} 有了一个账号：{{account}}\n\n请在 {{minutes}} 分钟内设置密码：\n{{link}}\n\n过期后，可在登录页点击“忘记密码？”重新获取链接。\n',
  },
  password: {
    subject: '{{site}}：{{account}} 的新密码',
    text: '{{name}}，您好：\n\n有人为 {{site}} 的账号 {{account}} 申请了新密码。\n\n请在 {{minutes}} 分钟内设置：\n{{link}}\n\n如果不是您本人操作，无需理会，密码保持不变。\n',
  },
} satisfies Translation<typeof english>
