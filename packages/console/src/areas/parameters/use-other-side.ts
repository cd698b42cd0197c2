import {
  listParameterDevices,
  listProfiles,
  readDeviceValues,
  readProfile,
} from '@coldkeep/contract/areas/parameters'
import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import type { Choice } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useChoiceSearch } from '../../parts/use-choice-search'
import type { DraftValue, FileDetail } from './file-draft'
import type { OtherSide } from './parameter-answers'

export type OtherValues = ReadonlyMap<string, Pick<DraftValue, 'value'> & Partial<DraftValue>>

const MOST_DEVICES = 20

/** What a file can be compared with, and the values there. */
export function useOtherSide({ profile, versions }: FileDetail, side: OtherSide) {
  const t = useText()
  const { search, onSearchIn } = useChoiceSearch()
  const files = useCall(listProfiles, side.kind === 'file' ? { query: emptyFilter } : null)
  const devices = useCall(
    listParameterDevices,
    side.kind === 'device'
      ? {
          query: {
            ...{ departmentId: null, storeId: null, modelId: profile.model.id, search },
            ...{ sort: 'store', page: 1, pageSize: MOST_DEVICES },
          },
        }
      : null,
    { keepsPrevious: true },
  )
  const file = useCall(
    readProfile,
    side.kind === 'device' || side.id === null
      ? null
      : side.kind === 'version'
        ? { query: { id: profile.id, version: side.id } }
        : { query: { id: side.id, version: undefined } },
    { quiet: true },
  )
  const device = useCall(
    readDeviceValues,
    side.kind === 'device' && side.id !== null ? { query: { deviceId: side.id } } : null,
    { quiet: true, staleMs: 0 },
  )
  const choices = choicesOf()
  const answer = side.kind === 'device' ? device : file
  const values = useMemo((): OtherValues | null => {
    if (side.kind === 'device')
      return device.data === undefined
        ? null
        : new Map(
            device.data.values.map(({ parameter, observed }) => [
              parameter.code,
              { value: observed?.value ?? null },
            ]),
          )
    return file.data === undefined ? null : new Map(file.data.values.map((value) => [value.code, value]))
  }, [side.kind, device.data, file.data])
  return {
    values: side.id === null ? null : values,
    choices,
    name:
      choices.find(({ value }) => value === String(side.id))?.label ??
      t(`parameters.compare.kind.${side.kind}`),
    isListing: side.kind === 'device' ? devices.isLoading : side.kind === 'file' && files.isLoading,
    onSearch: side.kind === 'device' ? onSearchIn(choices) : undefined,
    failure:
      answer.isError && values === null
        ? { words: serviceText(answer.error), onRetry: () => void answer.refetch() }
        : null,
  }

  function choicesOf(): readonly Choice[] {
    switch (side.kind) {
      case 'version':
        return versions.map(({ version, savedAt, savedBy }) => ({
          value: String(version),
          label: `${t('parameters.files.versionNo', { version })} · ${formatInstant(savedAt)} · ${savedBy}`,
        }))
      case 'file':
        return (files.data ?? [])
          .filter(({ id, model }) => id !== profile.id && model.id === profile.model.id)
          .map(({ id, name }) => ({ value: String(id), label: name }))
      case 'device':
        return (devices.data?.devices ?? []).map(({ id, name, store }) => ({
          value: String(id),
          label: `${store.code} ${store.name} · ${name}`,
        }))
    }
  }
}

const emptyFilter = {
  kind: undefined,
  fridgeBrandId: undefined,
  fridgeTypeId: undefined,
  fridgeLocationId: undefined,
}
