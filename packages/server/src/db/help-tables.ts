import type { HelpTexts } from '@coldkeep/contract/areas/help'
import type { HelpCategory, HelpPage } from '@coldkeep/domain/help/help-text'
import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { ColumnType, Generated } from 'kysely'

interface HelpVersionTable {
  helpVersionId: Generated<number>
  key: string
  follows: number
  page: HelpPage
  category: HelpCategory | null
  texts: ColumnType<HelpTexts, string, never>
  isShown: boolean
  changedAt: EpochMs
  changedBy: string
}

interface HelpVerdictTable {
  key: string
  accountId: AccountId
  isHelpful: boolean
}

interface HelpSearchTable {
  language: Language
  text: string
  count: number
  lastAt: EpochMs
}

export interface HelpTables {
  helpVersion: HelpVersionTable
  helpVerdict: HelpVerdictTable
  helpSearch: HelpSearchTable
}
