import type { HelpQuestion } from '@coldkeep/contract/areas/help'
import { expect, test } from 'vitest'
import { markedPieces, questionsWith } from './help-search'

const question = (key: string, title: string, content: string): HelpQuestion => ({
  key,
  title,
  content,
  language: 'en',
  isShown: true,
  isHelpful: null,
  verdicts: null,
})
const categories = {
  alarms: { title: 'Alarms', entries: [question('a', 'Why is it red?', 'The case is too warm.')] },
  work: { title: 'Work', entries: [question('b', 'Who repairs the case?', 'The firm.')] },
}
const found = (search: string) =>
  questionsWith(categories, search).map((one) => [one.category, one.question.key])

test('questions of all categories are found by title or content, whatever the case', () => {
  expect(found('CASE')).toEqual([
    ['Alarms', 'a'],
    ['Work', 'b'],
  ])
  expect(found('case warm')).toEqual([['Alarms', 'a']])
  expect(found('case cold')).toEqual([])
})

test('hits are marked as they are written', () => {
  expect(markedPieces('The Case of the case?', 'case')).toEqual([
    { text: 'The ', isHit: false },
    { text: 'Case', isHit: true },
    { text: ' of the ', isHit: false },
    { text: 'case', isHit: true },
    { text: '?', isHit: false },
  ])
  expect(markedPieces('50% (a.b)', '(a.b')).toEqual([
    { text: '50% ', isHit: false },
    { text: '(a.b', isHit: true },
    { text: ')', isHit: false },
  ])
  expect(markedPieces('為什麼告警還在', '告警')[1]).toEqual({ text: '告警', isHit: true })
})
