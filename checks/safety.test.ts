import { expect, test } from 'vitest'
import { filesMatching, type SourceFile } from './support/source-tree'

const served = filesMatching(
  /^packages\/(server|console|contract|domain|phrases|rfb)\/src\/.*\.tsx?$/,
).filter(({ path }) => !/\/testing\/|\.test\.tsx?$/.test(path))
const having = (files: readonly SourceFile[], pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test.each([
  ['starts another program', /node:child_process/, "import { exec } from 'node:child_process'"],
  ['makes code of text', /\beval\(|new Function\(/, 'eval(text)'],
  [
    'draws text as HTML',
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/,
    'a.innerHTML = text',
  ],
  ['takes messages of other windows', /\.postMessage\(\s*[^,]+,\s*'\*'/, "w.postMessage(a, '*')"],
  ['lets another site in', /access-control-allow/i, "'Access-Control-Allow-Origin'"],
])('nothing that is served %s', (_, pattern, example) => {
  expect(having(served, pattern)).toEqual([])
  expect(having([{ path: 'a.ts', text: example }], pattern)).toEqual(['a.ts'])
})

test('a call that reads changes nothing: no GET has a body', async () => {
  const { calls } = await import('@coldkeep/contract/calls')
  const { nothing } = await import('@coldkeep/contract/call')
  const wrong = Object.entries(calls).filter(([, call]) => call.method === 'GET' && call.body !== nothing)
  expect(wrong.map(([name]) => name)).toEqual([])
})
