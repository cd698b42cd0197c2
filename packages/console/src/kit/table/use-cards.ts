import { useNarrow } from '../use-narrow'

const CARD_COLUMNS_AT_MOST = 8

/** True where rows are drawn as cards: on narrow screens, unless there are too many columns for a card. */
export function useCards(columnCount: number): boolean {
  return useNarrow(720) && columnCount <= CARD_COLUMNS_AT_MOST
}
