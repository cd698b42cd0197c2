import {
  checkDeployment,
  listDeployments,
  listScriptStores,
  startDeployment,
  type WireEnteredDevice,
} from '@coldkeep/contract/areas/deployments'
import type { PollScriptRow } from '@coldkeep/contract/areas/scripts'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import type { CallInput } from '../../api/transport'
import { useSend } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { type CallRules, useCallForm } from '../../archetypes/editor/use-call-form'
import { Button } from '../../kit/Button'
import { CheckField } from '../../kit/field/CheckField'
import { TextField } from '../../kit/field/TextField'
import { LoadFailure } from '../../kit/LoadFailure'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { CheckResult } from './CheckResult'
import { DeploymentList } from './DeploymentList'
import { DeploymentStatus } from './DeploymentStatus'
import { keyOf } from './device-key'
import { type MissingDevice, MissingDevices } from './MissingDevices'
import { ScriptPicker } from './ScriptPicker'
import { ScriptStores } from './ScriptStores'
import { StoreChoice } from './StoreChoice'
import styles from './scripts.module.css'
import { useScript } from './use-script'

const NONE: ReadonlySet<StoreId> = new Set()
const NOTHING: readonly MissingDevice[] = []

/** Sends a script file to stores: choose, check, start, and follow each store. */
export function DownloadPanel() {
  const t = useText()
  const { script, retry } = useScript()
  const [{ patch }, changeAddress] = useAddress()
  const [chosen, setChosen] = useState(NONE)
  return (
    <div className={frame.stack}>
      <div className={styles.sides}>
        <section className={frame.card} aria-label={t('scripts.choose')}>
          <div className={frame.choices}>
            <ScriptPicker />
          </div>
          {retry !== null && <LoadFailure onRetry={retry} />}
          <StoreChoice chosen={chosen} onChange={setChosen} />
        </section>
        <div className={frame.stack}>
          <StartForm
            key={script?.id}
            script={script}
            chosen={chosen}
            onStarted={(id) => {
              setChosen(NONE)
              changeAddress({ patch: id })
            }}
          />
          {patch === undefined ? (
            <section className={frame.card} aria-label={t('scripts.result')}>
              <StateView icon="search" title={t('scripts.resultHere')} />
            </section>
          ) : (
            <DeploymentStatus key={patch} id={patch} />
          )}
        </div>
      </div>
      {script !== null && (
        <ScriptStores key={script.id} script={script} onChoose={(stores) => setChosen(new Set(stores))} />
      )}
      <DeploymentList current={patch ?? null} onOpen={(id) => changeAddress({ patch: id })} />
    </div>
  )
}

/** What the note of an order may be; all else is chosen, not typed. */
export function noteRules(
  order: Omit<CallInput<typeof startDeployment>['body'], 'note'> | null,
  t: Translate,
): CallRules<typeof startDeployment, { readonly note: string }> {
  const { mode = null, scriptFile = null, storeIds = [], addsDevices = false, devices = [] } = order ?? {}
  return {
    call: startDeployment,
    labels: { note: t('scripts.note') },
    inputOf: ({ note }) => ({ body: { mode, scriptFile, storeIds, addsDevices, devices, note } }),
  }
}

interface StartFormProps {
  readonly script: PollScriptRow | null
  readonly chosen: ReadonlySet<StoreId>
  readonly onStarted: (id: string) => void
}

function StartForm({ script, chosen, onStarted }: StartFormProps) {
  const t = useText()
  const [addsDevices, setAddsDevices] = useState(false)
  const [entered, setEntered] = useState<readonly WireEnteredDevice[]>([])
  const [mode, setMode] = useState<'deploy' | 'remove' | null>(null)
  const checking = useSend(checkDeployment, {})
  const storeIds = [...chosen]
  const missing =
    script === null ? t('scripts.chooseFile') : chosen.size === 0 ? t('scripts.chooseStores') : null
  const isChecked =
    checking.data !== undefined &&
    checking.variables?.body.storeIds.join() === storeIds.join() &&
    checking.variables.body.addsDevices === addsDevices
  const missingDevices = isChecked ? checking.data.missing : NOTHING
  const lacked = missingDevices.map(keyOf)
  // what was said of a device that is not lacked any more is said of nothing
  const devices = entered.filter((one) => lacked.includes(keyOf(one)))
  const body = script && { scriptFile: script.id, storeIds, addsDevices }
  const form = useCallForm({
    ...noteRules(body && { ...body, devices, mode: 'deploy' }, t),
    initial: { note: '' },
  })
  return (
    <section className={frame.card} aria-label={t('scripts.start')}>
      <TextField {...form.field('note')} />
      <CheckField
        label={t('scripts.addsDevices')}
        help={t('scripts.addsDevicesHelp')}
        checked={addsDevices}
        onChange={setAddsDevices}
      />
      <div className={frame.buttons}>
        <Button
          disabledReason={missing}
          loading={checking.isPending}
          onClick={() => body && checking.mutate({ body })}
        >
          {t('scripts.check')}
        </Button>
        <Button
          variant="primary"
          disabledReason={missing ?? form.missing ?? (isChecked ? null : t('scripts.checkFirst'))}
          onClick={() => setMode('deploy')}
        >
          {t('scripts.startDownload')}
        </Button>
        <Button variant="quiet" disabledReason={missing ?? form.missing} onClick={() => setMode('remove')}>
          {t('scripts.takeAway')}
        </Button>
      </div>
      {isChecked && <CheckResult result={checking.data} />}
      {missingDevices.length > 0 && (
        <MissingDevices missing={missingDevices} entered={entered} onChange={setEntered} />
      )}
      <ConfirmAndSend
        opened={mode !== null && script !== null}
        title={t(mode === 'remove' ? 'scripts.removeAsk' : 'scripts.deployAsk', {
          script: script?.name ?? '',
          count: chosen.size,
        })}
        action={t(mode === 'remove' ? 'scripts.takeAway' : 'scripts.startDownload')}
        call={startDeployment}
        input={body && mode && { body: { ...body, devices, mode, note: form.values.note } }}
        invalidates={[listDeployments, listScriptStores]}
        onDone={({ id }) => {
          setMode(null)
          form.start({ note: '' })
          setEntered([])
          checking.reset()
          onStarted(String(id))
        }}
        onClose={() => setMode(null)}
      >
        {t(mode === 'remove' ? 'scripts.removeWhy' : 'scripts.deployWhy')}
      </ConfirmAndSend>
    </section>
  )
}
