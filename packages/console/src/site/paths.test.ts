import { expect, test } from 'vitest'
import { nextAfterLogin, paths } from './paths'

test('the sign-in page remembers the whole address, filters too', () => {
  const here = '/AlarmRecord?dep=1.4&days=7'
  expect(nextAfterLogin(new URL(paths.signIn(here), 'http://x').search)).toBe(here)
})

test('home needs no memory', () => {
  expect(paths.signIn('/home')).toBe('/login')
  expect(nextAfterLogin('')).toBe('/home')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
])('signing in never leads to %s', (next) => {
  expect(nextAfterLogin(`?next=${encodeURIComponent(next)}`)).toBe('/home')
})

test('empty parameters are left out of an address', () => {
  expect(paths.withSearch('/x', { a: '1', b: undefined, c: '' })).toBe('/x?a=1')
  expect(paths.withSearch('/x', {})).toBe('/x')
})
