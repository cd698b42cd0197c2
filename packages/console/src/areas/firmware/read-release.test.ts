import { expect, test } from 'vitest'
import { readReleaseText } from './read-release'

// {"v":1,"type":"terminal-linux-x64","version":"1.2.0-ü","size":9} in base64url, by hand with `base64 | tr +/ -_`
const MANIFEST = 'eyJ2IjoxLCJ0eXBlIjoidGVybWluYWwtbGludXgteDY0IiwidmVyc2lvbiI6IjEuMi4wLcO8Iiwic2l6ZSI6OX0'
const signed = (p: string) => ({ k: 'current', p, sig: 'c2ln' })
const text = (manifest: string) => JSON.stringify({ keys: signed('e30'), manifest: signed(manifest) })

test('a release says for what and how large its image is', () => {
  expect(readReleaseText(text(MANIFEST))).toEqual({
    release: { keys: signed('e30'), manifest: signed(MANIFEST) },
    type: 'terminal-linux-x64',
    version: '1.2.0-ü',
    size: 9,
  })
})

test.each([
  ['no JSON', 'hello'],
  ['another document', '{"type":"terminal-linux-x64"}'],
  ['one without its manifest', JSON.stringify({ keys: signed('e30') })],
  ['a manifest that says nothing', text('e30')],
  ['a manifest that is no text', text('_')],
])('%s is no release', (_, given) => {
  expect(readReleaseText(given)).toBeNull()
})
