import { planApply, startApply } from '@coldkeep/contract/areas/parameter-applies'
import { listProfiles } from '@coldkeep/contract/areas/parameters'
import type { ParameterProfileId } from '@coldkeep/domain/ids'
import { parameterStates } from '@coldkeep/domain/parameters/compare'
import { Suspense, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useWhyNot } from '../../site/use-why-not'
import styles from './parameters.module.css'

const PlanTable = lazily(() => import('./PlanTable'), 'PlanTable')
const StartDialog = lazily(() => import('./StartDialog'), 'StartDialog')

const everyFile = {
  kind: undefined,
  fridgeBrandId: undefined,
  fridgeTypeId: undefined,
  fridgeLocationId: undefined,
}
const UNKNOWN = 'unknown'
const riskNames = { 1: 'low', 2: 'medium', 3: 'high' } as const

export interface PlanPanelProps {
  /** `null`: the file is still to be chosen. */
  readonly profileId: ParameterProfileId | null
  readonly onBack: () => void
}

/** What applying a parameter file would change, and where; nothing is written before that is confirmed. */
export function PlanPanel({ profileId, onBack }: PlanPanelProps) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const files = useCall(listProfiles, { query: everyFile })
  return (
    <div className={frame.stack}>
      <div>
        <Button variant="quiet" icon="chevronLeft" onClick={onBack}>
          {t('parameters.tabs.changes')}
        </Button>
      </div>
      <PlaceFilter className={styles.filters}>
        <SelectField
          label={t('parameters.file')}
          searchable
          loading={files.isLoading}
          value={profileId === null ? null : String(profileId)}
          choices={(files.data ?? []).map(({ id, name, model }) => ({
            value: String(id),
            label: `${name} (${model.brand} ${model.name})`,
          }))}
          onChange={(next) => changeAddress({ plan: next ?? '', firmware: undefined, page: undefined })}
        />
      </PlaceFilter>
      {profileId === null ? (
        <div className={frame.card}>
          <StateView icon="search" title={t('parameters.apply.chooseFile')} />
        </div>
      ) : (
        <Plan profileId={profileId} />
      )}
    </div>
  )
}

function Plan({ profileId }: { readonly profileId: ParameterProfileId }) {
  const t = useText()
  const [isStarting, setStarting] = useState(false)
  const { departmentId, storeId } = usePlace()
  const [address, changeAddress] = useAddress()
  const whyNot = useWhyNot()
  const place = { profileId, departmentId, storeId, firmware: firmwareIn(address.firmware) }
  const answer = useCall(
    planApply,
    { query: { ...place, page: 1, pageSize: 1 } },
    { quiet: true, staleMs: 0, keepsPrevious: true },
  )
  const plan = answer.data
  if (plan === undefined)
    return answer.isError ? (
      <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={320} />
    )
  const { totals, profile, model, risk, trial, firmwares } = plan
  const left = parameterStates.flatMap((state) =>
    state !== 'same' && totals.left[state] > 0
      ? [t('parameters.stateCount', { count: totals.left[state], state: t(`parameters.state.${state}`) })]
      : [],
  )
  return (
    <>
      <section className={frame.card} aria-label={profile.name}>
        <header className={styles.head}>
          <h2>
            {profile.name} · {t('parameters.files.versionNo', { version: profile.version })}
          </h2>
          <Button
            variant="primary"
            disabledReason={
              whyNot(startApply, 'equipment') ??
              (totals.writes === 0
                ? t('parameters.apply.nothing')
                : firmwares.length > 1
                  ? t('parameters.firmware.chooseFirst')
                  : null)
            }
            onClick={() => setStarting(true)}
          >
            {t('parameters.apply.start')}
          </Button>
        </header>
        <dl className={frame.facts}>
          <Fact name={t('parameters.model')}>{`${model.brand} ${model.name}`}</Fact>
          <Fact name={t('parameters.apply.claimed')}>{totals.devices}</Fact>
          <Fact name={t('parameters.apply.ready')}>{totals.ready}</Fact>
          <Fact name={t('parameters.apply.writes')}>{totals.writes}</Fact>
          <Fact name={t('parameters.state.same')}>{totals.same}</Fact>
          <Fact name={t('parameters.apply.hindered')}>{totals.hindered}</Fact>
          <Fact name={t('writes.risk')}>{t(`writes.riskShort.${riskNames[risk]}`)}</Fact>
          {trial !== null && (
            <Fact
              name={t('parameters.apply.trial')}
            >{`${trial.store.code} ${trial.store.name} · ${trial.name}`}</Fact>
          )}
        </dl>
        {(firmwares.length > 1 || place.firmware !== undefined) && (
          <SelectField
            label={t('parameters.firmware.title')}
            help={t('parameters.firmware.oneAtATime')}
            clearable
            value={address.firmware ?? null}
            choices={firmwares.map(({ firmware, devices }) => ({
              value: String(firmware ?? UNKNOWN),
              label: t('parameters.firmware.ofDevices', {
                firmware: firmware ?? t('parameters.firmware.unknown'),
                count: devices,
              }),
            }))}
            onChange={(next) => changeAddress({ firmware: next ?? undefined, page: undefined })}
          />
        )}
        {left.length > 0 && (
          <p className={frame.note}>{t('parameters.apply.leftOut', { states: left.join(' · ') })}</p>
        )}
        {risk === 3 && <p className={frame.note}>{t('parameters.apply.needsSecond')}</p>}
      </section>
      <Suspense fallback={<Skeleton height={240} />}>
        <PlanTable place={place} modelId={model.id} />
      </Suspense>
      <Suspense>
        {isStarting && <StartDialog plan={plan} place={place} onClose={() => setStarting(false)} />}
      </Suspense>
    </>
  )
}

/** As the address has it; anything else is all of them. */
function firmwareIn(text: string | undefined): number | null | undefined {
  if (text === UNKNOWN) return null
  return /^\d{1,7}(\.\d{1,6})?$/.test(text ?? '') ? Number(text) : undefined
}
