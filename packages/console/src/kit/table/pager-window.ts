/**
 * Page numbers to show, from 1; `null` stands for an ellipsis. Some each side of the current one, first and last.
 * @param around how many each side; two, or one where there is little room
 */
export function pagerWindow(current: number, pages: number, around: 1 | 2 = 2): (number | null)[] {
  const ends = 2 + 2 * around
  const from = Math.max(2, Math.min(current - around, pages - ends + 1))
  const to = Math.min(pages - 1, Math.max(current + around, ends))
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  return [
    1,
    ...(from > 3 ? [null] : from === 3 ? [2] : []),
    ...middle,
    ...(to < pages - 2 ? [null] : to === pages - 2 ? [pages - 1] : []),
    ...(pages > 1 ? [pages] : []),
  ]
}
