import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import * as z from 'zod/mini'
import { RowsEditor } from '../archetypes/editor/RowsEditor'
import type { Column } from '../kit/table/column'
import { DataTable } from '../kit/table/DataTable'
import { mount } from './mount'

interface Rule {
  readonly node: string
  readonly low: number | null
  readonly high: number
}

const rules: readonly Rule[] = [
  { node: 'Air', low: -30, high: -15 },
  { node: 'Food', low: null, high: -18 },
  { node: 'Evaporator', low: -40, high: 5 },
]
const limit = (short: string) => ({ title: 'Limit', short })
const ruleColumns: readonly Column<Rule>[] = [
  { key: 'node', title: 'Node', kind: 'text', value: ({ node }) => node },
  {
    key: 'low',
    title: 'Low limit',
    group: limit('Low'),
    unit: '°C',
    kind: 'number',
    value: ({ low }) => low,
  },
  {
    key: 'high',
    title: 'High limit',
    group: limit('High'),
    unit: '°C',
    kind: 'number',
    value: ({ high }) => high,
  },
]
/** More than a narrow screen has room for, and more than a card. */
const wideColumns: readonly Column<Rule>[] = [
  ...ruleColumns,
  ...Array.from(
    { length: 16 },
    (_, index): Column<Rule> => ({
      key: `more${index}`,
      title: `Further figure ${index}`,
      kind: 'number',
      value: () => index,
    }),
  ),
]

function Grouped() {
  return (
    <DataTable
      title="Rules"
      tableKey="rules"
      columns={ruleColumns}
      rows={rules}
      rowKey={({ node }) => node}
    />
  )
}

function Wide() {
  return (
    <DataTable
      title="Wide rules"
      tableKey="wide"
      columns={wideColumns}
      rows={rules}
      rowKey={({ node }) => node}
    />
  )
}

function Checked() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return (
    <DataTable
      title="Chosen rules"
      tableKey="chosen"
      columns={ruleColumns}
      rows={rules}
      rowKey={({ node }) => node}
      selection={{ of: 'several', keys, onChange: setKeys, nameOf: ({ node }) => node }}
    />
  )
}

interface Port {
  readonly id: string
}
const port = z.object({ id: z.string().check(z.minLength(1)) })
const portColumns = (): readonly Column<Port>[] => [
  { key: 'id', title: 'Port', kind: 'text', value: ({ id }) => id },
]
const portFields = () => [{ key: 'id' as const, label: 'Name', kind: 'text' as const }]

function Draft() {
  const [ports, setPorts] = useState<readonly Port[]>([{ id: 'bus1' }, { id: 'bus2' }, { id: 'bus3' }])
  return (
    <RowsEditor<Port, Port>
      title="Ports"
      tableKey="ports"
      rows={ports}
      rowKey={({ id }) => id}
      nameOf={({ id }) => id}
      columns={portColumns}
      form={{
        fields: portFields,
        blank: { id: '' },
        draftOf: (row) => row,
        rowOf: (draft) => draft,
        shape: port,
      }}
      onPut={(row, before) =>
        setPorts(before === null ? [...ports, row] : ports.map((one) => (one === before ? row : one)))
      }
      onRemove={(row) => setPorts(ports.filter((one) => one !== row))}
      staysBecause={({ id }) => (id === 'bus3' ? 'Devices hang on it.' : null)}
      consequence={({ id }) => `What ${id} polls goes with it.`}
      emptyTitle="No ports yet"
    />
  )
}

const screens: Readonly<Record<string, ComponentType>> = {
  '/': Grouped,
  '/wide': Wide,
  '/checked': Checked,
  '/draft': Draft,
}

function Screen() {
  const Part = useRouterState({ select: (state) => screens[state.location.pathname] })
  return <div style={{ padding: 16 }}>{Part && <Part />}</div>
}

await mount(Screen)
