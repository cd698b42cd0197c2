export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** `#rgb` or `#rrggbb` as channels from 0 to 1; `null` for anything else. */
export function parseHex(text: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1)
  if (parts === undefined) return null
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16) / 255) as [number, number, number]
  return { red, green, blue }
}

/** Relative luminance of WCAG 2.2, 0 to 1. */
function luminance({ red, green, blue }: Rgb): number {
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const white: Rgb = { red: 1, green: 1, blue: 1 }
const black: Rgb = { red: 0, green: 0, blue: 0 }

/** Colours of a table head as they were sent; ink below 4.5:1 becomes black or white, whichever reads better. */
export function headColors(
  fill: string | undefined,
  ink: string | undefined,
): { fill?: string; ink?: string } {
  const ground = fill === undefined ? null : parseHex(fill)
  if (ground === null) return {}
  const required = ink === undefined ? null : parseHex(ink)
  if (required !== null && contrast(required, ground) >= 4.5) return { fill, ink }
  return { fill, ink: contrast(white, ground) >= contrast(black, ground) ? '#ffffff' : '#000000' }
}
