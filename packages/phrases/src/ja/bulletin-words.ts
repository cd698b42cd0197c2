import type { bulletinWords as english } from '../en/bulletin-words'
import type { Translation } from '../keys'

export const bulletinWords = {
  reminder: 'リマインド：{{title}}',
  more: '全文はコンソールでご覧いただけます。',
  confirm: 'お読みになったら、コンソールで確認してください。',
  confirmUntil: 'お読みになったら、{{until}} までにコンソールで確認してください。',
  withdrawn: 'このメッセージは取り消されました。',
} as const satisfies Translation<typeof english>
