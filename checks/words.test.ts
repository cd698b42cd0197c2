import { expect, test } from 'vitest'
import { codeFiles, isTestCode, readProject, type SourceFile, withoutTexts } from './support/source-tree'

/** Words that have no place in a name, each with what the glossary has instead. */
const replacements = JSON.parse(readProject('checks/words.json')) as Readonly<Record<string, string>>

/**
 * Names, by file, that stay as they were first written: terminals in the field speak them, rows hold them, or they are
 * part of the key of a phrase.
 */
const storedWords = JSON.parse(readProject('checks/stored-words.json')) as Readonly<
  Record<string, readonly string[]>
>

/** Keys of phrases and names in migrations are stored words; texts are read by people and not by this check. */
const isNamedByUs = ({ path }: SourceFile) =>
  path.startsWith('packages/') && !/^packages\/(phrases|server\/migrations)\//.test(path) && !isTestCode(path)

function wordsOf(name: string): string[] {
  return name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
}

function breaches(file: SourceFile): string[] {
  const names = new Set(withoutTexts(file.text).match(/[A-Za-z_$][\w$]*/g) ?? [])
  const stored = storedWords[file.path] ?? []
  const own = [...names].filter((name) => !stored.includes(name))
  return own.flatMap((name) =>
    wordsOf(name)
      .filter((word) => Object.hasOwn(replacements, word))
      .map((word) => `${file.path}: ${name} (${word}: ${replacements[word]})`),
  )
}

test('names use the words of the glossary', () => {
  expect(codeFiles().filter(isNamedByUs).flatMap(breaches)).toEqual([])
})

test('each stored word is still a name in its file', () => {
  const files = new Map(codeFiles().map(({ path, text }) => [path, withoutTexts(text)]))
  const gone = Object.entries(storedWords).filter(
    ([path, names]) => !names.every((name) => new RegExp(`\\b${name}\\b`).test(files.get(path) ?? '')),
  )
  expect(gone).toEqual([])
})

test('a planted word is found, in camel case, in snake case and as a type', () => {
  const path = 'packages/server/src/a.ts'
  expect(breaches({ path, text: 'function judgeAnew() {}' })).toHaveLength(1)
  expect(breaches({ path, text: 'const is_noted = true' })).toHaveLength(1)
  expect(breaches({ path, text: 'interface SentLately {}' })).toHaveLength(1)
})

test('comments, texts and longer words pass', () => {
  const path = 'packages/server/src/a.ts'
  expect(breaches({ path, text: "// anew\nconst annotated = 'nobody'" })).toEqual([])
})
