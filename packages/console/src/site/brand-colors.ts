/** The colours of the configuration; what is no hex colour is left at its default. */
export interface BrandColors {
  readonly nav: string
  readonly button: string
  readonly error: string
}

export const defaultColors: BrandColors = { nav: '#12263a', button: '#1b5faa', error: '#c4271b' }

export function isDefaultColor(color: string, standard: string): boolean {
  return color.trim().toLowerCase() === standard
}
