import type { HelpQuestion } from '@coldkeep/contract/areas/help'
import { searchedText } from '@coldkeep/domain/help/help-text'

/** Questions of all categories in which every word of a search stands, in title or content, with their category. */
export function questionsWith(
  categories: Readonly<Record<string, { readonly title: string; readonly entries: readonly HelpQuestion[] }>>,
  search: string,
): { readonly category: string; readonly question: HelpQuestion }[] {
  const words = searchedText(search).split(' ')
  return Object.values(categories).flatMap(({ title, entries }) =>
    entries
      .filter((question) => {
        const text = searchedText(`${question.title} ${question.content}`)
        return words.every((word) => text.includes(word))
      })
      .map((question) => ({ category: title, question })),
  )
}

/** A text in pieces, those marked in which a word of the search stands. */
export function markedPieces(
  text: string,
  search: string,
): { readonly text: string; readonly isHit: boolean }[] {
  const words = searchedText(search)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return [{ text, isHit: false }]
  return text
    .split(new RegExp(`(${words.join('|')})`, 'iu'))
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
