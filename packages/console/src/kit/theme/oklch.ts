import type { Rgb } from './contrast'

/** Lightness 0 to 1, chroma, hue in degrees. The matrices are Björn Ottosson's (2020), as CSS Color 4 has them. */
export interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

export function toOklch({ red, green, blue }: Rgb): Oklch {
  const [r, g, b] = [red, green, blue].map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: (Math.atan2(bb, a) * 180) / Math.PI,
  }
}

/** The colour on screen; chroma is given up where the screen cannot show it. */
export function toRgb(color: Oklch): Rgb {
  for (let chroma = color.chroma; chroma > 0.001; chroma *= 0.95) {
    const rgb = unclamped({ ...color, chroma })
    if ([rgb.red, rgb.green, rgb.blue].every((channel) => channel >= -0.0005 && channel <= 1.0005)) {
      return clamped(rgb)
    }
  }
  return clamped(unclamped({ ...color, chroma: 0 }))
}

export function toHex({ red, green, blue }: Rgb): string {
  const two = (channel: number) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}`
}

function unclamped({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return {
    red: gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    green: gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    blue: gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  }
}

function clamped({ red, green, blue }: Rgb): Rgb {
  const within = (channel: number) => Math.min(1, Math.max(0, channel))
  return { red: within(red), green: within(green), blue: within(blue) }
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function gamma(channel: number): number {
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055
}
