import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { useMemo, useState } from 'react'
import { SwitchField } from '../../kit/field/SwitchField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import type { FileDraft } from './file-draft'
import { figureText, parameterName } from './parameter-words'
import type { OtherValues } from './use-other-side'

interface ComparedRow {
  readonly code: string
  readonly name: string
  readonly here: string
  readonly there: string
  readonly factory: string
  readonly isDifferent: boolean
}

export interface CompareTableProps {
  readonly parameters: readonly Parameter[]
  readonly draft: FileDraft
  readonly values: OtherValues
  /** Of what it is compared with. */
  readonly name: string
  readonly isDevice: boolean
}

/** The values of both sides, at first those that differ. */
export function CompareTable({ parameters, draft, values, name, isDevice }: CompareTableProps) {
  const t = useText()
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo((): readonly ComparedRow[] => {
    const known = new Map(parameters.map((parameter) => [parameter.code, parameter]))
    const codes = [
      ...known.keys(),
      ...[...Object.keys(draft.values), ...values.keys()].filter((code) => !known.has(code)),
    ]
    return [...new Set(codes)].flatMap((code): ComparedRow[] => {
      const parameter = known.get(code)
      const [here, there] = [draft.values[code]?.value ?? null, values.get(code)?.value ?? null]
      if (here === null && there === null) return []
      const text = (value: number | null) =>
        parameter === undefined ? String(value ?? '') : figureText(parameter, value, language)
      return [
        {
          code,
          name: parameter === undefined ? code : parameterName(parameter),
          here: text(here),
          there: text(there),
          factory: text(parameter?.factoryValue ?? null),
          // of a device everything is known: what the file leaves open is no difference
          isDifferent: isDevice ? here !== null && here !== there : here !== there,
        },
      ]
    })
  }, [values, parameters, draft.values, language, isDevice])
  const different = rows.filter((row) => row.isDifferent)
  const columns = useColumns(name)
  return (
    <DataTable
      title={t('parameters.compare.table')}
      tableKey="parameter-comparison"
      columns={columns}
      rows={isWhole ? rows : different}
      rowKey={({ code }) => code}
      pageSize={20}
      tools={
        <SwitchField
          label={t('parameters.compare.onlyDifferences')}
          checked={!isWhole}
          onChange={(only) => setWhole(!only)}
        />
      }
      empty={{ title: t(isWhole ? 'parameters.compare.nothing' : 'parameters.compare.same') }}
    />
  )
}

function useColumns(there: string): readonly Column<ComparedRow>[] {
  const t = useText()
  return useMemo(
    (): Column<ComparedRow>[] => [
      {
        key: 'name',
        title: t('parameters.parameter'),
        kind: 'text',
        value: ({ name, code }) => (name === code ? name : `${name} (${code})`),
        wraps: 'words',
      },
      { key: 'here', title: t('parameters.compare.here'), kind: 'number', value: ({ here }) => here },
      { key: 'there', title: there, kind: 'number', value: (row) => row.there },
      { key: 'factory', title: t('parameters.factory'), kind: 'number', value: ({ factory }) => factory },
      {
        key: 'different',
        title: t('parameters.devices.state'),
        kind: 'status',
        value: ({ isDifferent }) => t(isDifferent ? 'parameters.state.differs' : 'parameters.compare.equal'),
        cell: ({ isDifferent }) =>
          isDifferent ? (
            <StatusTag status="failed" icon="adjust" word={t('parameters.state.differs')} />
          ) : (
            <StatusTag status="online" word={t('parameters.compare.equal')} />
          ),
      },
    ],
    [t, there],
  )
}
