import { LEFT_BEHIND_FROM } from '@coldkeep/domain/firmware/versions-behind'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { behindText, type TerminalEntry } from './terminal-words'

/** How far the program of a terminal is behind, marked where it was left behind; nothing where it is not. */
export function BehindTag({ firmware }: Pick<TerminalEntry, 'firmware'>) {
  const t = useText()
  const word = behindText({ firmware }, t)
  if (word === null) return null
  const isLeft = (firmware?.behind ?? 0) >= LEFT_BEHIND_FROM
  return isLeft ? <StatusTag status="overdue" word={word} /> : word
}
