import {
  addProfile,
  listParameterKinds,
  listProfiles,
  type ProfileRow,
  removeProfile,
} from '@coldkeep/contract/areas/parameters'
import { profileKinds } from '@coldkeep/domain/parameters/profile'
import { formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useMemo, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { lockedByOwner, ownerColumn } from '../../archetypes/editor/owned-rows'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { lazily } from '../../kit/lazily'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { initialView } from '../../kit/table/table-view'
import { useLanguage, useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'
import styles from './parameters.module.css'
import { type ChosenFridge, type FridgeChoices, fridgeFields } from './use-fridge'

const FileDialog = lazily(() => import('./FileDialog'), 'FileDialog')

const ALL = 'any'
const PAGE_SIZE = 10

export interface FileTableProps {
  readonly chosen: ChosenFridge
  readonly choices: FridgeChoices
}

type Act = 'new' | 'copy' | 'delete'

/** Parameter files of the fridges that are specified, of one kind or of all; the chosen one is in the address. */
export function FileTable({ chosen, choices }: FileTableProps) {
  const t = useText()
  const [address, changeAddress] = useAddress()
  const [act, setAct] = useState<Act | null>(null)
  const [view, setView] = useState(() => initialView(PAGE_SIZE))
  const whyNot = useWhyNot()
  const kind = profileKinds.find((one) => one === address.kind)
  const query = useMemo(
    () => ({
      kind,
      fridgeBrandId: chosen.brand ?? undefined,
      fridgeTypeId: chosen.type ?? undefined,
      fridgeLocationId: chosen.location ?? undefined,
    }),
    [kind, chosen],
  )
  const answer = useCall(listProfiles, { query }, { keepsPrevious: true })
  const kinds = useCall(listParameterKinds, {}).data ?? []
  const columns = useColumns(choices)
  const open = (id: string | undefined) => changeAddress({ file: id })
  const selected = answer.data?.find(({ id }) => String(id) === address.file) ?? null
  const isFiltered = Object.values(query).some((one) => one !== undefined)
  const unselected = selected === null ? t('parameters.files.chooseFirst') : null
  const add = (
    <Button
      size="small"
      variant={selected === null ? 'primary' : 'default'}
      icon="plus"
      disabledReason={whyNot(addProfile)}
      onClick={() => setAct('new')}
    >
      {t('shell.words.new')}
    </Button>
  )
  return (
    <>
      <DataTable
        title={t('parameters.files.title')}
        tableKey="parameter-files"
        columns={columns}
        rows={{ ...tableRows(answer, answer.data), failure: serviceText(answer.error) }}
        rowKey={({ id }) => String(id)}
        view={{
          current: { ...view, row: address.file ?? null },
          onChange: (next) => {
            setView(next)
            if (next.row !== (address.file ?? null)) open(next.row ?? undefined)
          },
        }}
        selection={{ of: 'one', nameOf: ({ name }) => name }}
        onOpen={({ id }) => open(String(id))}
        empty={
          isFiltered
            ? { title: t('parameters.files.noMatch') }
            : { title: t('parameters.files.none'), action: <p>{t('parameters.files.noneHint')}</p> }
        }
        tools={
          <SelectField
            label={t('parameters.files.kind')}
            hideLabel
            value={kind ?? ALL}
            choices={[
              { value: ALL, label: `${t('parameters.files.kind')}: ${t('parameters.any')}` },
              ...kinds.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(next) =>
              changeAddress({ kind: next === null || next === ALL ? undefined : next, page: undefined })
            }
          />
        }
      >
        {add}
        <Button
          size="small"
          icon="copy"
          disabledReason={
            whyNot(addProfile) ??
            unselected ??
            (selected?.devices === null ? null : t('parameters.files.noCopy'))
          }
          onClick={() => setAct('copy')}
        >
          {t('shell.words.copy')}
        </Button>
        <Button
          size="small"
          icon="remove"
          disabledReason={
            whyNot(removeProfile) ?? unselected ?? (selected === null ? null : lockedByOwner(selected, t))
          }
          onClick={() => setAct('delete')}
        >
          {t('shell.words.delete')}
        </Button>
      </DataTable>
      <Suspense>
        {(act === 'new' || (act === 'copy' && selected !== null)) && (
          <FileDialog
            from={act === 'copy' && selected !== null ? { profile: selected } : null}
            choices={choices}
            chosen={chosen}
            onDone={(id) => {
              setAct(null)
              // what is filtered by may not be what it is of
              changeAddress({ file: String(id), kind: undefined })
            }}
            onClose={() => setAct(null)}
          />
        )}
      </Suspense>
      {selected !== null && (
        <ConfirmAndSend
          opened={act === 'delete'}
          title={t('shell.words.confirmDelete')}
          action={t('shell.words.delete')}
          destructive
          call={removeProfile}
          input={{ query: { id: selected.id, revision: selected.revision } }}
          invalidates={[listProfiles]}
          success={t('parameters.files.removed', { name: selected.name })}
          onDone={() => {
            setAct(null)
            open(undefined)
          }}
          onClose={() => setAct(null)}
        >
          <p>
            <b>{selected.name}</b>
          </p>
          <p>{t('parameters.files.removal')}</p>
        </ConfirmAndSend>
      )}
    </>
  )
}

function useColumns(choices: FridgeChoices): readonly Column<ProfileRow>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(() => {
    const fridgeOf = (row: ProfileRow) => {
      if (row.devices !== null) return t('parameters.files.claimsDevices', { count: row.devices })
      const ids = { brand: row.fridgeBrandId, type: row.fridgeTypeId, location: row.fridgeLocationId }
      const names = fridgeFields.flatMap((list) => {
        const found = choices[list].find(({ id }) => id === ids[list])
        return found === undefined ? [] : [found.title]
      })
      return names.length === 0 ? t('parameters.files.claimsAll') : names.join(' · ')
    }
    return [
      {
        key: 'name',
        title: t('parameters.files.name'),
        kind: 'text',
        value: ({ name }) => name,
        wraps: 'words',
      },
      {
        key: 'model',
        title: t('parameters.model'),
        kind: 'text',
        value: ({ model }) => `${model.brand} ${model.name}`,
        wraps: 'words',
      },
      {
        key: 'kind',
        title: t('parameters.files.kind'),
        kind: 'text',
        value: (row) => t(`parameters.kind.${row.kind}`),
      },
      {
        key: 'fridge',
        title: t('parameters.files.claims'),
        kind: 'text',
        value: fridgeOf,
        wraps: 'words',
      },
      {
        key: 'values',
        title: t('parameters.files.values'),
        kind: 'number',
        value: ({ values }) => values,
        cell: ({ values, faults }) => (
          <>
            {formatNumber(language, values)}
            {faults > 0 && (
              <span className={styles.sub}>
                <StatusTag status="failed" word={t('parameters.files.faults', { count: faults })} />
              </span>
            )}
          </>
        ),
      },
      {
        key: 'version',
        title: t('parameters.files.version'),
        kind: 'number',
        value: ({ version }) => version,
      },
      { key: 'savedAt', title: t('parameters.files.savedAt'), kind: 'time', value: ({ savedAt }) => savedAt },
      {
        key: 'savedBy',
        title: t('parameters.files.savedBy'),
        kind: 'text',
        value: ({ savedBy }) => savedBy,
      },
      ownerColumn(t),
    ]
  }, [choices, language, t])
}
