import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const answers: ((answer: Response) => void)[] = []

beforeEach(() => {
  vi.resetModules()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  answers.length = 0
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
})
afterEach(() => vi.unstubAllGlobals())

function signInOf(name: string) {
  const payload = { user_id: '1', username: name, exp: 1, email: '', page_auth: {} }
  const user = { name, language: null, theme: null, must_change_password: false }
  return { token: `x.${btoa(JSON.stringify(payload))}.x`, user }
}

const answerOf = (status: number, content: unknown) =>
  new Response(JSON.stringify(content), { status, headers: { 'content-type': 'application/json' } })

test('a call that is refused after signing out gives no other reason for it', async () => {
  const session = await import('./session')
  session.beginSession(signInOf('ada'))
  session.endSession('signedOut')
  session.endSession('ended')
  expect(session.lastSessionEnd()).toBe('signedOut')
})

test('a session that could not be renewed has ended', async () => {
  const session = await import('./session')
  session.beginSession(signInOf('ada'))
  session.endSession('ended')
  expect(session.lastSessionEnd()).toBe('ended')
  expect(session.currentSession()).toBeNull()
})

test('a token that was renewed while its owner signed out signs no one in', async () => {
  const session = await import('./session')
  session.beginSession(signInOf('ada'))
  const renewed = session.freshToken()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  session.endSession('signedOut')
  answers[0]?.(answerOf(200, signInOf('ada')))
  expect(await renewed).toBeNull()
  expect(session.currentSession()).toBeNull()
})
