import { expect, test } from 'vitest'
import { isOver, type Manifest, scriptSizes } from '../tools/steps/size-budgets'

const manifest: Manifest = {
  'index.html': { file: 'main.js', isEntry: true, imports: ['_react.js'], css: ['main.css'] },
  '_react.js': { file: 'react.js' },
  'src/areas/session/LoginPage.tsx': { file: 'sign-in.js', imports: ['_react.js', '_form.js'] },
  '_form.js': { file: 'form.js' },
  'src/app/Shell.tsx': { file: 'shell.js', imports: ['_react.js'], css: ['shell.css'] },
  'src/areas/home/HomePage.tsx': { file: 'home.js', imports: ['_react.js'] },
  'src/areas/analysis/ConnectionRatePage.tsx': { file: 'rate.js', src: 'ConnectionRatePage.tsx' },
  '_dates.js': { file: 'dates.js' },
}
/** Each file weighs as many bytes as its name says. */
const bytesOf: Readonly<Record<string, number>> = {
  'main.js': 1000,
  'react.js': 60_000,
  'sign-in.js': 20_000,
  'form.js': 99_001,
  'shell.js': 150_000,
  'home.js': 69_000,
  'main.css': 20_000,
  'shell.css': 10_000,
  'rate.js': 60_001,
  'dates.js': 40_000,
}

test('shared chunks weigh once, and what is over its budget is found', () => {
  const sizes = scriptSizes(manifest, (file) => bytesOf[file]!)
  expect(sizes).toEqual([
    { what: 'scripts of the sign-in page', bytes: 180_001, limitKb: 180 },
    { what: 'scripts of the shell with home', bytes: 280_000, limitKb: 280 },
    { what: 'first styles', bytes: 30_000, limitKb: 30 },
    { what: 'ConnectionRatePage.tsx', bytes: 60_001, limitKb: 60 },
    { what: 'dates.js', bytes: 40_000, limitKb: 40 },
  ])
  expect(sizes.filter(isOver).map((size) => size.what)).toEqual([
    'scripts of the sign-in page',
    'ConnectionRatePage.tsx',
  ])
})

test('a page that the build does not know is an error, not a weight of nothing', () => {
  const { 'src/app/Shell.tsx': _, ...without } = manifest
  expect(() => scriptSizes(without, () => 1)).toThrow('src/app/Shell.tsx')
})
