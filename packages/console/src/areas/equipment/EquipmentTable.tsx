import { addEquipment, changeEquipment, listEquipment } from '@coldkeep/contract/areas/equipment'
import { departmentMap } from '@coldkeep/contract/areas/organisation'
import { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import type { Answer } from '@coldkeep/contract/call'
import type { DeviceId } from '@coldkeep/domain/ids'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { useRowMark } from '../../archetypes/editor/marked-row'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import { EquipmentFilter, TABLE, useEquipmentFilter } from './EquipmentFilter'
import { EquipmentTools } from './EquipmentTools'
import styles from './equipment.module.css'
import type { EquipmentAct } from './equipment-act'
import { type EquipmentEntry, equipmentColumns } from './equipment-columns'
import {
  additionOf,
  blankEquipment,
  changeOf,
  checkEquipment,
  draftOfEquipment,
  type EquipmentDraft,
  equipmentFields,
} from './equipment-form'

const CalibrationDialog = lazily(() => import('./CalibrationDialog'), 'CalibrationDialog')
const RetireDialog = lazily(() => import('./RetireDialog'), 'RetireDialog')
const SwapDialog = lazily(() => import('./SwapDialog'), 'SwapDialog')

const rowsOf = (answer: Answer<typeof listEquipment>) => answer.devices
const create = rowCall(addEquipment, (drafts: readonly EquipmentDraft[]) => ({
  body: additionOf(drafts[0] as EquipmentDraft),
}))
const update = rowCall(changeEquipment, (row: EquipmentEntry, draft: EquipmentDraft) => ({
  params: { deviceId: row.id },
  body: changeOf(row, draft),
}))
const noModels = {}

/** Every device of the own stores. */
export function EquipmentTable() {
  const t = useText()
  const router = useRouter()
  const reason = useWhyNot()(changeEquipment, 'equipment')
  const [act, setAct] = useState<{ readonly what: EquipmentAct; readonly id: DeviceId } | null>(null)
  const [selected, setSelected] = useState<EquipmentEntry | null>(null)
  const [changed, markChanged] = useRowMark()
  const { query, served } = useEquipmentFilter()
  const models = useCall(listDeviceModels, {}, { quiet: true }).data?.models ?? noModels
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data?.id ?? null
  const fields = useMemo(() => equipmentFields({ models, top }), [models, top])
  const blank = useMemo(() => ({ ...blankEquipment, storeId: query.storeId }), [query.storeId])
  const subject = act !== null && selected?.id === act.id ? selected : null
  const ending = {
    onClose: () => setAct(null),
    onDone: () => {
      if (subject !== null) markChanged(String(subject.id))
      setAct(null)
    },
  }
  return (
    <div className={styles.panel}>
      <EquipmentFilter />
      {reason !== null && <p className={frame.note}>{reason}</p>}
      <TableEditor
        title={t('equipment.table')}
        tableKey="equipment"
        name={TABLE}
        list={{ call: listEquipment, query, rowsOf, served }}
        rowKey={(row) => String(row.id)}
        writes={reason === null ? { create, update } : {}}
        columns={equipmentColumns}
        form={{ fields, blank, draftOf: draftOfEquipment, check: checkEquipment }}
        selection={{
          onChange: setSelected,
          onEnter: (row) => router.history.push(paths.device(row.id)),
          onDelete: ({ id, retiredAt }) => {
            if (retiredAt === null && reason === null) setAct({ what: 'retire', id })
          },
          marked: changed,
        }}
        emptyTitle={t('equipment.none')}
      >
        <EquipmentTools selected={selected} onAct={(what) => selected && setAct({ what, id: selected.id })} />
      </TableEditor>
      <Suspense>
        {subject && act?.what === 'swap' && <SwapDialog device={subject} models={models} {...ending} />}
        {subject && act?.what === 'calibrations' && (
          <CalibrationDialog device={subject} onClose={ending.onClose} />
        )}
        {subject && (act?.what === 'retire' || act?.what === 'restore') && (
          <RetireDialog device={subject} isRetired={act.what === 'retire'} {...ending} />
        )}
      </Suspense>
    </div>
  )
}
