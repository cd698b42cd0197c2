import { expect, test } from 'vitest'
import { projectPaths, readProject, type SourceFile } from './support/source-tree'

/** What only means something on the machine where a line was written. */
const traces: readonly RegExp[] = [
  /(?<![\w.@-])\/(w[o]rk|t[m]p|r[o]ot|h[o]me)\/[\w.]/,
  /\.\.\/(sh[a]red|\.lib[r]ary)\b/,
  /\b(DECISI[O]NS|FIELD-L[I]NK|DOM[A]IN|SC[A]LE|ARCHIT[E]CTURE|BRI[E]F|U[X])\.md\b/,
  /\bregistry\.[a-z-]+\.(org|com|io|dev)\b/,
  /"resolved": "h[t]tp/,
  /\/\/(localhost|127\.0\.0\.1):\d+\/(npm|repository|artifactory)\b/,
]

/** Third-party texts and pictures. */
const foreign =
  /^(LICENSE|device-models\/LICENSE|packages\/simulator\/(places|weather))|\.(png|jpg|woff2|ico|csv|tsv)$/

function findTraces(file: SourceFile): string[] {
  return file.text.split('\n').flatMap((line, index) => {
    const isTrace = traces.some((trace) => trace.test(line))
    return isTrace ? [`${file.path}:${index + 1}: ${line.trim().slice(0, 160)}`] : []
  })
}

test('nothing in the project names the machine it was made on', () => {
  const files = projectPaths()
    .filter((path) => !foreign.test(path))
    .map((path) => ({ path, text: readProject(path) }))
  expect(files.flatMap(findTraces)).toEqual([])
})

test.each([
  ['a path', ['see /w', 'ork/main/x.ts'].join('')],
  ['a temporary folder', ['writes /t', 'mp/report.json'].join('')],
  ['a neighbour folder', ['see ../sh', 'ared/spec'].join('')],
  ['a page of another house', ['as DOM', 'AIN.md says'].join('')],
  ['a package registry', ['https://registry', '.npmjs.org/x'].join('')],
])('a planted trace is found: %s', (_, text) => {
  expect(findTraces({ path: 'a.md', text })).toHaveLength(1)
})
