import type { bulletinWords as english } from '../en/bulletin-words'
import type { Translation } from '../keys'

export const bulletinWords = {
  reminder: '提醒：{{title}}',
  more: '全文请在控制台中查看。',
  confirm: '阅读后，请在控制台中确认。',
  confirmUntil: '阅读后，请于 {{until}} 前在控制台中确认。',
  withdrawn: '此消息已撤回。',
} as const satisfies Translation<typeof english>
