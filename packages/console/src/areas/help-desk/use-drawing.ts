import {
  drawMark,
  eraseMark,
  type HelpPicture,
  type HelpSession,
  type ShownMark,
} from '@coldkeep/contract/areas/help-desk'
import {
  LONGEST_MARK_TEXT,
  type Mark,
  type MarkPoint,
  MOST_LINE_POINTS,
  nextNumber,
} from '@coldkeep/domain/help-desk/mark'
import { useState } from 'react'
import { useSend } from '../../api/use-call'

export type DrawnMark = Mark & Pick<ShownMark, 'id'>

/** A picture and what is drawn on it: what the service has, and what is on its way there. */
export function useDrawing(session: HelpSession, { photo, marks }: HelpPicture) {
  const [sending, setSending] = useState<readonly DrawnMark[]>([])
  const [erased, setErased] = useState<ReadonlySet<string>>(new Set())
  const forget = (id: string) => setSending((all) => all.filter((one) => one.id !== id))
  const drawing = useSend(drawMark)
  const erasing = useSend(eraseMark)
  const params = { sessionId: session.id, photoId: photo.id }
  const known = new Set(marks.map(({ id }) => id))
  const shown: readonly DrawnMark[] = [
    ...marks.filter(({ id }) => !erased.has(id)),
    ...sending.filter(({ id }) => !known.has(id)),
  ]
  return {
    shown,
    /** The newest of the reader's own that the service has. */
    own: marks.findLast(({ id, isOwn }) => isOwn && !erased.has(id)) ?? null,
    draw(mark: Mark) {
      const text = mark.kind === 'number' ? String(nextNumber(shown)) : mark.text.slice(0, LONGEST_MARK_TEXT)
      const made = { ...mark, text, points: thinned(mark.points), id: crypto.randomUUID() }
      setSending((all) => [...all, made])
      const { points, ...rest } = made
      const body = { ...rest, points: points.map(([x, y]): [number, number] => [x, y]) }
      drawing.mutate({ params, body }, { onError: () => forget(made.id) })
    },
    erase(id: string) {
      setErased((all) => new Set(all).add(id))
      const back = () => setErased((all) => new Set([...all].filter((one) => one !== id)))
      erasing.mutate({ params: { ...params, markId: id } }, { onError: back })
    },
  }
}

/** As many points as a line may have: of a longer one every second goes until it fits, its ends stay. */
export function thinned(points: readonly MarkPoint[]): readonly MarkPoint[] {
  let kept = points
  while (kept.length > MOST_LINE_POINTS)
    kept = kept.filter((_, place) => place % 2 === 0 || place === kept.length - 1)
  return kept
}
