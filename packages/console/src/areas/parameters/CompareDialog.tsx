import type { DeviceId, ParameterProfileId } from '@coldkeep/domain/ids'
import { useMemo, useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { SelectField } from '../../kit/field/SelectField'
import { SwitchField } from '../../kit/field/SwitchField'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type DraftValue, type FileDetail, type FileDraft, takenValues } from './file-draft'
import { figureText, parameterName } from './parameter-words'
import styles from './parameters.module.css'
import { useOtherSide } from './use-other-side'

/** What a file is compared with; `null`: it is still to be chosen. */
export type OtherSide =
  | { readonly kind: 'version'; readonly id: number | null }
  | { readonly kind: 'file'; readonly id: ParameterProfileId | null }
  | { readonly kind: 'device'; readonly id: DeviceId | null }

const kinds = ['version', 'file', 'device'] as const

export interface CompareDialogProps {
  readonly detail: FileDetail
  readonly draft: FileDraft
  readonly first: OtherSide
  /** Why no values can be taken over. */
  readonly notTaken: string | null
  readonly onTake: (values: ReadonlyMap<string, DraftValue>) => void
  readonly onClose: () => void
}

interface ComparedRow {
  readonly code: string
  readonly name: string
  readonly here: string
  readonly there: string
  readonly factory: string
  readonly isDifferent: boolean
}

/** A file next to one of its versions, another file, or what a device is set to; values can be taken over from there. */
export function CompareDialog(props: CompareDialogProps) {
  const { detail, draft, first, notTaken, onTake, onClose } = props
  const t = useText()
  const language = useLanguage()
  const [side, setSide] = useState(first)
  const [isWhole, setWhole] = useState(false)
  const other = useOtherSide(detail, side)
  const { parameters } = detail
  const rows = useMemo((): readonly ComparedRow[] => {
    const { values } = other
    if (values === null) return []
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
          isDifferent: side.kind === 'device' ? here !== null && here !== there : here !== there,
        },
      ]
    })
  }, [other, parameters, draft.values, language, side.kind])
  const different = rows.filter((row) => row.isDifferent)
  const taken = useMemo(
    () => takenValues(draft, detail, other.values ?? new Map()),
    [draft, detail, other.values],
  )
  const columns = useColumns(other.name)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('parameters.compare.title', { name: draft.name })}
      widthPx={1200}
      place="top"
      footer={
        <>
          <Button onClick={onClose}>{t('shell.words.close')}</Button>
          <Button
            variant="primary"
            disabledReason={notTaken ?? (taken.size === 0 ? t('parameters.compare.nothingToTake') : null)}
            onClick={() => onTake(taken)}
          >
            {t(side.kind === 'device' ? 'parameters.compare.takeDevice' : 'parameters.compare.take')}
          </Button>
        </>
      }
    >
      <div className={frame.stack}>
        <div className={styles.pair}>
          <SelectField
            label={t('parameters.compare.with')}
            value={side.kind}
            choices={kinds.map((kind) => ({ value: kind, label: t(`parameters.compare.kind.${kind}`) }))}
            onChange={(next) => setSide({ kind: kinds.find((one) => one === next) ?? 'version', id: null })}
          />
          <SelectField
            label={t(`parameters.compare.kind.${side.kind}`)}
            placeholder={side.kind === 'device' ? t('parameters.compare.typeDevice') : undefined}
            searchable={side.kind !== 'version'}
            loading={other.isListing}
            value={side.id === null ? null : String(side.id)}
            choices={other.choices}
            onSearch={other.onSearch}
            onChange={(next) => setSide({ ...side, id: next === null ? null : Number(next) } as OtherSide)}
          />
        </div>
        {side.id === null ? (
          <StateView title={t('parameters.compare.choose')} minHeightPx={160} />
        ) : other.failure !== null ? (
          <LoadFailure words={other.failure.words} onRetry={other.failure.onRetry} />
        ) : other.values === null ? (
          <Skeleton height={240} />
        ) : (
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
        )}
      </div>
    </Modal>
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
