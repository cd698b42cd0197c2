import { expect, test } from 'vitest'
import { findBreaches, printDiagram, readBoundaries } from '../tools/check-boundaries'
import { codeFiles, readProject } from './support/source-tree'

const boundaries = readBoundaries()

test('no package imports what the table of packages does not allow', () => {
  expect(findBreaches(boundaries, codeFiles())).toEqual([])
})

test.each([
  ['packages/domain/src/a.ts', "import { x } from '@coldkeep/contract/calls'"],
  ['packages/domain/src/a.ts', "import { readFileSync } from 'node:fs'"],
  ['packages/domain/src/a.ts', "import * as z from 'zod'"],
  ['packages/rfb/src/a.ts', "import { connect } from 'node:net'"],
  ['packages/terminal/src/a.ts', "import { x } from '@coldkeep/contract/areas/home'"],
  ['packages/console/src/a.ts', "import type { X } from '@coldkeep/server/app'"],
  ['packages/console/src/a.ts', "import type { X } from '../../server/src/app'"],
  ['packages/server/src/a.ts', "new Worker(new URL('../../simulator/src/main.ts', import.meta.url))"],
  ['packages/contract/src/wire/a.ts', "import { gzipSync } from 'node:zlib'"],
  ['packages/console/src/a.ts', "import { topic } from '@coldkeep/contract/mqtt/topics'"],
  ['packages/server/src/a.ts', "const x = await import('./testing/test-server')"],
])('a planted import is found: %s %s', (path, text) => {
  expect(findBreaches(boundaries, [{ path, text }])).toHaveLength(1)
})

test.each([
  ['packages/terminal/src/a.ts', "import { topic } from '@coldkeep/contract/mqtt/topics'"],
  ['packages/contract/src/mqtt/a.ts', "import { gzipSync } from 'node:zlib'"],
  ['packages/server/src/a.test.ts', "import { testServer } from './testing/test-server'"],
  ['packages/contract/src/a.ts', "import * as z from 'zod/mini'"],
  ['packages/rfb/src/a.ts', "import { deflateSync } from 'node:zlib'"],
  ['packages/server/src/a.ts', "serve(new URL('../../console/dist', import.meta.url))"],
])('an allowed import passes: %s %s', (path, text) => {
  expect(findBreaches(boundaries, [{ path, text }])).toEqual([])
})

test('the diagram of the architecture page is the one that the table prints', () => {
  expect(readProject('docs/architecture.md')).toContain(printDiagram(boundaries))
})
