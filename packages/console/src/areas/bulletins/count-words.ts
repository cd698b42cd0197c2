import { useText } from '../../kit/text'

interface Counted {
  readonly people: number
  readonly stores: number
}

/** How many recipients in how many stores, in words; `parts` are both apart. */
export function useCountWords() {
  const t = useText()
  const parts = ({ people, stores }: Counted) => ({
    people: t('bulletins.recipients', { count: people }),
    stores: t('bulletins.inStores', { count: stores }),
  })
  return Object.assign((counted: Counted) => t('bulletins.counted', parts(counted)), { parts })
}
