import { getDeployment, listRunRows, startDeployment } from '@coldkeep/contract/areas/deployments'
import { searchStores } from '@coldkeep/contract/areas/organisation'
import type { ScriptDeploymentId, StoreId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { PageHead } from '../../app/PageHead'
import { StepColumn, StepColumns } from '../../archetypes/StepColumns'
import { Button } from '../../kit/Button'
import { type Choice, SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { DeploymentStatus } from './DeploymentStatus'
import { RunRows } from './RunRows'
import { useScript } from './use-script'

/** Runs a script file once at one store, beside what it polls, and shows what came back. */
export function SingleRunPage() {
  const t = useText()
  const [{ run }, changeAddress] = useAddress()
  const { folders, folder, scripts, script, chooseFolder, chooseScript } = useScript()
  const [store, setStore] = useState<Choice | null>(null)
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(searchStores, search === '' ? null : { query: { key: search } }, {
    keepsPrevious: true,
  })
  const stores = (found.data ?? []).map(({ id, code, name }) => ({
    value: String(id),
    label: `${code} ${name}`,
  }))
  const choices =
    store === null || stores.some(({ value }) => value === store.value) ? stores : [...stores, store]
  const starting = useSend(startDeployment, {
    invalidates: [getDeployment, listRunRows],
    onDone: ({ id }) => changeAddress({ run: String(id) }),
  })
  const missing =
    folder === null
      ? t('scripts.chooseFolder')
      : script === null
        ? t('scripts.chooseFile')
        : store === null
          ? t('scripts.chooseStore')
          : null
  const clear = () => {
    setStore(null)
    chooseFolder(null)
    changeAddress({ run: undefined })
  }
  const start = () => {
    if (script === null || store === null) return
    const body = {
      mode: 'once' as const,
      script_file: script.id,
      store_ids: [Number(store.value) as StoreId],
    }
    starting.mutate({ body: { ...body, note: '', adds_devices: false } })
  }
  return (
    <div className={frame.page}>
      <PageHead />
      <div className={frame.stack}>
        <StepColumns>
          <StepColumn number={1} title={t('scripts.folder')}>
            <SelectField
              label={t('scripts.folder')}
              hideLabel
              searchable
              loading={folders.isLoading}
              value={folder === null ? null : String(folder.id)}
              choices={(folders.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => chooseFolder(folders.data?.find((one) => String(one.id) === id)?.id ?? null)}
            />
          </StepColumn>
          <StepColumn number={2} title={t('scripts.file')}>
            <SelectField
              label={t('scripts.file')}
              hideLabel
              searchable
              disabled={folder === null}
              value={script === null ? null : String(script.id)}
              choices={(scripts.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => chooseScript(scripts.data?.find((one) => String(one.id) === id)?.id ?? null)}
            />
          </StepColumn>
          <StepColumn
            number={3}
            title={t('scripts.storeNumber')}
            foot={
              <>
                <Button onClick={clear}>{t('scripts.clear')}</Button>
                <Button
                  variant="primary"
                  disabledReason={missing}
                  loading={starting.isPending}
                  onClick={start}
                >
                  {t('scripts.startDownload')}
                </Button>
              </>
            }
          >
            <SelectField
              label={t('scripts.storeNumber')}
              hideLabel
              searchable
              placeholder={t('scripts.typeStore')}
              value={store?.value ?? null}
              choices={choices}
              onSearch={onSearchIn(choices)}
              onChange={(id) => setStore(choices.find(({ value }) => value === id) ?? null)}
            />
          </StepColumn>
        </StepColumns>
        {run !== undefined && (
          <>
            <DeploymentStatus key={run} id={run} />
            <RunRows key={`rows ${run}`} id={Number(run) as ScriptDeploymentId} />
          </>
        )}
      </div>
    </div>
  )
}
