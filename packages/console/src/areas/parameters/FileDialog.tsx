import { departmentMap } from '@coldkeep/contract/areas/organisation'
import {
  type addProfile,
  listModelParameters,
  listParameterKinds,
  listParameterModels,
  type ProfileRow,
  readProfile,
} from '@coldkeep/contract/areas/parameters'
import type { DepartmentId, DeviceModelId, ParameterProfileId } from '@coldkeep/domain/ids'
import { type ProfileValue, profileKinds } from '@coldkeep/domain/parameters/profile'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { RadioField } from '../../kit/field/RadioField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { FridgeFields } from './FridgeFields'
import { blankFile, type FileForm, fileReads, fileRules, modelChoices } from './file-form'
import { idIn } from './ids-in-address'
import type { ChosenFridge, FridgeChoices } from './use-fridge'

const MOST_DEPARTMENTS = 2_000
const starts = ['nothing', 'factory'] as const

export interface FileDialogProps {
  /** What is copied, with the values that are to be in it where they are not the saved ones; `null`: a new file. */
  readonly from: { readonly profile: ProfileRow; readonly values?: readonly ProfileValue[] } | null
  readonly title?: string
  readonly choices: FridgeChoices
  readonly chosen: ChosenFridge
  readonly onDone: (id: ParameterProfileId) => void
  readonly onClose: () => void
}

/** A parameter file under a name of its own: a new one, or a copy. */
export function FileDialog({ from, title, choices, chosen, onDone, onClose }: FileDialogProps) {
  const t = useText()
  const [start, setStart] = useState<(typeof starts)[number]>('nothing')
  const [modelId, setModelId] = useState<DeviceModelId | null>(from?.profile.model.id ?? null)
  const source = from?.profile ?? null
  const models = useCall(listParameterModels, {})
  const kinds = useCall(listParameterKinds, {}).data ?? []
  const top = useCall(departmentMap, {}).data
  const copied = useCall(
    readProfile,
    source === null || from?.values !== undefined ? null : { query: { id: source.id, version: undefined } },
  ).data
  const parameters = useCall(
    listModelParameters,
    source !== null || modelId === null ? null : { query: { modelId } },
  ).data
  const [initial] = useState(() =>
    initialOf(source, chosen, t('parameters.files.copyName', { name: source?.name ?? '' })),
  )
  const [kind, setKind] = useState(initial.kind)
  const values = useMemo((): readonly ProfileValue[] => {
    if (from !== null) return from.values ?? copied?.values ?? []
    if (start === 'nothing') return []
    return (parameters ?? []).flatMap(({ code, factoryValue, group }) =>
      factoryValue === null || (kind !== 'all' && kind !== group)
        ? []
        : [{ code, value: factoryValue, reason: '', isLocked: false }],
    )
  }, [from, copied, start, parameters, kind])
  const note =
    source === null ? '' : t('parameters.files.copied', { name: source.name, version: source.version })
  const form = useSendForm<typeof addProfile, FileForm>({
    ...fileRules(values, note, t),
    initial,
    invalidates: fileReads,
    onDone: ({ id }, { body }) => {
      showToast(t('parameters.files.added', { name: body.name.trim() }))
      onDone(id)
    },
  })
  const departments = top === undefined ? [] : findDepartments(top, '', MOST_DEPARTMENTS)
  const isWaiting =
    from === null
      ? start === 'factory' && parameters === undefined && modelId !== null
      : from.values === undefined && copied === undefined
  return (
    <FormModal
      opened
      title={
        title ??
        (source === null
          ? t('parameters.files.newTitle')
          : t('parameters.files.copyTitle', { name: source.name }))
      }
      submitLabel={t('shell.words.save')}
      widthPx={560}
      {...form.window}
      busy={form.window.busy || isWaiting}
      onClose={onClose}
    >
      <TextField {...form.field('name')} />
      <SelectField
        {...form.field('modelId')}
        disabled={source !== null}
        loading={models.isLoading}
        value={form.values.modelId === null ? null : String(form.values.modelId)}
        choices={
          source === null
            ? modelChoices(models.data ?? [], t)
            : [{ value: String(source.model.id), label: `${source.model.brand} ${source.model.name}` }]
        }
        onChange={(next) => {
          const id = idIn<DeviceModelId>(next ?? undefined)
          setModelId(id)
          form.change({ modelId: id })
        }}
      />
      <SelectField
        {...form.field('kind')}
        choices={kinds.map((one) => ({ value: one.id, label: one.title }))}
        onChange={(next) => {
          const chosenKind = profileKinds.find((one) => one === next) ?? null
          setKind(chosenKind)
          form.change({ kind: chosenKind })
        }}
      />
      <SelectField
        {...form.field('departmentId')}
        help={t('parameters.files.departmentHelp')}
        clearable
        value={form.values.departmentId === null ? null : String(form.values.departmentId)}
        choices={departments.map(({ path, names }) => ({
          value: String(path.at(-1)),
          label: names.join(' / '),
        }))}
        onChange={(next) => form.change({ departmentId: idIn<DepartmentId>(next ?? undefined) })}
      />
      <FridgeFields
        values={form.values}
        choices={choices}
        errors={form.errors}
        onChange={(changed) => form.change(changed)}
      />
      <p className={frame.note}>{t('parameters.files.claimsHelp')}</p>
      {source === null && (
        <RadioField
          label={t('parameters.files.start')}
          value={start}
          choices={starts.map((one) => ({ value: one, label: t(`parameters.files.startOf.${one}`) }))}
          onChange={(next) => setStart(starts.find((one) => one === next) ?? 'nothing')}
        />
      )}
    </FormModal>
  )
}

function initialOf(source: ProfileRow | null, chosen: ChosenFridge, copyName: string): FileForm {
  if (source === null)
    return {
      ...blankFile,
      fridgeBrandId: chosen.brand,
      fridgeTypeId: chosen.type,
      fridgeLocationId: chosen.location,
    }
  const { model, kind, fridgeBrandId, fridgeTypeId, fridgeLocationId, firmwareFrom, firmwareTo } = source
  return {
    ...blankFile,
    name: copyName,
    modelId: model.id,
    ...{ kind, fridgeBrandId, fridgeTypeId, fridgeLocationId, firmwareFrom, firmwareTo },
  }
}
