/** A colour that may name custom properties, as the browser computes it here: a canvas does not know them. */
export function resolveColor(element: HTMLElement, value: string): string {
  const probe = document.createElement('span')
  probe.style.color = value
  element.append(probe)
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}
