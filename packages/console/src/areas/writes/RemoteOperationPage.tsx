import { searchStores } from '@coldkeep/contract/areas/organisation'
import { listOperableDevices } from '@coldkeep/contract/areas/writes'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { Suspense } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { useInnerPlace } from '../../site/inner-places'
import { withTexts } from '../../site/language'
import { PageHead } from '../../site/PageHead'
import { DeviceControls } from './DeviceControls'
import { WriteRecords } from './WriteRecords'

const SeenScreen = lazily(() => withTexts('screens', () => import('../screens/SeenScreen')), 'SeenScreen')

/** In the address. */
const OF_DEVICE = ['device', 'page']
const idOf = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null)

/** One device: what can be set, and the proof of what was. Store and device are in the address. */
export function RemoteOperationPage() {
  const t = useText()
  const [{ store, device }, changeAddress] = useAddress()
  const storeId = idOf(store) as StoreId | null
  const deviceId = idOf(device) as DeviceId | null
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(searchStores, search === '' ? null : { query: { search } }, {
    keepsPrevious: true,
  })
  const answer = useCall(listOperableDevices, storeId === null ? null : { query: { storeId } })
  const chosen = answer.data && {
    value: String(answer.data.store.id),
    label: `${answer.data.store.code} ${answer.data.store.name}`,
  }
  const listed = (found.data ?? []).map(({ id, code, name }) => ({
    value: String(id),
    label: `${code} ${name}`,
  }))
  const stores =
    chosen === undefined || listed.some(({ value }) => value === chosen.value) ? listed : [...listed, chosen]
  const devices = answer.data?.devices ?? []
  const operated = devices.find(({ id }) => id === deviceId)
  useInnerPlace(chosen ? { label: chosen.label, parameters: ['store', ...OF_DEVICE], depth: 1 } : null)
  useInnerPlace(operated ? { label: operated.name, parameters: OF_DEVICE, depth: 2 } : null)
  const isWithoutDevices = answer.data !== undefined && devices.length === 0
  const next = isWithoutDevices ? 'noDevices' : storeId === null ? 'chooseStore' : 'chooseDevice'
  return (
    <div className={frame.page}>
      <PageHead />
      <form className={frame.filters} aria-label={t('analysis.filter.title')} data-no-print>
        <SelectField
          label={t('writes.store')}
          searchable
          placeholder={t('writes.typeStore')}
          value={chosen?.value ?? null}
          choices={stores}
          onSearch={onSearchIn(stores)}
          onChange={(next) => changeAddress({ store: next ?? undefined, device: undefined, page: undefined })}
        />
        <SelectField
          label={t('writes.device')}
          searchable
          disabled={answer.data === undefined}
          value={devices.some(({ id }) => id === deviceId) ? String(deviceId) : null}
          choices={devices.map(({ id, name, brand, model }) => ({
            value: String(id),
            label: `${name} · ${brand} ${model}`,
          }))}
          onChange={(next) => changeAddress({ device: next ?? undefined, page: undefined })}
        />
      </form>
      <div className={frame.stack}>
        {deviceId !== null && answer.data ? (
          <DeviceControls key={deviceId} id={deviceId} devices={devices} />
        ) : (
          <div className={frame.card}>
            {answer.isError ? (
              <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
            ) : (
              <StateView icon="search" title={t(`writes.${next}`)} />
            )}
          </div>
        )}
        <WriteRecords storeId={storeId} deviceId={deviceId} />
        <Suspense>{answer.data && <SeenScreen storeId={answer.data.store.id} />}</Suspense>
      </div>
    </div>
  )
}
