import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escaped, folded, writeCalendar } from './write-calendar'

test('texts are written as RFC 5545 shows in 3.3.11', () => {
  expect(escaped('Project XYZ Final Review\nConference Room - 3B\nCome Prepared.')).toBe(
    'Project XYZ Final Review\\nConference Room - 3B\\nCome Prepared.',
  )
  expect(escaped('a;b,c\\d\r\ne')).toBe('a\\;b\\,c\\\\d\\ne')
})

test('a long line goes on behind a blank, as in 3.1', () => {
  const line = 'DESCRIPTION:This is a long description that exists on a long line. And it goes on.'
  expect(folded(line)).toBe(
    'DESCRIPTION:This is a long description that exists on a long line. And it g\r\n oes on.',
  )
  expect(folded('x'.repeat(75))).toBe('x'.repeat(75))
  expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
})

test('no piece of a line has more than 75 octets, none cuts a character, and together they are the line', () => {
  const bytes = (text: string) => Buffer.byteLength(text)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const line = text.replace(/[\r\n]/g, '')
      const pieces = folded(line).split('\r\n')
      for (const piece of pieces) expect(bytes(piece)).toBeLessThanOrEqual(75)
      expect(pieces.map((piece, at) => (at === 0 ? piece : piece.slice(1))).join('')).toBe(line)
    }),
  )
  // three octets each, and four
  expect(folded('保'.repeat(26))).toBe(`${'保'.repeat(25)}\r\n 保`)
  expect(folded('🧊'.repeat(19))).toBe(`${'🧊'.repeat(18)}\r\n 🧊`)
})

test('a due day is an event of a whole day', () => {
  const day = {
    key: 'upkeep-7@coldkeep',
    on: localDate('2026-12-31'),
    summary: 'Clean condenser, N001',
    location: 'Alder Street',
    description: 'Switch off\nBrush',
    sequence: 2,
  }
  expect(writeCalendar([day], epochMs(Date.UTC(2026, 10, 20, 4, 0, 1, 500))).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Coldkeep//Upkeep//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:upkeep-7@coldkeep',
    'DTSTAMP:20261120T040001Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Clean condenser\\, N001',
    'LOCATION:Alder Street',
    'DESCRIPTION:Switch off\\nBrush',
    'SEQUENCE:2',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
