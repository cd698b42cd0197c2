import { Suspense } from 'react'
import { lazily } from '../kit/lazily'
import { withTexts } from '../site/language'
import type { KeptNoteProps } from './RefusalWords'

const Words = lazily(() => withTexts('queue', () => import('./RefusalWords')), 'RefusalWords')

/** What a person has to know of what was not kept or not taken; nothing while all is well. */
export function KeptNote(props: KeptNoteProps) {
  if (props.unkept === null && props.refusals.length === 0) return null
  return (
    <Suspense>
      <Words {...props} />
    </Suspense>
  )
}
