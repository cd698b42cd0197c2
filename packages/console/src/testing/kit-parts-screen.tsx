import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { JobChip } from '../kit/job/JobChip'
import { type JobPart, JobProgress } from '../kit/job/JobProgress'
import { MasterDetail } from '../kit/panes/MasterDetail'
import { PhotoTiles } from '../kit/photo/PhotoTiles'
import type { Photo } from '../kit/photo/photo'
import type { Column } from '../kit/table/column'
import { DataTable } from '../kit/table/DataTable'
import { usePane } from '../parts/use-pane'
import { mount } from './mount'

interface Named {
  readonly name: string
}
const columns: readonly Column<Named>[] = [
  { key: 'name', title: 'Name', kind: 'text', value: (one) => one.name },
]
const panes = { folders: 'Folders', scripts: 'Script files', commands: 'Commands' } as const
type PaneName = keyof typeof panes
const paneNames = Object.keys(panes) as PaneName[]

function Panes() {
  const [pane, setPane] = usePane(paneNames)
  return (
    <MasterDetail
      name="scripts"
      current={pane}
      onCurrent={setPane}
      panes={paneNames.map((key, index) => ({
        key,
        title: panes[key],
        content: (
          <DataTable
            title={panes[key]}
            tableKey={key}
            columns={columns}
            rows={['one', 'two', 'three'].map((number) => ({ name: `${panes[key]} ${number}` }))}
            rowKey={(one) => one.name}
            selection={{ of: 'one', onEnter: () => setPane(paneNames[index + 1] ?? key) }}
          />
        ),
      }))}
    />
  )
}

/** Folders whose files come when a test releases them. */
function LatePanes() {
  const [pane, setPane] = usePane(['folders', 'scripts'])
  const [folder, setFolder] = useState<Named | null>(null)
  const [hasCome, setCome] = useState(false)
  const table = (key: 'folders' | 'scripts', isHere: boolean) => (
    <DataTable
      title={panes[key]}
      tableKey={`late ${key}`}
      columns={columns}
      rows={{ rows: [{ name: `${panes[key]} one` }], state: isHere ? 'ready' : 'loading' }}
      rowKey={(one) => one.name}
      selection={{ of: 'one', onChange: setFolder, onEnter: () => setPane('scripts') }}
    />
  )
  return (
    <>
      <MasterDetail
        name="late"
        current={pane}
        onCurrent={setPane}
        panes={[
          { key: 'folders', title: panes.folders, content: table('folders', true) },
          {
            key: 'scripts',
            title: panes.scripts,
            missing: folder === null ? 'Choose a folder.' : null,
            content: table('scripts', hasCome),
          },
        ]}
      />
      <button type="button" onClick={() => setCome(true)}>
        Rows arrive
      </button>
    </>
  )
}

const parts: readonly JobPart[] = [
  { key: 'waiting', label: 'Waiting', kind: 'waiting', count: 60 },
  { key: 'transferring', label: 'Transferring', kind: 'running', count: 24 },
  { key: 'installing', label: 'Installing', kind: 'running', count: 10 },
  { key: 'checking', label: 'Checking', kind: 'running', count: 6 },
  { key: 'done', label: 'Done', kind: 'done', count: 90 },
  { key: 'failed', label: 'Failed', kind: 'failed', count: 7 },
  { key: 'unreachable', label: 'Unreachable', kind: 'unreached', count: 3 },
]
const startedAtMs = Date.UTC(2026, 10, 21, 4, 0)

function Jobs() {
  const nowMs = startedAtMs + 95 * 60_000
  return (
    <div style={{ display: 'grid', gap: 24 }}>
      <JobProgress
        title="Update of 200 stores"
        state="running"
        parts={parts}
        startedAtMs={startedAtMs}
        nowMs={nowMs}
        expectedEndMs={startedAtMs + 180 * 60_000}
      />
      <JobProgress
        title="Late job"
        state="delayed"
        parts={parts.map((part) => (part.kind === 'failed' ? { ...part, count: 0 } : part))}
        startedAtMs={startedAtMs}
        nowMs={nowMs}
        reportedAtMs={nowMs - 20_000}
      />
      <JobChip title="Update of 200 stores" href="/job" percent={50} />
    </div>
  )
}

/** A picture of one colour. */
function picture(fill: string): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${fill}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}

const first: readonly Photo[] = [
  { key: 'a', src: picture('#4a6'), time: '14:24', state: { kind: 'kept' } },
  { key: 'b', src: picture('#a64'), time: '14:25', state: { kind: 'sending', percent: 40 } },
  { key: 'c', src: picture('#46a'), time: '14:26', state: { kind: 'failed' } },
  { key: 'd', src: picture('#a4a'), time: '14:27', state: { kind: 'waiting' } },
]

function Photos() {
  const [photos, setPhotos] = useState(first)
  const change = (key: string, next: Photo[]) =>
    setPhotos(photos.flatMap((photo) => (photo.key === key ? next : [photo])))
  return (
    <PhotoTiles
      label="Photos of the case"
      photos={photos}
      most={6}
      onAdd={(added) =>
        setPhotos([
          ...photos,
          ...added.map(({ file }): Photo => {
            const src = URL.createObjectURL(file)
            return { key: src, src, time: file.name, state: { kind: 'kept' } }
          }),
        ])
      }
      onRemove={(key) => change(key, [])}
      onRetry={(key) => {
        const photo = photos.find((one) => one.key === key)
        change(key, photo ? [{ ...photo, state: { kind: 'sending', percent: 0 } }] : [])
      }}
    />
  )
}

const screens: Readonly<Record<string, ComponentType>> = {
  '/panes': Panes,
  '/late': LatePanes,
  '/job': Jobs,
  '/photos': Photos,
}

function Screen() {
  const Part = useRouterState({ select: (state) => screens[state.location.pathname] })
  return <div style={{ padding: 16 }}>{Part && <Part />}</div>
}

await mount(Screen)
