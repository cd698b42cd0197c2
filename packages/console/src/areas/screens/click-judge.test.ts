import { expect, test } from 'vitest'
import { type After, judgeClicks } from './click-judge'

/** A clock that only a test turns. */
function turnedClock() {
  let nowMs = 0
  const due = new Set<{ readonly atMs: number; readonly act: () => void }>()
  const after: After = (ms, act) => {
    const one = { atMs: nowMs + ms, act }
    due.add(one)
    return () => due.delete(one)
  }
  const turn = (ms: number) => {
    nowMs += ms
    for (const one of [...due].filter(({ atMs }) => atMs <= nowMs)) {
      due.delete(one)
      one.act()
    }
  }
  return { after, turn }
}

function judged() {
  const clock = turnedClock()
  const sent: string[] = []
  const judge = judgeClicks(clock.after, ({ x, y }, clicks) => sent.push(`${clicks} at ${x},${y}`))
  return { ...judge, turn: clock.turn, sent }
}

test('a click is sent once no second one can follow', () => {
  const { click, turn, sent } = judged()
  click({ x: 5, y: 6 })
  turn(249)
  expect(sent).toEqual([])
  turn(1)
  expect(sent).toEqual(['1 at 5,6'])
})

test('a second one in time makes a double click at the place of the first, and nothing follows', () => {
  const { click, turn, sent } = judged()
  click({ x: 5, y: 6 })
  turn(249)
  click({ x: 7, y: 8 })
  expect(sent).toEqual(['2 at 5,6'])
  turn(1_000)
  expect(sent).toEqual(['2 at 5,6'])
})

test('a second one too late is a click of its own, and a third begins again', () => {
  const { click, turn, sent } = judged()
  click({ x: 1, y: 1 })
  turn(250)
  click({ x: 2, y: 2 })
  click({ x: 2, y: 2 })
  click({ x: 3, y: 3 })
  turn(250)
  expect(sent).toEqual(['1 at 1,1', '2 at 2,2', '1 at 3,3'])
})

test('what is forgotten is never sent', () => {
  const { click, forget, turn, sent } = judged()
  click({ x: 1, y: 1 })
  forget()
  turn(1_000)
  expect(sent).toEqual([])
})
