import { isLanguage, type Language } from '@coldkeep/phrases/translate'
import type { FastifyRequest } from 'fastify'

/** The language of a caller: the `language` header, else the best of `Accept-Language`, else English. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = request.headers.language
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen
  return acceptedLanguage(request.headers['accept-language'] ?? '')
}

/** The first language on offer in an `Accept-Language` header, by weight and then by place. */
export function acceptedLanguage(header: string): Language {
  const offers = header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';')
      const weight = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean)
      return { tag: range.trim().toLowerCase(), weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of offers) {
    const language = languageOfTag(tag)
    if (language !== null) return language
  }
  return 'en'
}

function languageOfTag(tag: string): Language | null {
  const [primary, ...rest] = tag.split('-')
  if (primary === 'en' || primary === 'ja') return primary
  if (primary !== 'zh') return null
  // Scripts and regions that write Traditional Chinese; all else is read as Simplified.
  return rest.some((part) => part === 'hant' || part === 'tw' || part === 'hk' || part === 'mo')
    ? 'zh-TW'
    : 'zh-CN'
}
