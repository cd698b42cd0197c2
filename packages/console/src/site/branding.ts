import { type BrandColors, defaultColors, isDefaultColor } from './brand-colors'

/** Puts the colours of a configuration on. The style file has the default ones: what works others out comes only for them. */
export async function applyBranding(colors: BrandColors, to: HTMLElement): Promise<void> {
  const names = ['nav', 'button', 'error'] as const
  if (names.every((name) => isDefaultColor(colors[name], defaultColors[name]))) return
  const { brandProperties } = await import('./brand-properties')
  for (const [name, value] of Object.entries(brandProperties(colors))) to.style.setProperty(name, value)
}
