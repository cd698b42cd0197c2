/** Page numbers to show, from 1; `null` stands for an ellipsis. Two each side of the current one, first and last. */
export function pagerWindow(current: number, pages: number): (number | null)[] {
  const from = Math.max(2, Math.min(current - 2, pages - 5))
  const to = Math.min(pages - 1, Math.max(current + 2, 6))
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  return [
    1,
    ...(from > 3 ? [null] : from === 3 ? [2] : []),
    ...middle,
    ...(to < pages - 2 ? [null] : to === pages - 2 ? [pages - 1] : []),
    ...(pages > 1 ? [pages] : []),
  ]
}
