import type { StoreId } from '../ids'

/** Pages of help: questions with answers by category, and sections about the product. */
export const helpPages = ['faq', 'about'] as const
export type HelpPage = (typeof helpPages)[number]

/** Of questions, in the order in which they are shown; `company` holds those that the organisation wrote for itself. */
export const helpCategories = [
  'alarms',
  'temperature',
  'health',
  'electricity',
  'connection',
  'work',
  'reports',
  'account',
  'company',
] as const
export type HelpCategory = (typeof helpCategories)[number]

/** Where a text of the organisation begins: what follows is made by who writes it. */
export const OWN_HELP = 'own-'

/** In letters. */
export const LONGEST_SEARCH = 80

/** A search as it is counted: whatever its blanks and its letters, one text. */
export function searchedText(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, LONGEST_SEARCH).trim()
}

/**
 * A text with the addresses in it led to the reader's own store: `{store}` becomes its id. Of a reader of several stores,
 * `null`, the parameter goes and the page asks.
 */
export function withStore(content: string, storeId: StoreId | null): string {
  return content.replaceAll(
    /([?&])([a-z]+)=\{store\}(&?)/g,
    (_, before: string, name: string, after: string) => {
      if (storeId !== null) return `${before}${name}=${storeId}${after}`
      return after === '' ? '' : before
    },
  )
}
