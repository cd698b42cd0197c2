/** What can be drawn on a picture. */
export const markKinds = ['arrow', 'ring', 'line', 'number', 'text'] as const
export type MarkKind = (typeof markKinds)[number]

/** Colours that are told apart on any picture, also by who sees red and green alike. */
export const markColors = ['red', 'yellow', 'blue', 'white'] as const
export type MarkColor = (typeof markColors)[number]

/** Across, then down, in pixels of the picture. */
export type MarkPoint = readonly [number, number]

/**
 * One thing drawn. `points`: of an arrow its tail and its tip, of a ring two opposite corners of what it surrounds, of a
 * line all that the hand went through, of a number and a text where they stand.
 */
export interface Mark {
  readonly kind: MarkKind
  readonly color: MarkColor
  readonly points: readonly MarkPoint[]
  /** Of a text its words, of a number its digits; empty otherwise. */
  readonly text: string
}

export const MOST_LINE_POINTS = 400
export const LONGEST_MARK_TEXT = 80
/** On one picture, of all people together. */
export const MOST_MARKS = 200

const POINTS: Readonly<Record<MarkKind, readonly [number, number]>> = {
  arrow: [2, 2],
  ring: [2, 2],
  line: [2, MOST_LINE_POINTS],
  number: [1, 1],
  text: [1, 1],
}

/** What is wrong with something drawn on a picture of this size; `null`: nothing. */
export function faultOfMark(
  { kind, points, text }: Mark,
  { width, height }: { readonly width: number; readonly height: number },
): 'points' | 'outside' | 'text' | null {
  const [fewest, most] = POINTS[kind]
  if (points.length < fewest || points.length > most) return 'points'
  if (points.some(([x, y]) => x < 0 || y < 0 || x > width || y > height)) return 'outside'
  const isWorded =
    kind === 'text' ? text.trim() !== '' : kind === 'number' ? /^\d{1,2}$/.test(text) : text === ''
  return isWorded && text.length <= LONGEST_MARK_TEXT ? null : 'text'
}

/** The number that comes after those on a picture, from 1. */
export function nextNumber(marks: readonly Mark[]): number {
  return 1 + Math.max(0, ...marks.filter(({ kind }) => kind === 'number').map(({ text }) => Number(text)))
}

/** Angle between the shaft of an arrow and the sides of its head. */
const HEAD_ANGLE = Math.PI / 7

/** The ends of both sides of the head of an arrow, at its tip. */
export function arrowHead(
  [tail, tip]: readonly [MarkPoint, MarkPoint],
  length: number,
): [MarkPoint, MarkPoint] {
  const angle = Math.atan2(tip[1] - tail[1], tip[0] - tail[0])
  const side = (turn: number): MarkPoint => [
    tip[0] - length * Math.cos(angle + turn),
    tip[1] - length * Math.sin(angle + turn),
  ]
  return [side(HEAD_ANGLE), side(-HEAD_ANGLE)]
}
