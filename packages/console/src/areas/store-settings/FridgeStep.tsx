import { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import {
  isNewKey,
  MOST_DEVICES,
  type SettingsDevice,
  settingsDevice,
} from '@coldkeep/contract/areas/store-settings'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { RowsEditor } from '../../archetypes/editor/RowsEditor'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { kindColumns } from '../../parts/device-columns'
import frame from '../../parts/page.module.css'
import { blankFridge, checkFridge, fridgeFields } from './fridge-form'
import { ReadOnlyReason } from './ReadOnlyReason'
import { RetiredUse } from './RetiredUse'
import { deviceState, terminalName } from './setting-words'
import { faultOfRow, nextKey, type SetupStepProps } from './setup-step'

const noModels = {}

/** The devices of the store: each with its place on a bus, its model, and whether it is insured. */
export function FridgeStep(props: SetupStepProps & { readonly before: readonly SettingsDevice[] }) {
  const { settings, edit, mayChange, before, faults } = props
  const { devices, terminals } = settings
  const t = useText()
  const models = useCall(listDeviceModels, {}, { quiet: true }).data?.models ?? noModels
  const isChangeable = mayChange('devices')
  const fields = useMemo(() => fridgeFields({ models, terminals }), [models, terminals])
  const columns = useMemo(() => (words: Translate) => fridgeColumns(words, before, faults), [before, faults])
  const put = (next: readonly SettingsDevice[]) => edit({ devices: [...next] })
  const replace = (row: SettingsDevice) => put(devices.map((one) => (one.key === row.key ? row : one)))
  const isFull = devices.length >= MOST_DEVICES
  const add = (row: SettingsDevice) => {
    if (!isFull) put([...devices, row])
  }
  const isPlaceable = isChangeable && terminals.length > 0
  return (
    <div className={frame.stack}>
      {!isChangeable && <ReadOnlyReason page={t('shell.pages.equipment')} />}
      {isChangeable && terminals.length === 0 && (
        <p className={frame.note}>{t('storeSettings.terminalFirst')}</p>
      )}
      {isFull && <p className={frame.note}>{t('storeSettings.mostDevices', { count: MOST_DEVICES })}</p>}
      <RowsEditor<SettingsDevice, SettingsDevice>
        title={t('equipment.table')}
        tableKey="store settings fridges"
        rows={devices}
        rowKey={({ key }) => key}
        nameOf={({ name }) => name}
        columns={columns}
        form={{
          fields,
          blank: { ...blankFridge, terminal: terminals.length === 1 ? (terminals[0]?.key ?? null) : null },
          draftOf: (row) => row,
          rowOf: (draft, row) => ({
            ...draft,
            key: row?.key ?? nextKey(devices),
            isRetired: false,
            isInsured: draft.isInsured && draft.zone !== null,
          }),
          shape: settingsDevice,
          check: (values, words, row) =>
            checkFridge(
              values,
              devices.filter(({ key, isRetired }) => key !== row?.key && !isRetired),
              words,
            ),
        }}
        onPut={isPlaceable ? (row, old) => (old === null ? add(row) : replace(row)) : undefined}
        onRemove={isChangeable ? (row) => put(devices.filter(({ key }) => key !== row.key)) : undefined}
        staysBecause={({ key }) => (isNewKey(key) ? null : t('storeSettings.notDeleted'))}
        rowActions={
          isChangeable
            ? (row) =>
                isNewKey(row.key) ? null : (
                  <RetireButton device={row} onRetire={(isRetired) => replace({ ...row, isRetired })} />
                )
            : undefined
        }
        emptyTitle={t('storeSettings.noFridges')}
      />
      {devices
        .filter(({ key, isRetired }) => isRetired && !isNewKey(key))
        .map((device) => (
          <RetiredUse key={device.key} device={device} />
        ))}
    </div>
  )
}

function RetireButton(props: {
  readonly device: SettingsDevice
  readonly onRetire: (isRetired: boolean) => void
}) {
  const { device, onRetire } = props
  const t = useText()
  const { name, isRetired } = device
  return (
    <Button
      size="small"
      aria-label={t(isRetired ? 'storeSettings.keep' : 'storeSettings.retire', { name })}
      onClick={() => onRetire(!isRetired)}
    >
      {t(isRetired ? 'equipment.restore' : 'equipment.retire')}
    </Button>
  )
}

function fridgeColumns(
  t: Translate,
  before: readonly SettingsDevice[],
  faults: SetupStepProps['faults'],
): readonly Column<SettingsDevice>[] {
  const known = new Map(before.map((device) => [device.key, device]))
  return [
    { key: 'name', title: t('equipment.name'), kind: 'text', value: ({ name }) => name },
    {
      key: 'state',
      title: t('storeSettings.state'),
      kind: 'status',
      wraps: 'words',
      value: (row) => {
        const why = faultOfRow(faults, `devices.${row.key}`)
        if (why !== undefined) return t('storeSettings.faulty', { why })
        return deviceState(row, !isSame(known.get(row.key), row), t)
      },
    },
    ...kindColumns(t),
    {
      key: 'place',
      title: t('terminals.id'),
      kind: 'text',
      value: ({ terminal, port }) => [terminalName(terminal, t), port].filter(Boolean).join(' · '),
    },
    { key: 'unit', title: t('devices.page.unitId'), kind: 'number', value: ({ unitId }) => unitId },
    {
      key: 'insured',
      title: t('storeSettings.insured'),
      kind: 'status',
      value: ({ isInsured }) => t(isInsured ? 'storeSettings.yes' : 'storeSettings.no'),
    },
  ]
}
