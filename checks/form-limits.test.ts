import { expect, test } from 'vitest'
import { filesMatching, readProject, type SourceFile } from './support/source-tree'

const screens = filesMatching(/^packages\/console\/src\/(archetypes|areas|frame|parts)\/.*\.tsx?$/).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path),
)
const inConsole = (path: string) => path.replace('packages/console/src/', '')

/** A length or range that was typed: `maxLength={80}`, `min: 0`. Those of a scale for screen readers are none. */
const typedLimit = /(?<!aria-value)\b(?:maxLength|minLength|min|max|step)(?:=\{?["']?|: )-?\d[\d_.]*/g
const typedLimits = (files: readonly SourceFile[]) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(typedLimit)].map(([found]) => `${inConsole(path)}: ${found}`),
  )

/** Each with its reason. */
const allowedLimits: Readonly<Record<string, string>> = {
  'areas/store-settings/ServiceStep.tsx: min={0':
    'gives phones a keyboard of figures; 0 itself is refused by the call',
  'areas/notices/StepTable.tsx: step: 1': 'the first step of an escalation',
}

test('lengths and ranges of fields come from the calls', () => {
  const planted = { path: 'a.tsx', text: '<TextField maxLength={80} />; const look = { min: 0 }' }
  expect(typedLimits([planted])).toEqual(['a.tsx: maxLength={80', 'a.tsx: min: 0'])
  expect(typedLimits([{ path: 'a.tsx', text: '<i aria-valuemax={100} />' }])).toEqual([])
  expect(typedLimits(screens).toSorted()).toEqual(Object.keys(allowedLimits).toSorted())
})

const hooks = /\b(useForm|useCallForm|useSendForm|useEditorForm|useActForm|useTrial)\b/
const ownForm = /<(form|Form|FormModal|EditorFormModal)\b/

/** Forms that are judged in another way, each with its reason. */
const otherForms: Readonly<Record<string, string>> = {
  'archetypes/analysis/FilterPanel.tsx': 'its parts are those of useAnalysisFilter',
  'archetypes/editor/PasteDialog.tsx': 'one text, judged line by line with the rules of the editor',
  'archetypes/steps/StepPanel.tsx': 'is given what is missing by its steps',
  'areas/alarms/AlarmsPage.tsx': 'filters that hold at once; nothing is required',
  'areas/day-sheet/PlaceStep.tsx':
    'one value on a keypad, held against what a hand probe can show; it is sent later',
  'areas/downloads/InsuredForm.tsx': 'its values are kept in the address',
  'areas/downloads/ReportScope.tsx': 'its values are kept in the address; the order is sent next to it',
  'areas/fridge-lists/MergeDialog.tsx': 'one choice, of which the service shows what it would change',
  'areas/instructions/BenchForm.tsx': 'is given its form by the benches',
  'areas/parameters/FileEditor.tsx': 'a table of values, judged as the service judges a file',
  'areas/parameters/FridgeFilter.tsx': 'chooses what is listed; nothing is required',
  'areas/rights/WhyPanel.tsx': 'filters that hold at once; nothing is required',
  'areas/screens/SessionList.tsx': 'filters that hold at once; nothing is required',
  'areas/screens/TypeBox.tsx': 'one text that is typed as it is, with blanks at its ends, and kept nowhere',
  'areas/scripts/StoreNumbersDialog.tsx': 'one text, held against the stores that there are',
  'areas/settings/ImportRulesDialog.tsx': 'a file, judged by the service',
  'areas/settings/PlaceForm.tsx': 'chooses what is read; nothing is sent',
  'areas/settings/PlaceRuleForm.tsx': 'is given its form by the rules of a place',
  'areas/terminals/PutConfigurationDialog.tsx': 'a document, judged by the service',
  'areas/terminals/TerminalList.tsx': 'filters that hold at once; nothing is required',
  'areas/upkeep/UpkeepFilter.tsx': 'chooses what is listed; nothing is sent',
  'areas/writes/RemoteOperationPage.tsx': 'filters that hold at once; nothing is required',
  'parts/PlaceFilter.tsx': 'filters that hold at once; nothing is required',
}

test('a form is judged by the one mechanism', () => {
  const without = screens.filter(({ text }) => ownForm.test(text) && !hooks.test(text))
  expect(without.map(({ path }) => inConsole(path)).toSorted()).toEqual(Object.keys(otherForms).toSorted())
})

test('what judges a form by hand is held against its call', () => {
  const tested = readProject('packages/console/src/areas/every-form.test.ts')
  const rules = screens.flatMap(({ text }) =>
    [...text.matchAll(/export function (\w+Rules)\([^{]*?\): CallRules</g)].flatMap(([, name]) => name ?? []),
  )
  expect(rules.length).toBeGreaterThan(20)
  // once in its import, once as a form
  const isTested = (name: string) => [...tested.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1
  expect(rules.filter((name) => !isTested(name))).toEqual([])
  const inPlace = /use(Send|Call)Form(<[^(]*>)?\(\{\s*call\b/
  expect(inPlace.test('const form = useSendForm({\n call: addApiKey,')).toBe(true)
  expect(screens.filter(({ text }) => inPlace.test(text)).map(({ path }) => path)).toEqual([])
})
