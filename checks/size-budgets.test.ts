import { expect, test } from 'vitest'
import { chartBytes, isOver, type Manifest, scriptSizes } from '../tools/steps/size-budgets'

const manifest: Manifest = {
  'index.html': {
    file: 'main.js',
    src: 'index.html',
    isEntry: true,
    imports: ['_react.js'],
    css: ['main.css'],
  },
  '_react.js': { file: 'react.js' },
  'src/areas/session/LoginPage.tsx': {
    file: 'sign-in.js',
    src: 'src/areas/session/LoginPage.tsx',
    imports: ['_react.js', '_form.js'],
  },
  '_form.js': { file: 'form.js' },
  'src/frame/Shell.tsx': {
    file: 'shell.js',
    src: 'src/frame/Shell.tsx',
    imports: ['_react.js'],
    css: ['shell.css'],
  },
  'src/areas/home/HomePage.tsx': {
    file: 'home.js',
    src: 'src/areas/home/HomePage.tsx',
    imports: ['_react.js'],
  },
  'src/areas/analysis/RatePage.tsx': {
    file: 'rate.js',
    src: 'src/areas/analysis/RatePage.tsx',
    imports: ['_react.js', '_table.js'],
  },
  '_table.js': { file: 'table.js' },
  'src/kit/field/Calendar.tsx': {
    file: 'calendar.js',
    src: 'src/kit/field/Calendar.tsx',
    imports: ['_react.js'],
  },
}
/** The budget of each file, in bytes. */
const bytesOf: Readonly<Record<string, number>> = {
  'main.js': 1000,
  'react.js': 60_000,
  'sign-in.js': 20_000,
  'form.js': 99_001,
  'shell.js': 150_000,
  'home.js': 69_000,
  'main.css': 20_000,
  'shell.css': 10_000,
  'rate.js': 30_001,
  'table.js': 30_000,
  'calendar.js': 40_000,
}
const weigh = (file: string) => bytesOf[file]!

test('shared chunks weigh once, a page weighs what it adds, and what is over its budget is found', () => {
  const sizes = scriptSizes(manifest, weigh)
  expect(sizes).toEqual([
    { what: 'sign-in, scripts', bytes: 180_001, limitKb: 180 },
    { what: 'sign-in, styles', bytes: 20_000, limitKb: 30 },
    { what: 'shell with home, scripts', bytes: 280_000, limitKb: 280 },
    { what: 'shell with home, styles', bytes: 30_000, limitKb: 30 },
    { what: 'date picker', bytes: 40_000, limitKb: 40 },
    { what: 'src/areas/analysis/RatePage.tsx', bytes: 60_001, limitKb: 60 },
  ])
  expect(sizes.filter(isOver).map((size) => size.what)).toEqual([
    'sign-in, scripts',
    'src/areas/analysis/RatePage.tsx',
  ])
})

test('a page that the build does not know is an error, not a weight of nothing', () => {
  const { 'src/frame/Shell.tsx': _, ...without } = manifest
  expect(() => scriptSizes(without, () => 1)).toThrow('src/frame/Shell.tsx')
})

test('chart code is counted by its part of each script', () => {
  const shares = {
    'home.js': { 'src/areas/home/HomePage.tsx': 300, 'src/kit/chart/Donut.tsx': 100 },
    'rate.js': { 'node_modules/uplot/dist/uPlot.esm.js': 50 },
    'shell.js': { 'src/frame/Shell.tsx': 10 },
  }
  expect(chartBytes(shares, weigh)).toBe(69_000 / 4 + 30_001)
})
