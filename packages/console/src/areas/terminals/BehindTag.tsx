import { LEFT_BEHIND_FROM } from '@coldkeep/domain/firmware/versions-behind'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { behindText, type Runs } from './terminal-words'

/** How far the program of a terminal or the system of its box is behind, marked where it was left behind; nothing where it is not. */
export function BehindTag({ runs }: { runs: Runs | null }) {
  const t = useText()
  const word = behindText(runs, t)
  if (word === null) return null
  const isLeft = (runs?.behind ?? 0) >= LEFT_BEHIND_FROM
  return isLeft ? <StatusTag status="overdue" word={word} /> : word
}
