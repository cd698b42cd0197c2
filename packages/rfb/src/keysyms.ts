import { RfbError } from './rfb-error'

/** One movement of a key. */
export interface KeyEvent {
  /** As the X Window System numbers keys (RFC 6143, 7.5.4; X Window System Protocol, appendix A). */
  readonly keysym: number
  readonly isDown: boolean
}

const TAB = 0xff09
const RETURN = 0xff0d
/** Keysyms of characters that have none of their own: this and the code point. */
const UNICODE = 0x01000000

const modifiers = new Map([
  ['ctrl', 0xffe3],
  ['shift', 0xffe1],
  ['alt', 0xffe9],
  ['win', 0xffeb],
])

const namedKeys = new Map([
  ['enter', RETURN],
  ['esc', 0xff1b],
  ['tab', TAB],
  ['backspace', 0xff08],
  ['delete', 0xffff],
  ['insert', 0xff63],
  ['home', 0xff50],
  ['left', 0xff51],
  ['up', 0xff52],
  ['right', 0xff53],
  ['down', 0xff54],
  ['pageup', 0xff55],
  ['pagedown', 0xff56],
  ['end', 0xff57],
  ['space', 0x20],
  ...Array.from({ length: 12 }, (_, index) => [`f${index + 1}`, 0xffbe + index] as const),
])

/** A brace that is typed, a key in braces, or any other character; a lone opening brace matches none of them. */
const PIECE = /\{\{|\{([^{}]+)\}|[^{]/gsu

/**
 * The keys of a text, each pressed and released: a line break is Return, a tabulator Tab, characters up to U+00FF are
 * their own keysym, others 0x01000000 and their code point.
 * @throws RfbError `text` for other control characters and for halves of characters
 */
export function typeText(text: string): readonly KeyEvent[] {
  return [...withLineFeeds(text)].flatMap((character) => pressed([keysymOf(character)]))
}

/**
 * The keys of a text with named keys in it: `{Enter}`, `{Esc}`, `{Tab}`, `{Backspace}`, `{Delete}`, `{Insert}`,
 * `{Home}`, `{End}`, `{PageUp}`, `{PageDown}`, `{Left}`, `{Right}`, `{Up}`, `{Down}`, `{Space}`, `{F1}` to `{F12}`; with
 * Ctrl, Shift, Alt and Win in front (`{Ctrl+c}`, `{Ctrl+Alt+Delete}`) these are held meanwhile; `{{` is a brace.
 * How names are capitalised does not matter, and a letter behind a modifier is the key, not its capital: `{Ctrl+C}` is
 * `{Ctrl+c}`.
 * @throws RfbError `text` for unknown names, a brace that is not closed, and what {@link typeText} refuses
 */
export function typeKeys(text: string): readonly KeyEvent[] {
  const lines = withLineFeeds(text)
  const events: KeyEvent[] = []
  let end = 0
  for (const match of lines.matchAll(PIECE)) {
    if (match.index !== end) break
    end += match[0].length
    if (match[1] !== undefined) events.push(...pressed(combination(match[1])))
    else events.push(...pressed([keysymOf(match[0] === '{{' ? '{' : match[0])]))
  }
  if (end !== lines.length) throw new RfbError('text', 'a brace is not closed; {{ is a brace')
  return events
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** All go down in this order, and up in the other one. */
function pressed(keysyms: readonly number[]): KeyEvent[] {
  const down = keysyms.map((keysym) => ({ keysym, isDown: true }))
  return [...down, ...down.toReversed().map(({ keysym }) => ({ keysym, isDown: false }))]
}

function combination(written: string): number[] {
  // the last plus of {Ctrl++} is the key
  const parts = written.split(/\+(?=.)/su)
  const key = parts.at(-1) ?? ''
  const held = parts.slice(0, -1).map((name) => known(modifiers, name))
  const isCharacter = [...key].length === 1
  if (isCharacter && held.length > 0) return [...held, keysymOf(key.toLowerCase())]
  return [...held, known(namedKeys, key)]
}

function known(names: ReadonlyMap<string, number>, name: string): number {
  const keysym = names.get(name.toLowerCase())
  if (keysym === undefined) throw new RfbError('text', `no key is called {${name}}`)
  return keysym
}

/** @param character one code point */
function keysymOf(character: string): number {
  if (character === '\n') return RETURN
  if (character === '\t') return TAB
  if (/\p{Cc}|\p{Cs}/u.test(character)) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    throw new RfbError('text', `U+${code} cannot be typed`)
  }
  const code = character.codePointAt(0) ?? 0
  return code <= 0xff ? code : UNICODE + code
}
