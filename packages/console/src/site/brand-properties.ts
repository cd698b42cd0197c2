import { contrast, parseHex, type Rgb } from '../kit/theme/contrast'
import { type Oklch, toHex, toOklch, toRgb } from '../kit/theme/oklch'
import { type BrandColors, defaultColors, isDefaultColor } from './brand-colors'

const TEXT_CONTRAST = 4.5
const STEP = 0.01
const white = hex('#ffffff')
const ink = hex('#17202b')
const lightGrounds = [white, hex('#f2f4f7')]
const darkGrounds = [hex('#171d24'), hex('#1c232b')]

/** Custom properties for the colours of a configuration. Alarm and chart colours are never among them. */
export function brandProperties(colors: BrandColors): Record<string, string> {
  return {
    ...navProperties(colors.nav),
    ...buttonProperties(colors.button),
    ...errorProperties(colors.error),
  }
}

function navProperties(color: string): Record<string, string> {
  const chosen = ownColor(color, defaultColors.nav)
  if (chosen === null) return {}
  const fill = fillFor(chosen)
  const { hue, chroma } = toOklch(fill.fill)
  return {
    '--nav-light': toHex(fill.fill),
    '--on-nav': toHex(fill.text),
    // In the dark a light bar would outshine the page; hue is what is kept of it.
    '--nav-dark':
      fill.text === white
        ? toHex(toRgb({ lightness: 0.17, chroma: Math.min(chroma, 0.03), hue }))
        : toHex(fill.fill),
  }
}

function buttonProperties(color: string): Record<string, string> {
  const chosen = ownColor(color, defaultColors.button)
  if (chosen === null) return {}
  const { fill, text } = fillFor(chosen)
  const { lightness, chroma, hue } = toOklch(fill)
  const lightTint = toRgb({ lightness: 0.953, chroma: Math.min(chroma, 0.018), hue })
  const darkTint = toRgb({ lightness: 0.272, chroma: Math.min(chroma, 0.045), hue })
  return {
    '--brand': toHex(fill),
    '--on-brand': toHex(text),
    '--brand-hover': toHex(toRgb({ lightness: lightness + (text === white ? -0.05 : 0.05), chroma, hue })),
    '--brand-ink-light': toHex(inkFor(chosen, [...lightGrounds, lightTint], -STEP)),
    '--brand-ink-dark': toHex(inkFor(chosen, [...darkGrounds, darkTint], STEP)),
    '--brand-tint-light': toHex(lightTint),
    '--brand-tint-dark': toHex(darkTint),
  }
}

function errorProperties(color: string): Record<string, string> {
  const chosen = ownColor(color, defaultColors.error)
  if (chosen === null) return {}
  const { fill, text } = fillFor(chosen)
  return {
    '--danger-light': toHex(inkFor(chosen, lightGrounds, -STEP)),
    '--danger-dark': toHex(inkFor(chosen, darkGrounds, STEP)),
    '--danger-fill': toHex(fill),
    '--on-danger': toHex(text),
  }
}

/** White or dark text, whichever reads better; a fill on which neither does is darkened until white does. */
function fillFor(color: Rgb): { fill: Rgb; text: Rgb } {
  let fill = color
  for (
    let shade = toOklch(color);
    shade.lightness > 0;
    shade = { ...shade, lightness: shade.lightness - STEP }
  ) {
    const text = contrast(white, fill) >= contrast(ink, fill) ? white : ink
    if (contrast(text, fill) >= TEXT_CONTRAST) return { fill, text }
    fill = toRgb({ ...shade, lightness: shade.lightness - STEP })
  }
  return { fill, text: white }
}

/** The colour made darker or lighter until it reads on every ground. */
function inkFor(color: Rgb, grounds: readonly Rgb[], step: number): Rgb {
  const reads = (candidate: Rgb) => grounds.every((ground) => contrast(candidate, ground) >= TEXT_CONTRAST)
  let shade: Oklch = toOklch(color)
  let candidate = color
  while (!reads(candidate)) {
    const lightness = shade.lightness + step
    if (lightness <= 0 || lightness >= 1) break
    shade = { ...shade, lightness }
    candidate = toRgb(shade)
  }
  return candidate
}

/** `null` where the default of the style file is to stay. */
function ownColor(color: string, standard: string): Rgb | null {
  return isDefaultColor(color, standard) ? null : parseHex(color)
}

function hex(text: string): Rgb {
  const color = parseHex(text)
  if (color === null) throw new Error(`${text} is no colour`)
  return color
}
