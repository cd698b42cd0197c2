import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withSecretFiles } from './secret-files'

const folder = mkdtempSync(join(tmpdir(), 'coldkeep-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a secret can lie in a file, whose last line end does not count', () => {
  const path = file('database', 'postgres://keeper:hush@db/coldkeep\n')
  expect(withSecretFiles({ PORT: '0', DATABASE_URL_FILE: path })).toMatchObject({
    ok: true,
    value: { PORT: '0', DATABASE_URL: 'postgres://keeper:hush@db/coldkeep' },
  })
})

test.each<[string, Record<string, string>, string]>([
  ['a file that is not there', { COLDKEEP_LINE_TOKEN_FILE: '/nowhere/token' }, 'COLDKEEP_LINE_TOKEN_FILE'],
  ['an empty file', { MQTT_URL_FILE: file('empty', '\n') }, 'MQTT_URL_FILE'],
  [
    'variable and file at once',
    { COLDKEEP_ADMIN_PASSWORD: 'hush hush hush', COLDKEEP_ADMIN_PASSWORD_FILE: file('both', 'hush') },
    'COLDKEEP_ADMIN_PASSWORD_FILE',
  ],
])('%s is refused by its name, without the secret', (_, variables, variable) => {
  const read = withSecretFiles(variables)
  expect(read).toMatchObject({ ok: false, problem: { variable } })
  expect(JSON.stringify(read)).not.toContain('hush')
})
