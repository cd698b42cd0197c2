import type { paper as english } from '../en/paper'
import type { Translation } from '../keys'

/** すべての文書のページに入る文言。 */
export const paper = {
  made: '{{time}}（{{zone}}）{{name}} さん用に作成',
  page: '{{page}} / {{pages}}',
} satisfies Translation<typeof english>
