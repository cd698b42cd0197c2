import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { offlineFiles } from '../../tools/offline-files.ts'
import { packedCopies } from '../../tools/packed-copies.ts'

const service = 'http://127.0.0.1:8080'
const served = [
  '/api',
  '/config.json',
  '/manifest.webmanifest',
  '^/lang-[\\w-]+\\.json$',
  '/healthz',
  '/readyz',
  '/openapi.json',
]

/** Notes how much of each file comes from which module; the size budgets add up the chart code from it. */
function moduleShares(): Plugin {
  return {
    name: 'module-shares',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const shares = Object.fromEntries(
        chunks.map((chunk) => [
          chunk.fileName,
          Object.fromEntries(
            Object.entries(chunk.modules).map(([id, module]) => [id, module.code?.length ?? 0]),
          ),
        ]),
      )
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(shares) })
    },
  }
}

const GROUND =
  /src\/(api\/(call-problem|caller|send|transport)|kit\/(announce|store|theme\/contrast)|site\/(brand-colors|branding|config|failures|keep-preference|language|pages|paths|session))\.tsx?$/

/** What every form has. */
const FORM = /src\/kit\/form\/(Form|after-press|form-field|submit-keys|use-form|use-shown-faults)\.tsx?$/

/** What the table of writes shares with their bench: else the bench brings the whole table along. */
const WRITE_CHECKS = { name: 'check-write-row', test: /domain\/src\/polling\/check-write-row\.ts$/ }

/** What the parts of the daily sheet share; its calls, with what waits on a device. */
const DAY_SHEET_CALLS = {
  name: 'day-sheet-calls',
  includeDependenciesRecursively: false,
  test: /(contract\/src\/areas\/(day-sheets|hand-checks)|domain\/src\/day-sheet\/)/,
}
const DAY_SHEET = {
  name: 'day-sheet',
  includeDependenciesRecursively: false,
  test: /areas\/day-sheet\/(kept-round|sheet-text|WaitingChecks|day-sheet\.module\.css)/,
}

/** What the tables of upkeep and repair share with windows that are opened from them: else a window brings its table along. */
const UPKEEP = {
  name: 'upkeep',
  includeDependenciesRecursively: false,
  test: /(contract\/src\/(areas\/upkeep-|wire\/storable-text)|domain\/src\/upkeep\/|areas\/upkeep\/upkeep\.module\.css)/,
}
const REPAIR = {
  name: 'repair',
  includeDependenciesRecursively: false,
  test: /(contract\/src\/areas\/repair\.ts|domain\/src\/repair\/|areas\/repair\/(repair\.module\.css|ProgressTag|kept-renewal|renew-form|report-form))/,
}

/** What the steps of a new update job share with its page. */
const TARGETS = {
  name: 'target-draft',
  includeDependenciesRecursively: false,
  test: /areas\/firmware\/target-draft\.ts$/,
}
/** What windows of terminals share with their page. */
const COMMANDS = {
  name: 'command-words',
  includeDependenciesRecursively: false,
  test: /areas\/terminals\/command-words\.ts$/,
}
/** What the list of breaches shares with its windows, and with the page that it is reached from. */
const CORRECTIONS = {
  name: 'corrections',
  includeDependenciesRecursively: false,
  test: /(contract\/src\/areas\/corrections\.ts|domain\/src\/corrections\/|areas\/corrections\/(corrections\.module\.css|CorrectionFacts|correction-choice))/,
}

/** What the record of a session on a screen shares with the list that it is reached from. */
const SESSIONS = {
  name: 'session-words',
  includeDependenciesRecursively: false,
  test: /areas\/screens\/(session-words|clock-length|recording)\.ts$/,
}

export default defineConfig({
  plugins: [react(), moduleShares(), packedCopies(), offlineFiles()],
  build: {
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // what every page needs comes in one file: a dozen of a few hundred bytes each pack worse
      output: {
        codeSplitting: {
          groups: [
            { name: 'ground', test: GROUND },
            { name: 'form', test: FORM },
            WRITE_CHECKS,
            DAY_SHEET_CALLS,
            DAY_SHEET,
            UPKEEP,
            REPAIR,
            TARGETS,
            COMMANDS,
            CORRECTIONS,
            SESSIONS,
            // its page is named by another one
            { name: 'corrections-tab', test: /areas\/corrections\/corrections-tab\.ts$/ },
          ],
        },
      },
    },
  },
  // the viewer of screens, which is built apart
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(served.map((path) => [path, service])),
  },
})
