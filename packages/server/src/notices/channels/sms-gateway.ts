import { readFileSync } from 'node:fs'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { isInside } from './safe-address'

/** How messages are handed to an SMS provider: one HTTP request each. */
export interface SmsGateway {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What a successful answer contains; `null`: any of 200 to 299 is success. */
  readonly success: RegExp | null
}

const file = z.strictObject({
  url: z.string(),
  method: z._default(z.enum(['GET', 'POST', 'PUT']), 'POST'),
  headers: z._default(z.record(z.string(), z.string()), {}),
  body: z._default(z.string(), ''),
  success: z.optional(z.string()),
})

type Values = Readonly<Record<'to' | 'digits' | 'text' | 'key', string>>
const PLACES = /\{(to|digits|text|key)\}/g

/** How a value is escaped, by the type of what it is inserted into. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  'application/json': (text) => JSON.stringify(text).slice(1, -1),
  'application/x-www-form-urlencoded': encodeURIComponent,
  'application/xml': inXml,
  'text/xml': inXml,
  'text/plain': (text) => text,
}

/** Reads the file that the environment names. The problem names the field, never its content. */
export function readSmsGateway(path: string): Result<SmsGateway, string> {
  try {
    return parseSmsGateway(readFileSync(path, 'utf8'))
  } catch (error) {
    return fail(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}

export function parseSmsGateway(text: string): Result<SmsGateway, string> {
  const parsed = file.safeParse(jsonOf(text))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    return fail(field === '' ? 'expected an object with url, method, headers, body, success' : wrong(field))
  }
  const { url, method, headers, body, success } = parsed.data
  if (!isGatewayAddress(url)) return fail('url: https, or http to an address of the own network')
  if (!isHeaders(headers)) return fail(wrong('headers'))
  const places = new Set(Array.from(`${url} ${body}`.matchAll(PLACES), ([, name]) => name))
  if (!places.has('text')) return fail('neither url nor body has a place {text}')
  if (!places.has('to') && !places.has('digits'))
    return fail('neither url nor body has a place {to} or {digits}')
  if (method === 'GET' && body !== '') return fail('body: a GET has none')
  if (body !== '' && escapes[typeOf(headers)] === undefined)
    return fail(`headers: content-type is one of ${Object.keys(escapes).join(', ')}`)
  const pattern = success === undefined ? ok(null) : parsePattern(success)
  return pattern.ok ? ok({ url, method, headers, body, success: pattern.value }) : pattern
}

/** The request for one message; values are escaped for their place. */
export function fillGateway({ url, method, headers, body }: SmsGateway, values: Values) {
  const inBody = escapes[typeOf(headers)] ?? encodeURIComponent
  const fill = (text: string, write: (value: string) => string) =>
    text.replace(PLACES, (_, name: keyof Values) => write(values[name]))
  return {
    url: fill(url, encodeURIComponent),
    method,
    headers,
    body: body === '' ? null : fill(body, inBody),
  }
}

function typeOf(headers: Readonly<Record<string, string>>): string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function isGatewayAddress(text: string): boolean {
  const sample = text.replace(PLACES, '0')
  if (!URL.canParse(sample)) return false
  const { protocol, hostname, username, password, hash } = new URL(sample)
  if (username !== '' || password !== '' || hash !== '') return false
  if (new URL(text.replace(PLACES, '1')).hostname !== hostname) return false
  const host = hostname.replace(/^\[|\]$/g, '')
  const isOwn = host === 'localhost' || (/^[\d.]+$|:/.test(host) && isInside(host))
  return protocol === 'https:' || (protocol === 'http:' && isOwn)
}

function isHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}

function parsePattern(text: string): Result<RegExp, string> {
  try {
    return ok(new RegExp(text, 'u'))
  } catch {
    return fail('success: no regular expression')
  }
}

function inXml(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function wrong(field: string): string {
  return `the field ${field} is wrong`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
