interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const GAP_PX = 6
const MARGIN_PX = 8

/**
 * The place of a tip: centred under its element, above it where there is no room, always inside the window.
 */
export function tipPlace(
  target: Box,
  tip: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
): { left: number; top: number } {
  const centred = target.left + (target.width - tip.width) / 2
  const left = Math.max(MARGIN_PX, Math.min(centred, view.width - tip.width - MARGIN_PX))
  const below = target.top + target.height + GAP_PX
  const fitsBelow = below + tip.height + MARGIN_PX <= view.height
  return { left: Math.round(left), top: Math.round(fitsBelow ? below : target.top - tip.height - GAP_PX) }
}
