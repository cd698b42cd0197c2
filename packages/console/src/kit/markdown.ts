import { Marked, type MarkedToken } from 'marked'

const reader = new Marked({ gfm: true, breaks: false })

/** The parts of a text in Markdown. Nothing of it is taken for HTML: what looks like a tag is text. */
export function markdownTokens(text: string): readonly MarkedToken[] {
  return reader.lexer(text) as MarkedToken[]
}

/** True for addresses that a text may lead to: pages of this console, web pages, letters and telephones. */
export function isSafeAddress(href: string): boolean {
  return /^\/(?!\/)/.test(href) || /^(https?:\/\/|mailto:|tel:)/i.test(href)
}
