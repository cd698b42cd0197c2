import { acceptSaving, listSavingDevices, MOST_ACCEPTED } from '@coldkeep/contract/areas/parameter-savings'
import { listModelParameters, listProfiles } from '@coldkeep/contract/areas/parameters'
import type { Answer } from '@coldkeep/contract/call'
import type { DeviceId } from '@coldkeep/domain/ids'
import { settableSavings } from '@coldkeep/domain/parameters/saving'
import { useMemo, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import { usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import { actText, basisText, kwhText, type SavingDevice, type SavingKey, shareText } from './saving-words'

const PAGE_SIZE = 50
const rowsOf = ({ devices }: Answer<typeof listSavingDevices>) => devices

export interface SavingDetailProps {
  readonly saving: SavingKey
  readonly onBack: () => void
}

/** The devices behind a saving; of those that are chosen, or of all, it becomes a parameter file. */
export function SavingDetail({ saving, onBack }: SavingDetailProps) {
  const t = useText()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const place = usePlace()
  const { kind, modelId, change } = saving
  const list = useListScreen({
    list: listSavingDevices,
    query: () => ({ ...place, kind, modelId, ...(change ?? {}) }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: [],
    isFiltered: false,
    isSearched: false,
  })
  const columns = useColumns(saving)
  return (
    <div className={frame.stack}>
      <div>
        <Button variant="quiet" icon="chevronLeft" onClick={onBack}>
          {t('savings.title')}
        </Button>
      </div>
      <Reasons saving={saving} />
      <DataTable
        {...list.table}
        title={t('savings.devices')}
        tableKey="saving-devices"
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={{ title: t('savings.none') }}
        {...(change !== null && {
          selection: {
            of: 'several' as const,
            keys,
            onChange: setKeys,
            nameOf: ({ name, store }: SavingDevice) => `${name}, ${store.name}`,
          },
        })}
      >
        <Accept saving={saving} chosen={keys} total={list.data?.total ?? 0} />
      </DataTable>
    </div>
  )
}

/** What it is, why it is safe, and where the estimate comes from. */
function Reasons({ saving: { kind, modelId, change } }: { readonly saving: SavingKey }) {
  const t = useText()
  const language = useLanguage()
  const query = useMemo(() => ({ modelId }), [modelId])
  const parameters = useCall(listModelParameters, { query }, { quiet: true }).data
  const parameter = parameters?.find(({ code }) => code === change?.code)
  // what the author of the model noted, before the controller's own label
  const name = parameter?.note || parameter?.name || change?.code || ''
  const set = change === null ? null : { ...change, name, unit: parameter?.unit ?? '' }
  return (
    <section className={frame.card} aria-label={t(`savings.kind.${kind}`)}>
      <h2>{t(`savings.kind.${kind}`)}</h2>
      <dl className={frame.facts}>
        <Fact name={t('savings.todo')}>{actText({ kind, change: set }, t, language)}</Fact>
        <Fact name={t('savings.estimateTitle')}>{t(`savings.estimate.${kind}`)}</Fact>
        <Fact name={t('savings.guardTitle')}>{t(`savings.guard.${kind}`)}</Fact>
      </dl>
      {change === null ? (
        <p>
          <Link href={paths.upkeep}>{t('savings.upkeep')}</Link>
        </p>
      ) : (
        <p className={frame.note}>{t('savings.acceptHint')}</p>
      )}
    </section>
  )
}

interface AcceptProps {
  readonly saving: SavingKey
  /** Ids of devices, of any page; none: all of them. */
  readonly chosen: ReadonlySet<string>
  readonly total: number
}

function Accept({ saving: { kind, modelId, change }, chosen, total }: AcceptProps) {
  const t = useText()
  const place = usePlace()
  const whyNot = useWhyNot()
  const [, changeAddress] = useAddress()
  const sending = useSend(acceptSaving, {
    invalidates: [listProfiles],
    onDone: ({ id }) =>
      changeAddress({ tab: 'changes', plan: String(id), saving: undefined, page: undefined }),
  })
  const settable = settableSavings.find((one) => one === kind)
  if (change === null || settable === undefined || total === 0) return null
  const deviceIds = chosen.size === 0 ? undefined : [...chosen].map((id) => Number(id) as DeviceId)
  const count = deviceIds?.length ?? Math.min(total, MOST_ACCEPTED)
  return (
    <Button
      size="small"
      variant="primary"
      loading={sending.isPending}
      disabledReason={whyNot(acceptSaving)}
      onClick={() => sending.mutate({ body: { ...place, kind: settable, modelId, ...change, deviceIds } })}
    >
      {t('savings.accept', { count })}
    </Button>
  )
}

function useColumns({ kind }: SavingKey): readonly Column<SavingDevice>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<SavingDevice>[] => [
      {
        key: 'device',
        title: t('savings.device'),
        kind: 'text',
        value: ({ name }) => name,
        href: ({ id }) => paths.device(id),
        wraps: 'words',
      },
      {
        key: 'store',
        title: t('savings.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
        wraps: 'words',
      },
      {
        key: 'basis',
        title: t('savings.basisTitle'),
        kind: 'text',
        value: ({ basis }) => basisText(kind, basis, t, language),
        wraps: 'words',
      },
      {
        key: 'energy',
        title: t('savings.energy'),
        kind: 'text',
        value: (row) => kwhText(row, t, language),
      },
      { key: 'share', title: t('savings.share'), kind: 'text', value: (row) => shareText(row, t, language) },
    ],
    [kind, t, language],
  )
}
