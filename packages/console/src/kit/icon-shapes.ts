import type { IconAlertCircle } from '@tabler/icons-react'

export type IconShape = typeof IconAlertCircle

const known = new Map<string, IconShape>()

/** Makes further drawings known. */
export function addIcons(more: Readonly<Record<string, IconShape>>): void {
  for (const [name, shape] of Object.entries(more)) known.set(name, shape)
}

export function shapeOf(name: string): IconShape | undefined {
  return known.get(name)
}
