import { useEffect, useState } from 'react'

/** A search is sent once the typing rests. */
const REST_MS = 300

interface Choice {
  readonly value: string | number
  readonly label: string
}

/**
 * What is typed into a choice that the service searches, once the typing rests. A field shows its choice in the same
 * place: the words of a choice are not searched for, or nothing else could be chosen.
 */
export function useChoiceSearch() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    search,
    onSearchIn: (choices: readonly Choice[]) => (text: string) => {
      setTyped(choices.some(({ label }) => label === text) ? '' : text.trim().slice(0, 80))
    },
  }
}

/** The choices of a page, and the chosen one where it is on another. */
export function withChosen<One extends Choice>(
  choices: readonly One[],
  value: string | number | null,
): readonly (One | Choice)[] {
  if (value === null || value === '' || choices.some((choice) => choice.value === value)) return choices
  return [...choices, { value, label: String(value) }]
}
